import { type EndpointConfig, type Completion, requestCompletion, type ChatTransport } from '@antiphon/core'
import { createEndpointMemory } from '@antiphon/core/provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { begin, chunk, hangs, ignores, says, serve, until, type Answer } from './local-server.js'

type Deadlines = NonNullable<EndpointConfig['deadlines']>

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A request in flight, and what is known of it so far. */
async function ask(answer: Answer, deadlines: Deadlines = {}) {
  const { baseUrl, requests } = await serve(answer)
  return { requests, ...watch({ baseUrl, deadlines }) }
}

/** `arrived` holds all that the page has of the answer: `undefined` before its headers. */
function watch(target: Parameters<typeof requestCompletion>[0], signal?: AbortSignal) {
  const state: { completion?: Completion; text: string; arrived?: string } = { text: '' }
  const asked = requestCompletion(target, request, {
    memory: createEndpointMemory(),
    signal,
    fetch: async (...asked) => {
      const response = await fetch(...asked)
      state.arrived = ''
      const noted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(bytes, controller) {
          state.arrived += new TextDecoder().decode(bytes)
          controller.enqueue(bytes)
        },
      })
      return new Response(response.body?.pipeThrough(noted), response)
    },
    onEvent: (event) => void (event.type === 'text_delta' && (state.text += event.text)),
  })
  const done = asked.then((completion) => (state.completion = completion))
  return { state, done }
}

