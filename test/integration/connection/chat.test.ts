import { createChat, type AssistantMessage, type ChatOptions } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  begin,
  breaks,
  chunk,
  hangs,
  ignores,
  refuses,
  says,
  serve,
  until,
  type Answer,
} from './local-server.js'

async function chatWith(answers: Answer[], options: Partial<ChatOptions> = {}) {
  const { baseUrl, requests } = await serve(...answers)
  const chat = createChat({
    endpoint: { baseUrl },
    model: 'm',
    scheduler: immediateScheduler,
    memory: createEndpointMemory(),
    random: () => 0,
    ...options,
  })
  const last = () => chat.store.getMessages().at(-1) as AssistantMessage
  return {
    chat,
    requests,
    last,
    roles: () => chat.store.getMessages().map(({ role }) => role),
    live: () => chat.getLiveStep(last().id!),
  }
}

afterEach(() => void vi.useRealTimers())

describe('a chat that waits for another attempt', () => {
  it('faults: http-429-retry-after: shows when and why, sends the question once, and shows the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let answer: (() => void) | undefined
    const { chat, requests, last, live, roles } = await chatWith(
      [
        refuses(429, { message: 'slow down' }, { 'retry-after': '2' }),
        (response, seen) => void (answer = () => says('fine')(response, seen)),
      ],
      { now: () => 1000 },
    )
    const sent = chat.send('hi')
    await until(() => live()?.retry !== undefined)
    expect(live()).toMatchObject({
      phase: 'waiting',
      retry: {
        attempt: 2,
        at: 3000,
        error: { kind: 'rate_limit', message: 'slow down', retryAfterMs: 2000 },
      },
    })
    expect(chat.getState().status).toBe('submitted')
    vi.advanceTimersByTime(1999)
    await until(() => live()?.retry !== undefined)
    expect(requests).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await until(() => answer !== undefined)
    expect(live()).toMatchObject({ phase: 'waiting', retry: undefined })
    answer!()
    await sent
    expect(roles()).toEqual(['user', 'assistant'])
    expect(requests.map(({ body }) => body.messages)).toEqual([
      [{ role: 'user', content: 'hi' }],
      [{ role: 'user', content: 'hi' }],
    ])
    expect(last()).toMatchObject({ content: 'fine', request: { retries: 1 } })
    expect(chat.getState().status).toBe('ready')
  })

  it('stops in the wait at once, and sends again when asked', async () => {
    const { chat, requests, last, live } = await chatWith([
      refuses(429, {}, { 'retry-after': '30' }),
      says('fine'),
    ])
    const sent = chat.send('hi')
    await until(() => live()?.retry !== undefined)
    chat.stop()
    await sent
    expect(last()).toMatchObject({ content: '', finishReason: 'cancelled' })
    expect(chat.getState().status).toBe('ready')
    expect(requests).toHaveLength(1)
    await chat.retry()
    expect(last().content).toBe('fine')
    expect(requests.at(-1)!.body.messages).toHaveLength(1)
  })
})

describe('a chat that fails', () => {
  it('faults: offline: keeps the question, says what may be wrong, and asks it once more on retry', async () => {
    let online = false
    const { chat, requests, roles, last } = await chatWith([says('back')], {
      fetch: (...args) => (online ? fetch(...args) : Promise.reject(new TypeError('fetch failed'))),
    })
    chat.configure({ endpoint: { ...chat.getConfig().endpoint!, retry: { retries: 0 } } })
    await chat.send('hi')
    expect(roles()).toEqual(['user', 'assistant'])
    expect(last()).toMatchObject({ isError: true, error: { kind: 'network_or_cors' } })
    online = true
    await chat.retry()
    expect(roles()).toEqual(['user', 'assistant'])
    expect(last().content).toBe('back')
    expect(requests.map(({ body }) => body.messages.length)).toEqual([1])
  })

  it('faults: cors-blocked: names the likely causes, after the usual attempts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const blocked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    const { chat, last, live } = await chatWith([ignores], { fetch: blocked })
    const sent = chat.send('hi')
    for (const attempt of [2, 3]) {
      await until(() => live()?.retry?.attempt === attempt)
      vi.advanceTimersByTime(1000)
    }
    await sent
    expect(blocked).toHaveBeenCalledTimes(3)
    expect(last().error?.message).toMatch(/CORS/)
    expect(last().error?.host).toMatch(/^127\.0\.0\.1/)
    expect(chat.getState().status).toBe('error')
  })

  it('faults: http-401: with the wrong key says so, and is usable with the right one', async () => {
    const { chat, last, requests } = await chatWith([refuses(401, { message: 'bad key' }), says('fine')])
    await chat.send('hi')
    expect(last().error).toMatchObject({ kind: 'auth', message: 'bad key', status: 401 })
    const endpoint = chat.getConfig().endpoint!
    chat.configure({ endpoint: { ...endpoint, apiKey: 'k2' } })
    await chat.retry()
    expect(last().content).toBe('fine')
    expect(requests[1]!.headers.authorization).toBe('Bearer k2')
  })

  it('faults: http-413-400-context: leaves the thread untouched when it is too long', async () => {
    const said = { message: 'too long', code: 'context_length_exceeded' }
    const { chat, last, roles } = await chatWith([refuses(400, said)], {
      messages: [{ role: 'user', content: 'a' }],
    })
    await chat.send('b')
    expect(last().error?.kind).toBe('context_overflow')
    expect(roles()).toEqual(['user', 'user', 'assistant'])
  })

  it('in mid-answer keeps the text and does not ask again by itself', async () => {
    const { chat, last, requests } = await chatWith([breaks(chunk({ content: 'So far' })), says('x')])
    await chat.send('hi')
    expect(last()).toMatchObject({ content: 'So far', isError: true, error: { kind: 'network_or_cors' } })
    expect(requests).toHaveLength(1)
  })
})

