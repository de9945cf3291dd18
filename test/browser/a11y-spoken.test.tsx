import { virtual } from '@guidepup/virtual-screen-reader'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { frames } from './support/paced-answer.js'
import { passTime } from './support/pass-time.js'
import { openChat, pay, payCalls, type SpokenChat } from './support/spoken-chat.js'

let chat: SpokenChat
afterEach(async () => {
  await virtual.stop()
  chat.log.stop()
  chat.chat.stop()
  cleanup()
})

async function listen(...args: Parameters<typeof openChat>): Promise<void> {
  chat = openChat(...args)
  await virtual.start({ container: document.body })
  await virtual.clearSpokenPhraseLog()
}

async function ask(text: string): Promise<void> {
  chat.box.focus()
  await userEvent.keyboard(`${text}{Enter}`)
  await chat.server.opened()
}

/** Phrases that the reader says without being asked: those of live regions, with their urgency. */
const announced = async (): Promise<string[]> =>
  (await virtual.spokenPhraseLog()).filter((phrase) => /^(polite|assertive): |^alert/.test(phrase))

/** Reads on until something with these words is said, at most so far. */
async function readTo(words: string, steps = 120): Promise<void> {
  for (let i = 0; i < steps; i++) {
    if ((await virtual.lastSpokenPhrase()).includes(words)) return
    await virtual.next()
  }
  throw new Error(`The reader never said "${words}", but:\n${(await virtual.spokenPhraseLog()).join('\n')}`)
}

const cutOff = [
  { role: 'user' as const, content: 'Write the report' },
  { role: 'assistant' as const, content: 'Between ten and twelve the', finishReason: 'length' as const },
]

describe('X42 what is heard, flow by flow', () => {
  it('X42 send and answer', async () => {
    await listen()
    await ask('Go on')
    await chat.server.delta({ role: 'assistant', content: 'One **two** three.' })
    await expect.poll(announced).toEqual(['polite: Answer started'])
    await chat.server.end()
    await expect.poll(announced).toEqual(['polite: Answer started', 'polite: Answer finished, 3 words'])
  })

  it('X42 stop', async () => {
    await listen()
    await ask('Go on')
    await chat.server.delta({ role: 'assistant', content: 'One' })
    await expect.poll(announced).toEqual(['polite: Answer started'])
    chat.chat.stop()
    await expect.poll(announced).toEqual(['polite: Answer started', 'polite: Answer ended. Stopped by you.'])
  })

  it('X42 error', async () => {
    await listen({
      fetch: async () =>
        Response.json({ error: { message: 'No such key', code: 'invalid_api_key' } }, { status: 401 }),
    })
    chat.box.focus()
    await userEvent.keyboard('Go on{Enter}')
    await expect
      .poll(announced)
      .toEqual([expect.stringMatching(/^assertive: Answer failed\. The key was not accepted\. /)])
  })

  it('X42 tool approval', async () => {
    await listen({ tools: [pay] })
    await ask('Pay Ana')
    await chat.server.delta({ role: 'assistant', ...payCalls('Ana') })
    await chat.server.end('tool_calls')
    await expect.poll(announced).toEqual(['polite: Answer started', 'assertive: Approval needed: pay'])
  })

  it('X42 an old thread is opened', async () => {
    await listen({ messages: cutOff })
    await frames(10)
    expect(await virtual.spokenPhraseLog()).toEqual([])
  })
})

describe('two tasks with a virtual screen reader', () => {
  it('find out why an answer stopped, and continue it', async () => {
    await listen({ messages: cutOff })
    await readTo('Between ten and twelve the')
    await readTo('Cut off at the token limit')
    await readTo('button, Continue')
    await virtual.act()
    await chat.server.opened()
    await chat.server.delta({ role: 'assistant', content: ' service was slow.' })
    await chat.server.end()
    await expect
      .poll(() => screen.getByRole('region', { name: 'Conversation' }).textContent)
      .toContain('twelve the service was slow.')
  })

  it('approve one of three calls and deny another', async () => {
    await listen({ tools: [pay] })
    await ask('Pay all three')
    await chat.server.delta({ role: 'assistant', ...payCalls('Ana', 'Ben', 'Cleo') })
    await chat.server.end('tool_calls')
    await asked(3)
    // The first of the three by its arguments, and the second by its own.
    await virtual.start({ container: document.body })
    await readTo('Ana')
    await readTo('button, Allow once')
    await virtual.act()
    await asked(2)
    await virtual.start({ container: document.body })
    await readTo('Ben')
    await readTo('button, Deny')
    await virtual.act()
    await expect
      .poll(() => chat.chat.getState().approvals.map(({ argumentsText }) => argumentsText))
      .toEqual(['{"to":"Cleo"}'])
  })
})

/** Waits until so many questions are there, and answers to them count. */
async function asked(questions: number): Promise<void> {
  await expect.poll(() => screen.queryAllByRole('group', { name: /^Allow pay/ }).length).toBe(questions)
  await passTime(600)
}

describe('the same two tasks by keyboard alone', () => {
  const focused = (): string => document.activeElement?.textContent ?? ''
  async function tabTo(name: RegExp): Promise<void> {
    for (let i = 0; i < 60; i++) {
      if (name.test(focused())) return
      await userEvent.keyboard('{Tab}')
    }
    throw new Error(`Tab does not come to ${name}.`)
  }

  it('find out why an answer stopped, and continue it', async () => {
    await listen({ messages: cutOff })
    expect(screen.getByRole('note')).toHaveTextContent('Cut off at the token limit')
    await tabTo(/^Continue$/)
    expect(screen.getByRole('note').contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Enter}')
    await chat.server.opened()
    await chat.server.delta({ role: 'assistant', content: ' service was slow.' })
    await chat.server.end()
    await expect
      .poll(() => screen.getByRole('region', { name: 'Conversation' }).textContent)
      .toContain('twelve the service was slow.')
    expect(document.activeElement).not.toBe(document.body)
  })

  it('approve one of three calls and deny another', async () => {
    await listen({ tools: [pay] })
    await ask('Pay all three')
    await chat.server.delta({ role: 'assistant', ...payCalls('Ana', 'Ben', 'Cleo') })
    await chat.server.end('tool_calls')
    await asked(3)
    screen.getByRole('group', { name: 'Messages' }).focus()
    await tabTo(/^Allow once/)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => chat.chat.getState().approvals.length).toBe(2)
    await asked(2)
    // The focus went on to the next question, where N denies.
    const next = screen.getAllByRole('group', { name: /^Allow pay/ })[0]!
    await expect.poll(() => next.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('n')
    await expect
      .poll(() => chat.chat.getState().approvals.map(({ argumentsText }) => argumentsText))
      .toEqual(['{"to":"Cleo"}'])
  })
})