describe('deadlines (R9)', () => {
  it('faults: stall-before-headers: no answer within 2 minutes is an error that says so, and is not tried again', async () => {
    const { state, done, requests } = await ask(ignores)
    await until(() => requests.length === 1)
    vi.advanceTimersByTime(119_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(state.completion).toBeUndefined()
    vi.advanceTimersByTime(1)
    const { error, outcome, message } = await done
    expect(outcome).toBe('error')
    expect(error).toMatchObject({ kind: 'timeout', code: 'connect_timeout', model: 'm' })
    expect(error?.host).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(error?.message).toMatch(/did not begin to answer within 2 minutes\..*Try again/)
    expect(message.content).toBe('')
    await until(() => requests[0]!.aborted)
    expect(requests).toHaveLength(1)
  })

  it('no first word within 5 minutes of the response is an error of its own', async () => {
    const { state, done } = await ask(hangs())
    await until(() => state.arrived !== undefined)
    await tick()
    vi.advanceTimersByTime(299_999)
    await tick()
    expect(state.completion).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect((await done).error).toMatchObject({ kind: 'timeout', code: 'first_token_timeout' })
    expect((await done).error?.message).toMatch(/no word of an answer within 5 minutes/)
  })

  it('faults: stall-mid: silence in the answer ends it after 2 minutes; the text stays', async () => {
    const silent = hangs(chunk({ content: 'So' }), chunk({ content: ' far' }))
    const { state, done, requests } = await ask(silent, { firstToken: 60_000 })
    await until(() => state.text === 'So far')
    vi.advanceTimersByTime(119_999)
    expect(state.completion).toBeUndefined()
    vi.advanceTimersByTime(1)
    const { outcome, message, error } = await done
    expect([outcome, message.content]).toEqual(['error', 'So far'])
    expect(error).toMatchObject({ kind: 'timeout', code: 'idle_timeout' })
    expect(error?.message).toMatch(/stopped sending.*within 2 minutes.*kept/)
    await until(() => requests[0]!.aborted)
  })

  it('faults: slow-loris: bytes are life, one a second; the deadlines for the first word and the whole still hold', async () => {
    const slow = (limits: Deadlines) => {
      let send = (): void => {}
      const source = new ReadableStream<Uint8Array>({
        start(controller) {
          const bytes = new TextEncoder().encode(chunk({ content: 'x'.repeat(2000) }))
          let at = 0
          send = () => controller.enqueue(bytes.subarray(at, ++at))
        },
      })
      return { send: () => send(), ...watch({ send: async () => source, deadlines: limits }) }
    }
    for (const [limits, code, seconds] of [
      [{ idle: 2000, firstToken: 60_000 }, 'first_token_timeout', 60],
      [{ idle: 2000, total: 30_000 }, 'total_timeout', 30],
    ] as const) {
      const { send, state, done } = slow(limits)
      await tick()
      for (let second = 1; second < seconds; second++) {
        send()
        await tick()
        vi.advanceTimersByTime(1000)
      }
      await tick()
      expect(state.completion).toBeUndefined()
      vi.advanceTimersByTime(1000)
      expect((await done).error).toMatchObject({ code })
    }
  })

  it('faults: comments-only: comments are life, and no message; the answer after them arrives', async () => {
    let response: Parameters<Answer>[0] | undefined
    const { state, done } = await ask((answer) => void (response = begin(answer)), { idle: 10_000 })
    await until(() => response !== undefined)
    const comment = ': keep-alive\n\n'
    for (let comments = 1; comments <= 9; comments++) {
      response!.write(comment)
      await until(() => state.arrived === comment.repeat(comments))
      await tick()
      vi.advanceTimersByTime(7_500)
    }
    expect([state.text, state.completion]).toEqual(['', undefined])
    response!.end(`${chunk({ content: 'ready' })}${chunk({}, 'stop')}data: [DONE]\n\n`)
    expect(await done).toMatchObject({ outcome: 'complete', message: { content: 'ready' } })
  })

  it('docs/wire 2.1: silence after a finish reason is the end of the answer, not an error (MiniMax)', async () => {
    const { state, done, requests } = await ask(hangs(chunk({ content: 'All.' }), chunk({}, 'stop')))
    await until(() => state.arrived?.includes('"stop"') === true)
    await tick()
    vi.advanceTimersByTime(5000)
    const { outcome, message, error, repairs } = await done
    expect([outcome, message.content, message.finishReason, error, repairs]).toEqual([
      'complete',
      'All.',
      'stop',
      undefined,
      [],
    ])
    await until(() => requests[0]!.aborted)
  })

  it('a finish reason in every chunk is no sign of the end', async () => {
    let response: Parameters<Answer>[0] | undefined
    const { state, done } = await ask((answer) => void (response = begin(answer)))
    await until(() => response !== undefined)
    for (const word of ['one', ' two']) {
      response!.write(chunk({ content: word }, 'stop'))
      await until(() => state.text.endsWith(word))
      await tick()
    }
    vi.advanceTimersByTime(60_000)
    response!.end(chunk({ content: ' three' }, 'stop'))
    expect((await done).message.content).toBe('one two three')
  })

  it.each([
    ['beside the first words', [chunk({ content: 'one' }, 'stop')]],
    ['beside a thought', [chunk({ reasoning_content: 'Hm' }, 'stop')]],
    ['before any word', [chunk({ role: 'assistant', content: '' }, 'stop')]],
    [
      'in each chunk',
      [chunk({ content: 'one' }, 'stop'), chunk({ content: ' two' }, 'stop'), chunk({}, 'stop')],
    ],
    ['as a text that says null', [chunk({ content: 'one' }, 'null'), chunk({}, 'null')]],
  ])('a finish reason %s does not end an answer that pauses', async (_, begun) => {
    let response: Parameters<Answer>[0] | undefined
    const { state, done } = await ask((answer) => void (response = begin(answer)))
    await until(() => response !== undefined)
    response!.write(begun.join(''))
    await until(() => state.arrived === begun.join(''))
    await tick()
    vi.advanceTimersByTime(110_000)
    await tick()
    expect(state.completion).toBeUndefined()
    response!.end(chunk({ content: ' and the rest' }, 'stop'))
    expect((await done).message.content).toMatch(/ and the rest$/)
  })

  it('an answer that has ended does not wait for a server that pings', async () => {
    let response: Parameters<Answer>[0] | undefined
    const { state, done } = await ask((answer) => void (response = begin(answer)))
    await until(() => response !== undefined)
    const ending = [chunk({ content: 'All.' }), chunk({}, 'stop'), ': ping\n\n', ': ping\n\n']
    for (const [at, piece] of ending.entries()) {
      response!.write(piece)
      await until(() => state.arrived === ending.slice(0, at + 1).join(''))
      await tick()
      if (at > 0) vi.advanceTimersByTime(2_000)
    }
    expect(state.completion).toBeUndefined()
    vi.advanceTimersByTime(1_000)
    expect(await done).toMatchObject({
      outcome: 'complete',
      message: { content: 'All.', finishReason: 'stop' },
    })
  })

  it('a whole attempt can be limited, also while words come; a source that ignores the abort does not hang it', async () => {
    const never: ChatTransport = { send: () => new Promise(() => {}), deadlines: { total: 1000 } }
    const deaf: ChatTransport = {
      async send() {
        return (async function* () {
          yield chunk({ content: 'x' })
          await new Promise(() => {})
        })()
      },
      deadlines: { total: 1000 },
    }
    for (const transport of [never, deaf]) {
      const { done } = watch(transport)
      await tick()
      vi.advanceTimersByTime(1000)
      expect((await done).error).toMatchObject({ kind: 'timeout', code: 'total_timeout' })
    }
  })

  it('0 and Infinity are no deadline, and none is left behind after an answer', async () => {
    // A connection that is kept has a timer of Node's, for six seconds.
    const closes: Parameters<typeof ask>[0] = (response, request) => {
      response.setHeader('connection', 'close')
      says('fine')(response, request)
    }
    // The first connection of a process begins a clock of Node's own, which stops when it finds nothing to wait for.
    await (
      await ask(closes)
    ).done
    vi.runOnlyPendingTimers()
    const off = { connect: 0, firstToken: Infinity, idle: 0, total: Infinity, afterFinish: 0 }
    const { requests, state } = await ask(ignores, off)
    await until(() => requests.length === 1)
    expect(vi.getTimerCount()).toBe(0)
    expect(state.completion).toBeUndefined()
    const { done } = await ask(closes)
    await done
    // That of the body, which ends a little later.
    await until(() => vi.getTimerCount() === 0)
  })

  it('faults: sleep-wake: a clock that jumps an hour ends nothing; the silence after waking does', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { state, done } = await ask(hangs(chunk({ content: 'Before' })))
    await until(() => state.text === 'Before')
    for (const hours of [1, -2]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      vi.advanceTimersByTime(50_000)
      await tick()
      expect(state.completion).toBeUndefined()
    }
    vi.advanceTimersByTime(20_000)
    const { error, message } = await done
    expect([error?.code, message.content]).toEqual(['idle_timeout', 'Before'])
    expect(message.timing?.durationMs).toBeGreaterThanOrEqual(0)
  })

  it('a stop is a stop, also when a deadline is near', async () => {
    const { baseUrl, requests } = await serve(ignores)
    const stop = new AbortController()
    const { done } = watch({ baseUrl, deadlines: { connect: 1000 } }, stop.signal)
    await until(() => requests.length === 1)
    vi.advanceTimersByTime(999)
    stop.abort()
    vi.advanceTimersByTime(1)
    expect(await done).toMatchObject({ outcome: 'cancelled', message: { finishReason: 'cancelled' } })
  })
})

/** Lets promises and local connections settle. */
async function tick(): Promise<void> {
  for (let at = 0; at < 5; at++) await new Promise((resolve) => setImmediate(resolve))
}