describe('stopping a chat (R6)', () => {
  it('faults: double-stop: twice is once; the text stays, the connection closes, the status is ready', async () => {
    const { chat, last, requests } = await chatWith([hangs(chunk({ content: 'half' }))])
    const sent = chat.send('hi')
    await until(() => last().content === 'half')
    chat.stop()
    chat.stop()
    await sent
    chat.stop()
    expect(last()).toMatchObject({ content: 'half', finishReason: 'cancelled' })
    expect(last().error).toBeUndefined()
    expect(chat.getState().status).toBe('ready')
    await until(() => requests[0]!.aborted)
  })

  it('faults: abort-before-headers: the question stays, with an empty answer that says it was stopped', async () => {
    const { chat, last, roles, requests } = await chatWith([ignores])
    const sent = chat.send('hi')
    chat.stop()
    await sent
    expect(roles()).toEqual(['user', 'assistant'])
    expect(last()).toMatchObject({ content: '', finishReason: 'cancelled' })
    expect(requests).toHaveLength(0)
  })

  it('faults: abort-at-every-event: stopped at any moment of an answer, keeps what was shown and can ask again', async () => {
    const words = ['The', ' sea', ' was', ' calm', '.']
    for (let moment = 1; moment <= words.length; moment++) {
      const { chat, last } = await chatWith([says(...words), says('next')])
      let seen = 0
      const unsubscribe = chat.store.subscribe(() => {
        const { role, content } = last()
        if (role !== 'assistant' || content === '' || ++seen !== moment) return
        unsubscribe()
        chat.stop()
      })
      await chat.send('hi')
      expect(last()).toMatchObject({ content: words.slice(0, moment).join(''), finishReason: 'cancelled' })
      expect(chat.getState().status).toBe('ready')
      expect(chat.getLiveStep(last().id!)).toBeUndefined()
      await chat.send('and?')
      expect(last().content).toBe('next')
    }
  })

  it('faults: stop-then-send: what still arrives of the first answer reaches neither message', async () => {
    let first: Parameters<Answer>[0] | undefined
    const { chat, last, roles } = await chatWith([
      (response) => void (first = begin(response)).write(chunk({ content: 'old' })),
      says('new'),
    ])
    const one = chat.send('one')
    await until(() => last().content === 'old')
    chat.stop()
    first!.end(`${chunk({ content: ' late' })}${chunk({}, 'stop')}data: [DONE]\n\n`)
    const two = chat.send('two')
    await Promise.all([one, two])
    await until(() => chat.getState().status === 'ready' && chat.getState().queue.length === 0)
    expect(roles()).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['one', 'old', 'two', 'new'])
  })

  it('faults: double-submit: two sends in one tick are one request; the second waits in the queue', async () => {
    const { chat, requests, roles } = await chatWith([hangs(chunk({ content: 'a' }))])
    const sent = chat.send('hi')
    void chat.send('hi')
    await until(() => requests.length === 1)
    expect(roles()).toEqual(['user', 'assistant'])
    const [waiting] = chat.getState().queue
    chat.unqueue(waiting!.id)
    chat.stop()
    await sent
    expect(requests).toHaveLength(1)
  })
})

it('faults: stall-mid: a chat ends a silent answer with its text, and can ask again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { chat, last } = await chatWith([hangs(chunk({ content: 'So far' })), says('whole')])
  const endpoint = chat.getConfig().endpoint!
  chat.configure({ endpoint: { ...endpoint, deadlines: { idle: 30 } } })
  const sent = chat.send('hi')
  await until(() => last().content === 'So far')
  vi.advanceTimersByTime(30)
  await sent
  expect(last()).toMatchObject({ content: 'So far', error: { kind: 'timeout', code: 'idle_timeout' } })
  await chat.retry()
  expect(last().content).toBe('whole')
})
