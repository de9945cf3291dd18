import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { frames } from './support/paced-answer.js'
import { holdTime, passTime } from './support/pass-time.js'
import { openChat, pay, payCalls, type SpokenChat } from './support/spoken-chat.js'

let chat: SpokenChat
afterEach(() => {
  chat.log.stop()
  chat.chat.stop()
  cleanup()
})

const focused = (): string => {
  const { activeElement } = document
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
}
const status = (word: string) => expect.poll(() => chat.chat.getState().status).toBe(word)
async function ask(text = 'Go on'): Promise<void> {
  chat.box.focus()
  await userEvent.keyboard(`${text}{Enter}`)
  await chat.server.opened()
}

/** Presses Tab until something with this name has the focus. */
async function tabTo(name: RegExp, back = false): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await userEvent.keyboard(back ? '{Shift>}{Tab}{/Shift}' : '{Tab}')
    if (name.test(focused())) return
  }
  throw new Error(`Tab does not come to ${name}; the focus is on ${focused()}.`)
}

describe('focus', () => {
  it('X7 it stays where it is through a whole answer with thoughts, a call, a question and an error', async () => {
    chat = openChat({ tools: [pay] })
    await ask()
    const stays: boolean[] = []
    const look = async (): Promise<void> => {
      await frames()
      stays.push(document.activeElement === chat.box)
    }
    await chat.server.delta({ role: 'assistant', reasoning_content: 'Whom?' })
    await look()
    await chat.server.delta({ content: 'I pay.' })
    await look()
    await chat.server.delta(payCalls('Ana'))
    await look()
    await chat.server.end('tool_calls')
    await expect.poll(() => chat.chat.getState().approvals.length).toBe(1)
    await look()
    chat.chat.stop()
    await status('ready')
    await look()
    expect(stays).toEqual(stays.map(() => true))
  })

  it('X10 after Send it stays in the composer; Stop takes the place of Send, and a press of it loses nothing', async () => {
    chat = openChat()
    await ask()
    expect(document.activeElement).toBe(chat.box)
    await chat.server.delta({ role: 'assistant', content: 'One' })
    await tabTo(/^Stop$/)
    await passTime(400)
    await userEvent.keyboard('{Enter}')
    await status('ready')
    await frames(5)
    expect(document.activeElement).not.toBe(document.body)
    expect(chat.box.form!.contains(document.activeElement)).toBe(true)
  })

  it.each([
    ['Retry', 'Retry this answer', 'Conversation'],
    ['Copy', 'Copy message from Assistant', 'itself'],
    ['Previous version', 'Previous version', 'its place'],
  ])('X11 after %s it is on something that is there', async (_, name, target) => {
    chat = openChat({
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'An answer', finishReason: 'stop' },
      ],
    })
    if (name === 'Previous version') {
      void chat.chat.regenerate()
      await chat.server.opened()
      await chat.server.delta({ role: 'assistant', content: 'Another' })
      await chat.server.end()
      await status('ready')
    }
    const button = within(chat.lastTurn()).getByRole('button', { name })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await frames(5)
    const { activeElement } = document
    expect(activeElement).not.toBe(document.body)
    const home = screen.getByRole('region', { name: 'Conversation' })
    expect(activeElement === button || home.contains(activeElement) || activeElement === chat.box).toBe(true)
    if (target === 'itself') expect(activeElement).toBe(button)
  })

  it('X16 a button that cannot be used keeps the focus', async () => {
    chat = openChat()
    const send = screen.getByRole('button', { name: 'Send' })
    expect(send).toHaveAttribute('aria-disabled', 'true')
    expect(send).not.toHaveAttribute('disabled')
    send.focus()
    await userEvent.keyboard('{Enter}')
    expect(chat.box.form!.contains(document.activeElement)).toBe(true)
    expect(chat.chat.store.getMessages()).toEqual([])
  })
})

