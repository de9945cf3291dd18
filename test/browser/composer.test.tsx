import { createChat, defineTool, type ContentPart, type Message } from '@antiphon/core'
import { scriptedTransport, sseText, textAnswer, type ScriptedAnswer } from '@antiphon/core/testing'
import { ChatProvider, useAttachments } from '@antiphon/react'
import { Chat, Composer } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import './support/chat-layout.css'
import './support/controls.css'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pngFile, textFile } from './support/attachment-files.js'

afterEach(async () => {
  cleanup()
  await page.viewport(414, 896)
})

const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Write a message' })
const editor = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Your message' })
const held: ScriptedAnswer = (_, signal) => ({
  // oxlint-disable-next-line require-yield -- an answer of which nothing comes
  async *[Symbol.asyncIterator]() {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
})

function WithFiles() {
  const { tray } = useAttachments()
  return <Chat style={{ height: '100vh' }} composer={{ enterKey: 'send', tray }} />
}

function open(messages: Message[] = [], answer: ScriptedAnswer = [textAnswer('ok')]) {
  const transport = scriptedTransport(Array.from({ length: 5 }, () => answer))
  const chat = createChat({ transport, model: 'm', messages })
  render(
    <StrictMode>
      <ChatProvider chat={chat}>
        <WithFiles />
      </ChatProvider>
    </StrictMode>,
  )
  return {
    chat,
    transport,
    users: () => chat.store.getMessages().flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
  }
}

const described = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

describe('the message box', () => {
  it('grows from one line to ten with its text, then scrolls, and shrinks again', async () => {
    open()
    const height = (): number => box().clientHeight
    const one = height()
    box().focus()
    const line = 24
    await userEvent.keyboard('a{Shift>}{Enter}{/Shift}b{Shift>}{Enter}{/Shift}c')
    await expect.poll(height).toBe(one + 2 * line)
    await userEvent.keyboard('{Shift>}{Enter>20/}{/Shift}')
    await expect.poll(height).toBe(one + 9 * line)
    expect(box().scrollHeight).toBeGreaterThan(height())
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    await expect.poll(height).toBe(one)
  })

  it('X14 its description says what Enter does, by the setting, and what waits and stops while an answer comes', async () => {
    render(<Composer onSend={() => {}} enterKey="line" />)
    expect(described(box())).toContain('Enter starts a new line, Control or Command and Enter sends.')
    cleanup()
    open([{ role: 'user', content: 'before' }], held)
    expect(described(box())).toContain('Enter sends, Shift and Enter starts a new line.')
    expect(described(box())).toContain('Arrow up in the empty box edits your last message.')
    expect(described(box())).toContain('what you send waits until it ends, and Escape stops it.')
    // Screen readers read a description again when it changes.
    const before = described(box())
    box().focus()
    await userEvent.keyboard('go{Enter}')
    await screen.findByRole('button', { name: 'Stop' })
    expect(described(box())).toBe(before)
  })

  it('X14 no single letter is a shortcut while one writes', async () => {
    const { users } = open([{ role: 'user', content: 'before' }])
    box().focus()
    await userEvent.keyboard('jk/yn?')
    expect(box().value).toBe('jk/yn?')
    expect(document.activeElement).toBe(box())
    expect(users()).toEqual(['before'])
  })

  it('X10 after Send the focus stays; Stop is the same stop as Send, and when the run ends the focus is on Send or in the box', async () => {
    const { chat } = open([], held)
    box().focus()
    await userEvent.keyboard('go{Enter}')
    expect(document.activeElement).toBe(box())
    await expect.poll(() => screen.queryByRole('button', { name: 'Stop' })).toBeTruthy()
    const stop = screen.getByRole('button', { name: 'Stop' })
    stop.focus()
    act(() => chat.stop())
    await expect.poll(() => chat.getState().status).toBe('ready')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
    expect(document.activeElement).toBe(stop)
  })

  it('X16 the button that cannot send keeps its place and its focus', async () => {
    open()
    const send = screen.getByRole('button', { name: 'Send' })
    expect(send).toHaveAttribute('aria-disabled', 'true')
    send.focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).not.toBe(document.body)
  })

  it('an estimate of the tokens stands beside a longer text, and counts attached text', async () => {
    open()
    expect(screen.queryByText(/tokens/)).toBeNull()
    box().focus()
    await act(async () => {
      box().setRangeText('word '.repeat(100), 0, 0, 'end')
      box().dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    expect(screen.getByText('~ 125 tokens')).toBeInTheDocument()
    expect(described(box())).toContain('500 characters, an estimated 125 tokens')
    await userEvent.upload(document.querySelector('input[type=file][multiple]')!, [
      textFile('a.txt', 'x'.repeat(4_000)),
    ])
    await expect.poll(() => described(box())).toContain('4,500 characters, an estimated 1,125 tokens')
  })

  it.each(['one line', 'a long text', 'a queue', 'attachments'])(
    'X32 takes at most half the height of a window of 320 × 256, with %s',
    async (what) => {
      await page.viewport(320, 256)
      open([], held)
      box().focus()
      if (what === 'a long text') await userEvent.keyboard('{Shift>}{Enter>14/}{/Shift}end')
      if (what === 'a queue') await userEvent.keyboard('a{Enter}b{Enter}c{Enter}d{Enter}e{Enter}')
      if (what === 'attachments') {
        const files = ['a', 'b', 'c', 'd'].map((name) => textFile(`${name}-with-a-longer-name.csv`, name))
        await userEvent.upload(document.querySelector('input[type=file][multiple]')!, [
          ...files,
          await pngFile('p.png'),
        ])
        await expect.poll(() => screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(5)
      }
      const form = document.querySelector('form[data-slot=composer]')!
      expect(form.getBoundingClientRect().height).toBeLessThanOrEqual(128)
      // The button that sends or stops stays where it can be pressed.
      const button = screen.getByRole('button', { name: /^(Send|Stop)$/ }).getBoundingClientRect()
      expect(button.bottom).toBeLessThanOrEqual(256)
      expect(button.top).toBeGreaterThanOrEqual(form.getBoundingClientRect().top)
      expect(document.documentElement.scrollWidth).toBe(320)
    },
  )
})

const image = (n: number): ContentPart => ({
  type: 'image_url',
  image_url: { url: `data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC${n}AA7` },
})
const thread: Message[] = [
  { role: 'user', content: 'first question' },
  { role: 'assistant', content: 'first answer', finishReason: 'stop' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'what are\nthese?' },
      image(1),
      { type: 'file', file: { filename: 'a.csv', file_data: 'data:text/csv;base64,YTti' } },
    ],
  },
  { role: 'assistant', content: 'second answer', finishReason: 'stop' },
]
const question = (text: string): HTMLElement =>
  screen.getAllByRole('article', { name: /^You/ }).find((turn) => turn.textContent.includes(text))!
const editButton = (turn: HTMLElement): HTMLElement =>
  within(turn).getByRole('button', { name: 'Edit your message' })
/** The editor is loaded with the first edit: until it is there the message stays as it is. */
const editing = async (turn: HTMLElement): Promise<void> => {
  // The size of a file is read once it is shown, and a press finds the turn by its words, so wait until they are final.
  if (turn.textContent.includes('a.csv')) await expect.poll(() => turn.textContent).toMatch(/a\.csv .*1 line/)
  await userEvent.click(editButton(turn))
  await expect.poll(() => turn.contains(editor())).toBe(true)
}

describe('a message edited in its place', () => {
  it('opens with its text and attachments where it stands; Escape leaves everything as it was', async () => {
    const { users } = open(thread)
    const before = users()
    const turn = question('what are')
    await editing(turn)
    expect(editor().value).toBe('what are\nthese?')
    expect(document.activeElement).toBe(editor())
    expect(within(turn).getByRole('list', { name: 'Attachments' })).toHaveTextContent('a.csv')
    expect(box().value).toBe('')
    await userEvent.keyboard(' changed')
    await userEvent.click(within(turn).getByRole('button', { name: 'Remove a.csv' }))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull()
    expect(users()).toEqual(before)
    expect(document.activeElement).toBe(editButton(question('what are')))
  })

  it('Save and send makes a version and asks again; attachments stay, one can go and one can come', async () => {
    const { users, transport } = open(thread)
    await editing(question('what are'))
    await userEvent.click(screen.getByRole('button', { name: 'Remove a.csv' }))
    const form = screen.getByRole('form', { name: 'Edit your message' })
    await userEvent.upload(form.querySelector('input[type=file][multiple]')!, [textFile('b.txt', 'new')])
    await expect.poll(() => within(form).queryByText('b.txt')).toBeTruthy()
    await userEvent.fill(editor(), 'and now?')
    await expect
      .poll(() => screen.getByRole('button', { name: 'Save and send' }).getAttribute('aria-disabled'))
      .toBe(null)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => transport.requests).toHaveLength(1)
    expect(users()).toMatchObject([
      'first question',
      [{ text: 'and now?' }, image(1), { file: { filename: 'b.txt' } }],
    ])
    const saved = question('and now?')
    expect(within(saved).getByRole('group', { name: 'Version 2 of 2' })).toBeInTheDocument()
    expect(document.activeElement).toBe(editButton(saved))
    await userEvent.click(within(saved).getByRole('button', { name: 'Previous version' }))
    await expect.poll(() => users()[1]).toEqual(thread[2]!.content)
  })

  it('Save only changes the message in its place, and asks nobody', async () => {
    const { users, transport, chat } = open(thread)
    await editing(question('first question'))
    await userEvent.fill(editor(), 'better question')
    await userEvent.click(screen.getByRole('button', { name: 'Save only' }))
    expect(users()[0]).toBe('better question')
    expect(chat.store.getMessages()).toHaveLength(4)
    expect(transport.requests).toHaveLength(0)
    expect(document.activeElement).toBe(editButton(question('better question')))
  })

  it('Arrow up in the empty box edits the last message; Escape brings the focus back to the box', async () => {
    open(thread)
    box().focus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => document.activeElement).toBe(editor())
    expect(question('Save').contains(editor())).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(box())
  })

  it('the draft in the box below is not touched, and one message is edited at a time', async () => {
    open(thread)
    box().focus()
    await userEvent.keyboard('a draft')
    await editing(question('first question'))
    await editing(question('what are'))
    expect(screen.getAllByRole('textbox', { name: 'Your message' })).toHaveLength(1)
    expect(editor().value).toContain('what are')
    expect(box().value).toBe('a draft')
  })

  it('nothing can be saved that is empty, and Enter of an input method saves nothing', async () => {
    const { transport } = open(thread)
    await editing(question('first question'))
    await userEvent.fill(editor(), '  ')
    expect(screen.getByRole('button', { name: 'Save and send' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await userEvent.fill(editor(), 'にほん')
    const key = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }
    act(() => void editor().dispatchEvent(new KeyboardEvent('keydown', key)))
    expect(transport.requests).toHaveLength(0)
    expect(editor().value).toBe('にほん')
  })
})

describe('X11 where the focus goes', () => {
  const cases: [string, () => Promise<void>, () => Element | null][] = [
    [
      'Retry: to the transcript or the button itself, where the answer comes',
      () => userEvent.click(screen.getAllByRole('button', { name: 'Retry this answer' }).at(-1)!),
      () => document.activeElement?.closest('[data-slot=transcript]') ?? null,
    ],
    [
      'Branch: the picker keeps it',
      async () => {
        await editing(question('first question'))
        await userEvent.fill(editor(), 'other question')
        await userEvent.keyboard('{Enter}')
        await expect.poll(() => screen.queryByRole('group', { name: 'Version 2 of 2' })).toBeTruthy()
        await userEvent.click(screen.getByRole('button', { name: 'Previous version' }))
        await expect.poll(() => screen.queryByRole('group', { name: 'Version 1 of 2' })).toBeTruthy()
      },
      () => document.activeElement?.closest('[data-slot=transcript]') ?? null,
    ],
  ]
  it.each(cases)('%s', async (_, press, target) => {
    open(thread)
    await press()
    expect(target()).not.toBeNull()
    expect(document.activeElement).not.toBe(document.body)
  })
})

describe('the focus of the message box', () => {
  const shell = (): CSSStyleDeclaration => getComputedStyle(box().closest('[data-slot="composer-shell"]')!)
  /** The colour of a token as the browser writes it. */
  const colour = (token: string): string => {
    const probe = box().parentElement!.appendChild(document.createElement('i'))
    probe.style.color = `var(--antiphon-${token})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }

  it('is an accent hairline and a glow while one writes, and the full ring for who comes by Tab', async () => {
    open()
    const rest = shell().borderColor
    expect(rest).toBe(colour('edge'))
    await userEvent.click(box())
    await expect.poll(() => shell().borderColor).toBe(colour('accent-text'))
    expect(shell().boxShadow).toContain('0px 0px 0px 3px')
    expect(shell().outlineStyle).toBe('none')

    await userEvent.tab()
    await expect.poll(() => shell().borderColor).toBe(rest)
    await userEvent.tab({ shift: true })
    expect(box()).toHaveFocus()
    expect([shell().outlineStyle, shell().outlineWidth]).toEqual(['solid', '2px'])
    await userEvent.click(document.body)
    await userEvent.click(box())
    expect(shell().outlineStyle).toBe('none')
  })

  it('steps back while an approval waits, and stands out again when it was answered', async () => {
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object' },
      approval: 'always',
      execute: () => 'paid',
    })
    const call = { index: 0, id: 'c', function: { name: 'pay', arguments: '{}' } }
    const asks = sseText([
      { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] },
    ])
    const chat = createChat({
      transport: scriptedTransport([[asks], [textAnswer('done')]]),
      model: 'm',
      tools: [pay],
    })
    render(<Chat style={{ height: '100vh' }} />, {
      wrapper: ({ children }) => <ChatProvider chat={chat}>{children}</ChatProvider>,
    })
    act(() => void chat.send('Pay.'))
    const card = await screen.findByRole('group', { name: /^Allow pay/ })
    expect(getComputedStyle(card).borderTopWidth).toBe('2px')
    expect(getComputedStyle(card).boxShadow).toContain('0px 0px 0px 4px')
    await expect.poll(() => shell().backgroundColor).toBe(colour('surface'))
    expect(box().placeholder).toBe('Answer above, or write ahead')

    await act(() => chat.decideApproval(chat.getState().approvals[0]!.key, { type: 'allow' }))
    await expect.poll(() => shell().backgroundColor).toBe(colour('raised'))
  })
})
