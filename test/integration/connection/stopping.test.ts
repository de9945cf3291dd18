import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestCompletion } from '@antiphon/core'
import { createEndpointMemory } from '@antiphon/core/provider'
import { splitBytes } from '@antiphon/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { begin, hangs, ignores, serve, until, type Answer } from './local-server.js'

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }
const streams = join(import.meta.dirname, '../../fixtures/streams')
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(streams, name)))

/** Reads a stream and stops at one of its events. */
async function stopAt(pieces: readonly Uint8Array[], at: number) {
  const stop = new AbortController()
  let released = false
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
    },
    cancel: () => void (released = true),
  })
  const events: string[] = []
  let seen: { content: string; frames: number } | undefined
  const completion = await requestCompletion({ send: async () => source }, request, {
    signal: stop.signal,
    onEvent(event, message) {
      events.push(event.type)
      if (events.length !== at) return
      seen = { content: message().content, frames: events.length }
      stop.abort()
      stop.abort()
    },
  })
  return { completion, events, seen, released: () => released }
}

describe('stopping (R6)', () => {
  it.each(['parallel-tools.sse', 'plain-text.sse'])(
    'faults: abort-at-every-event: %s stopped at each of its events keeps the text, applies nothing later and lets go of the source',
    async (name) => {
      const bytes = bytesOf(name)
      const whole = await stopAt([bytes], 0)
      expect(whole.completion.outcome).toBe('complete')
      const frames = [...new TextDecoder().decode(bytes).matchAll(/\n\n/g)].map(({ index }) => index + 2)
      for (const cuts of [[], frames]) {
        for (let at = 1; at < whole.events.length; at++) {
          const { completion, events, seen, released } = await stopAt(splitBytes(bytes, cuts), at)
          expect(completion.outcome, `stopped at event ${at}`).toBe('cancelled')
          expect(completion.message.finishReason).toBe('cancelled')
          expect(completion.message.content).toBe(seen?.content)
          expect(completion.error).toBeUndefined()
          // The rest of the same chunk still belongs to it; nothing comes from later chunks.
          expect(events.filter((type) => type === 'end')).toEqual(['end'])
          expect(events.length).toBeLessThanOrEqual(at + 3)
          await until(released)
        }
      }
    },
  )

  it('faults: abort-before-headers: ends at once, with an empty answer, and hangs up', async () => {
    const { baseUrl, requests } = await serve(ignores)
    const stop = new AbortController()
    const asked = requestCompletion({ baseUrl }, request, { signal: stop.signal })
    await until(() => requests.length === 1)
    stop.abort('enough')
    const { outcome, message, error } = await asked
    expect([outcome, message.content, message.finishReason, error]).toEqual([
      'cancelled',
      '',
      'cancelled',
      undefined,
    ])
    await until(() => requests[0]!.aborted)
  })

  it('faults: abort-before-headers: a signal that is already aborted sends nothing', async () => {
    const { baseUrl, requests } = await serve(ignores)
    const { outcome } = await requestCompletion({ baseUrl }, request, { signal: AbortSignal.abort() })
    expect(outcome).toBe('cancelled')
    expect(requests).toHaveLength(0)
  })

  it('during the body of a refusal and in the middle of a frame', async () => {
    const cut: Answer = (response) => void response.writeHead(500).write('{"error":')
    for (const answer of [cut, hangs('data: {"choi')]) {
      const { baseUrl, requests } = await serve(answer)
      const stop = new AbortController()
      const asked = requestCompletion({ baseUrl }, request, { signal: stop.signal })
      await until(() => requests.length === 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
      stop.abort()
      expect(await asked).toMatchObject({ outcome: 'cancelled', message: { content: '' } })
    }
  })

  it('during the wait for another attempt: no attempt follows, and no timer is left behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    // Not over a connection, because the client of Node has timers of its own.
    const answer = vi.fn(async () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } }))
    const stop = new AbortController()
    const notices: unknown[] = []
    const completion = await requestCompletion({ baseUrl: 'http://localhost/v1' }, request, {
      signal: stop.signal,
      fetch: answer,
      memory: createEndpointMemory(),
      onRetry(notice) {
        notices.push(notice?.attempt)
        if (notice) setImmediate(() => stop.abort())
      },
    })
    expect(completion).toMatchObject({ outcome: 'cancelled' })
    expect(completion.message.request?.retries).toBeUndefined()
    expect(notices).toEqual([2, undefined])
    expect(vi.getTimerCount()).toBe(0)
    expect(answer).toHaveBeenCalledTimes(1)
  })

  it('an answer that comes after the stop is let go', async () => {
    const stop = new AbortController()
    let released = false
    let answer: (source: ReadableStream<Uint8Array>) => void = () => {}
    const late = new Promise<ReadableStream<Uint8Array>>((resolve) => (answer = resolve))
    const asked = requestCompletion({ send: () => late }, request, { signal: stop.signal })
    stop.abort()
    expect((await asked).outcome).toBe('cancelled')
    answer(new ReadableStream({ cancel: () => void (released = true) }))
    await until(() => released)
  })
})

it('a body that pauses is read on: there is no deadline by accident', async () => {
  const { baseUrl } = await serve((response) => {
    begin(response).write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n')
    setTimeout(() => response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'), 50)
  })
  expect((await requestCompletion({ baseUrl }, request)).outcome).toBe('complete')
})