describe('order and keys', () => {
  const thread = [
    { role: 'user' as const, content: 'Hello' },
    {
      role: 'assistant' as const,
      content: 'An answer\n\n```ts\nconst a = 1\n```',
      finishReason: 'stop' as const,
    },
  ]

  it('X12 the Tab key goes through the transcript, then a question, then the composer, and back, with no trap', async () => {
    chat = openChat({ tools: [pay], messages: thread })
    await ask('Pay Ana')
    await chat.server.delta({ role: 'assistant', ...payCalls('Ana') })
    await chat.server.end('tool_calls')
    await screen.findByRole('group', { name: /^Allow pay/ })
    chat.box.focus()
    await tabTo(/^Messages$/, true)
    const stops: string[] = []
    for (let i = 0; i < 40 && document.activeElement !== chat.box; i++) {
      stops.push(focused())
      await userEvent.keyboard('{Tab}')
    }
    expect(document.activeElement).toBe(chat.box)
    const at = (name: RegExp) => stops.findIndex((stop) => name.test(stop))
    expect(at(/^Messages$/)).toBe(0)
    expect(at(/^Copy message from Assistant/)).toBeGreaterThan(0)
    expect(at(/^Allow once/)).toBeGreaterThan(at(/^Copy message from Assistant/))
  })

  it('X13 the transcript takes the focus and scrolls with the keys', async () => {
    chat = openChat({
      messages: [
        ...thread,
        { role: 'user', content: 'More' },
        { role: 'assistant', content: Array.from({ length: 60 }, (_, i) => `Line ${i}`).join('\n\n') },
      ],
    })
    const area = screen.getByRole('group', { name: 'Messages' })
    await expect.poll(() => area.scrollTop).toBeGreaterThan(1_000)
    area.focus()
    await userEvent.keyboard('{Home}')
    await expect.poll(() => area.scrollTop).toBe(0)
    await frames(20)
    await userEvent.keyboard('{PageDown}')
    await expect.poll(() => area.scrollTop).toBeGreaterThan(100)
  })

  it('X14 letters do nothing outside a question, the composer says what Enter does, and an input method may end with it', async () => {
    chat = openChat({ tools: [pay], messages: thread })
    await ask('Pay Ana')
    await chat.server.delta({ role: 'assistant', ...payCalls('Ana') })
    await chat.server.end('tool_calls')
    await screen.findByRole('group', { name: /^Allow pay/ })
    await passTime(600)
    screen.getByRole('group', { name: 'Messages' }).focus()
    await userEvent.keyboard('ynjk?/')
    expect(chat.chat.getState().approvals).toHaveLength(1)
    const described = (chat.box.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described.join(' ')).toContain('Enter sends, Shift and Enter starts a new line.')

    // Not by a script: "/" has opened the quick find of Firefox, which keeps the focus of the window for some seconds.
    await userEvent.click(chat.box)
    await userEvent.keyboard('にほん')
    const before = chat.chat.store.getMessages().length
    chat.box.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    )
    await frames()
    expect(chat.chat.store.getMessages().length).toBe(before)
    expect(chat.chat.getState().queue).toEqual([])
  })

  it('X15 actions that show on hover show on focus as well, and take no other place', async () => {
    chat = openChat({ messages: [...thread, ...thread] })
    const [first] = screen.getAllByRole('button', { name: 'Copy your message' })
    const footer = first!.closest<HTMLElement>(
      '[data-slot]:has(> [data-slot="message-actions"]), [data-quiet]',
    )
    // Scroll there first, because the height of elements out of sight is only an estimate.
    first!.scrollIntoView()
    await frames(10)
    const place = first!.getBoundingClientRect().top
    first!.focus({ preventScroll: true })
    await expect
      .poll(() => first!.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .toBe(true)
    expect(first!.getBoundingClientRect().top).toBe(place)
    expect(footer === null || getComputedStyle(footer).visibility === 'visible').toBe(true)
  })

  it('X21 a question is a named group with its words in it, no dialog, and Escape takes back what was begun', async () => {
    chat = openChat({ tools: [pay] })
    await ask('Pay Ana')
    await chat.server.delta({ role: 'assistant', ...payCalls('Ana') })
    await chat.server.end('tool_calls')
    const card = await screen.findByRole('group', { name: /^Allow pay/ })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(card.textContent).toContain('Ana')
    await passTime(600)
    within(card).getByRole('button', { name: 'Deny with a reason' }).focus()
    await userEvent.keyboard('{Enter}')
    const reason = within(card).getByRole('textbox')
    await expect.poll(() => document.activeElement).toBe(reason)
    await userEvent.keyboard('{Escape}')
    expect(within(card).queryByRole('textbox')).toBeNull()
    await expect.poll(() => card.contains(document.activeElement)).toBe(true)
    expect(chat.chat.getState().approvals).toHaveLength(1)
  })

  it('X22 a copy that worked is announced', async () => {
    chat = openChat({ messages: thread })
    const copy = within(chat.lastTurn()).getByRole('button', { name: 'Copy message from Assistant' })
    copy.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => chat.log.spoken.length).toBe(1)
    expect(chat.log.spoken[0]).toMatch(/^Cop(ied|ying was not allowed)$/)
  })
})

const follow = () => document.querySelector('[data-follow]')!.getAttribute('data-follow')

describe('X39 reading while an answer grows', () => {
  it.each([
    ['scrolls up', async (area: HTMLElement) => (area.focus(), userEvent.keyboard('{PageUp}'))],
    [
      'selects text',
      async (area: HTMLElement) => {
        const turn = area.querySelector('[data-slot="turn"]')!
        document.getSelection()!.selectAllChildren(turn)
        document.dispatchEvent(new Event('selectionchange'))
      },
    ],
  ])(
    'X39 after the reader %s nothing that is read moves, and a named button leads to the end',
    async (_, act) => {
      const long = Array.from({ length: 40 }, (_, i) => `Line ${i}`).join('\n\n')
      chat = openChat({
        messages: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: long, finishReason: 'stop' },
        ],
      })
      await ask()
      await chat.server.delta({ role: 'assistant', content: long })
      const area = screen.getByRole('group', { name: 'Messages' })
      await expect.poll(() => chat.lastTurn().textContent).toContain('Line 39')
      area.focus()
      // For 400 ms after a key a scroll counts as the reader's own. On a busy machine it may come later.
      holdTime()
      await userEvent.keyboard('{End}')
      await expect.poll(follow).toBe('follow')
      await passTime(600)
      await act(area)
      await expect.poll(follow).toBe('free')
      // Until a scroll of the key has come to its end.
      for (let still = 0, last = NaN; still < 10; still = area.scrollTop === last ? still + 1 : 0) {
        last = area.scrollTop
        await frames(1)
      }
      const line = [...area.querySelectorAll('p')].find(
        (p) => p.getBoundingClientRect().top > area.getBoundingClientRect().top,
      )!
      const top = line.getBoundingClientRect().top
      for (let i = 0; i < 20; i++) {
        await chat.server.delta({ content: `\n\nMore ${i}` })
        await frames(1)
      }
      await expect.poll(() => chat.lastTurn().textContent).toContain('More 19')
      expect(line.getBoundingClientRect().top).toBe(top)
      expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
      document.getSelection()?.removeAllRanges()
    },
  )
})
