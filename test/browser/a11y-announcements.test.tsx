import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { frames } from './support/paced-answer.js'
import { openChat, pay, payCalls, type SpokenChat } from './support/spoken-chat.js'

let open: SpokenChat | undefined
afterEach(() => {
  open?.log.stop()
  open?.chat.stop()
  cleanup()
  vi.useRealTimers()
})

const start: typeof openChat = (...args) => (open = openChat(...args))
const atRest = (chat: SpokenChat) =>
  expect.poll(() => chat.chat.getState().status).not.toMatch(/streaming|submitted/)

async function ask(chat: SpokenChat, text = 'Go on'): Promise<void> {
  chat.box.focus()
  await userEvent.keyboard(`${text}{Enter}`)
  await chat.server.opened()
}

describe('X1 the transcript is quiet', () => {
  it('X1 it is a named region of messages and no live region, and tokens change none', async () => {
    // An announcement goes after five seconds, which is a change too.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const chat = start()
    const transcript = screen.getByRole('region', { name: 'Conversation' })
    // Chromium tells a reader of each change in a silent one too.
    expect(transcript.closest('[aria-live]')).toBeNull()
    expect(transcript.querySelector('[aria-live], [role=log], [role=status], [role=alert]')).toBeNull()
    await ask(chat)
    await chat.server.delta({ role: 'assistant', content: 'One' })
    await expect.poll(() => chat.log.spoken).toEqual(['Answer started'])
    const before = chat.log.changes()
    for (const word of [' two', ' three', ' four', '\n\n- five', '\n- six']) {
      await chat.server.delta({ content: word })
      await frames()
    }
    await expect.poll(() => chat.lastTurn().textContent).toContain('six')
    expect(chat.log.changes()).toBe(before)
  })
})

describe('X2 one region speaks', () => {
  it('X2 it says once that the answer started, and once that it ended and how long it is', async () => {
    const chat = start()
    await ask(chat)
    await chat.server.delta({ role: 'assistant', content: 'One **two** three.' })
    await chat.server.end()
    await atRest(chat)
    await expect.poll(() => chat.log.spoken).toEqual(['Answer started', 'Answer finished, 3 words'])
  })

  it('X2 it says once that the answer was stopped', async () => {
    const chat = start()
    await ask(chat)
    await chat.server.delta({ role: 'assistant', content: 'One' })
    await expect.poll(() => chat.lastTurn().textContent).toContain('One')
    chat.chat.stop()
    await expect.poll(() => chat.log.spoken).toEqual(['Answer started', 'Answer ended. Stopped by you.'])
  })

  it('X2 it says an error once, at once, with what to do', async () => {
    const chat = start({
      fetch: async () =>
        Response.json({ error: { message: 'Incorrect API key', code: 'invalid_api_key' } }, { status: 401 }),
    })
    chat.box.focus()
    await userEvent.keyboard('Go on{Enter}')
    await expect
      .poll(() => chat.log.spoken.filter((text) => text.includes('key was not accepted')).length)
      .toBe(1)
    await frames(10)
    expect(chat.log.spoken.filter((text) => text.includes('key was not accepted'))).toHaveLength(1)
    // The card is not one, because it would be announced a second time.
    expect(document.querySelector('[data-slot=transcript] [role=alert]')).toBeNull()
  })

  it('X2 it says once, at once, that approval is needed, for each question that comes', async () => {
    const chat = start({ tools: [pay] })
    await ask(chat, 'Pay Ana')
    await chat.server.delta({ role: 'assistant', ...payCalls('Ana') })
    await chat.server.end('tool_calls')
    await expect.poll(() => chat.log.spoken).toEqual(['Answer started', 'Approval needed: pay'])
    const region = document.querySelector('[data-slot="announcer"][aria-live="assertive"]')
    expect(region?.textContent).toBe('Approval needed: pay')
  })

  it('X3 the whole answer is spoken without markup: code by name and length, pictures by their text, links as links', async () => {
    const chat = start({}, { transcript: { announce: 'answer' } })
    await ask(chat)
    const answer =
      '## Plan\n\nTake **both**, see [the notes](https://example.com/a).\n\n```ts\nconst a = 1\nconst b = 2\n```\n\n![A chart](https://example.com/c.png)'
    await chat.server.delta({ role: 'assistant', content: answer })
    await chat.server.end()
    await atRest(chat)
    await expect.poll(() => chat.log.spoken.length).toBe(2)
    expect(chat.log.spoken[1]).toBe(
      'Plan\n\nTake both, see the notes, link.\n\ncode block, ts, 2 lines\n\nimage, A chart',
    )
  })
})

describe('X4 the region itself', () => {
  it('X4 it is there before it is used, and an old thread announces nothing', async () => {
    const chat = start({
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'An old answer', finishReason: 'length' },
      ],
    })
    expect(document.querySelectorAll('[data-slot="announcer"]').length).toBe(2)
    await frames(5)
    expect(chat.log.spoken).toEqual([])
  })

  it('X4 an entry stays for more than a second and then goes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const chat = start()
    const entries = () => document.querySelectorAll('[data-slot="announcer"] p').length
    chat.box.focus()
    await userEvent.keyboard('Go on{Enter}')
    await chat.server.opened()
    await chat.server.delta({ role: 'assistant', content: 'One' })
    await expect.poll(() => (vi.advanceTimersByTime(0), entries())).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(entries()).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(entries).toBe(0)
  })
})

describe('X5 settings', () => {
  it('X5 sentences are read while they stream, one announcement in two seconds at most, and the rest at the end', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const chat = start({}, { transcript: { announce: 'sentences' } })
    await ask(chat)
    await chat.server.delta({ role: 'assistant', content: 'The first one. ' })
    await expect.poll(() => chat.log.spoken).toContain('The first one.')
    for (const text of ['A second. ', 'A third. ']) {
      await chat.server.delta({ content: text })
      await frames()
    }
    expect(chat.log.spoken).toEqual(['Answer started', 'The first one.'])
    vi.advanceTimersByTime(2_000)
    await chat.server.delta({ content: 'A fourth, not' })
    await expect.poll(() => chat.log.spoken.at(-1)).toBe('A second. A third.')
    await chat.server.delta({ content: ' done.' })
    await chat.server.end()
    await atRest(chat)
    await expect
      .poll(() => chat.log.spoken.slice(3))
      .toEqual(['A fourth, not done.', 'Answer finished, 11 words'])
  })

  it('X5 nothing is said when announcements are off', async () => {
    const chat = start({}, { transcript: { announce: 'off' } })
    await ask(chat)
    await chat.server.delta({ role: 'assistant', content: 'One.' })
    await chat.server.end()
    await atRest(chat)
    await frames(5)
    expect(chat.log.spoken).toEqual([])
  })
})
