import { type EndpointConfig, requestCompletion } from '@antiphon/core'
import type {
  RequestCompletionOptions,
  RetryNotice,
} from '../../../packages/core/src/provider/connection/request-completion.js'
import { createEndpointMemory } from '@antiphon/core/provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { begin, breaks, chunk, refuses, says, serve, type Answer } from './local-server.js'

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Asks a server that answers so. Waits pass at once, but are noted. */
async function ask(
  answers: Answer[],
  settings: Partial<EndpointConfig> = {},
  options: RequestCompletionOptions = {},
) {
  const { baseUrl, requests } = await serve(...answers)
  const notices: RetryNotice[] = []
  const completion = await requestCompletion({ baseUrl, ...settings }, request, {
    memory: createEndpointMemory(),
    now: () => 0,
    random: () => 0,
    onRetry(notice) {
      if (!notice) return
      notices.push(notice)
      setImmediate(() => vi.advanceTimersByTime(notice.at))
    },
    ...options,
  })
  return { completion, requests, notices, waits: notices.map(({ at }) => at) }
}

describe('what is tried again (R8, docs/wire 3.2: 408/409/429/5xx and 498/529/503)', () => {
  it.each([408, 409, 429, 498, 500, 502, 503, 504, 529])(
    'faults: http-500-503-529: a %i before the first word is waited for, and the answer arrives',
    async (status) => {
      const { completion, requests, waits } = await ask([refuses(status, { message: 'busy' }), says('fine')])
      expect(completion).toMatchObject({
        outcome: 'complete',
        message: { content: 'fine', request: { profile: 'generic', retries: 1 } },
      })
      expect(requests).toHaveLength(2)
      expect(waits).toEqual([500])
    },
  )

  it('faults: http-500-503-529: gives up after two more attempts, each after a longer wait', async () => {
    const { completion, requests, waits, notices } = await ask([refuses(503, { message: 'busy' })])
    expect(completion).toMatchObject({
      outcome: 'error',
      error: { kind: 'overloaded', status: 503, message: 'busy' },
      message: { content: '', request: { retries: 2 } },
    })
    expect(requests).toHaveLength(3)
    expect(waits).toEqual([500, 1000])
    expect(notices.map((notice) => [notice.attempt, notice.error.status])).toEqual([
      [2, 503],
      [3, 503],
    ])
  })

  it('the wait doubles up to 8 s, and chance takes up to a quarter of it', async () => {
    const broken = [refuses(500)]
    expect((await ask(broken, { retry: { retries: 7 } })).waits).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ])
    expect((await ask(broken, {}, { random: () => 1 })).waits).toEqual([375, 750])
    expect((await ask(broken, { retry: { retries: 0 } })).requests).toHaveLength(1)
  })

  it.each([400, 401, 403, 404, 413, 422])('a %i is final', async (status) => {
    const { completion, requests } = await ask([refuses(status, { message: 'no' })])
    expect(completion).toMatchObject({ outcome: 'error', error: { status, message: 'no' } })
    expect(completion.message.request).toEqual({ profile: 'generic' })
    expect(requests).toHaveLength(1)
  })

  it('faults: http-401: a refused key is an error of kind auth, tried once', async () => {
    const { completion, requests } = await ask([refuses(401, { message: 'Invalid API key' })])
    expect(completion.error).toMatchObject({ kind: 'auth', message: 'Invalid API key' })
    expect(requests).toHaveLength(1)
  })

  it('faults: http-413-400-context: a conversation that is too long is told at once', async () => {
    for (const status of [400, 413, 500]) {
      const { completion, requests } = await ask([
        refuses(status, {
          message: 'This maximum context length is 4096 tokens',
          code: 'context_length_exceeded',
        }),
      ])
      expect(completion.error?.kind).toBe('context_overflow')
      expect(requests).toHaveLength(1)
    }
  })

  it('docs/wire 3.2: no money is final, also as a 429', async () => {
    for (const answer of [refuses(429, { code: 'insufficient_quota', message: 'pay' }), refuses(402)]) {
      const { completion, requests } = await ask([answer])
      expect(completion.error?.kind).toBe('billing')
      expect(requests).toHaveLength(1)
    }
  })

  it('a connection that is refused or breaks before the first word is tried again', async () => {
    const { completion, requests } = await ask([
      (response) => response.destroy(),
      breaks(': PROCESSING\n\n', chunk({ role: 'assistant' })),
      says('here'),
    ])
    expect(completion).toMatchObject({
      outcome: 'complete',
      message: { content: 'here', request: { retries: 2 } },
    })
    expect(requests).toHaveLength(3)
  })

  it('an answer that ends before its first word is tried again', async () => {
    const { completion } = await ask([
      (response) => begin(response).end(chunk({ role: 'assistant' })),
      says('here'),
    ])
    expect(completion.message).toMatchObject({ content: 'here', request: { retries: 1 } })
  })

  it('docs/wire 3.2: a 200 with an error inside is judged by what the error says', async () => {
    const inside =
      (error: object): Answer =>
      (response) =>
        begin(response).end(`data: ${JSON.stringify({ error })}\n\n`)
    for (const error of [
      { message: 'busy', code: 503 },
      { message: 'x', type: 'server_error' },
      { message: 'Rate limit reached' },
    ]) {
      expect((await ask([inside(error), says('ok')])).completion.message.content).toBe('ok')
    }
    for (const error of [{ message: 'bad', code: 400 }, { message: 'something odd' }]) {
      expect((await ask([inside(error), says('ok')])).requests).toHaveLength(1)
    }
  })

  it('nothing is tried again once a word was seen: the text stays, with the error', async () => {
    for (const answer of [
      breaks(chunk({ content: 'So' })),
      ((response) =>
        begin(response).end(
          `${chunk({ content: 'So' })}data: {"error":{"message":"x","code":503}}\n\n`,
        )) as Answer,
    ]) {
      const { completion, requests } = await ask([answer, says('again')])
      expect(completion).toMatchObject({ outcome: 'error', message: { content: 'So', isError: true } })
      expect(completion.message.request).toEqual({ profile: 'generic' })
      expect(requests).toHaveLength(1)
    }
  })
})

describe('how long it waits (docs/wire 3.2: retry-after-ms, then retry-after)', () => {
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '2' }, 2000],
    ['milliseconds first', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    ['a date', { 'retry-after': 'Thu, 01 Jan 1970 00:00:07 GMT' }, 7000],
  ])('faults: http-429-retry-after: as the server asks, in %s', async (_name, headers, wait) => {
    const { completion, waits } = await ask([refuses(429, { message: 'slow down' }, headers), says('ok')])
    expect(waits).toEqual([wait])
    expect(completion.outcome).toBe('complete')
  })

  it('faults: http-429-retry-after: a longer wait than the limit is not waited for; the error names it', async () => {
    const { completion, requests } = await ask([refuses(429, {}, { 'retry-after': '61' }), says('ok')])
    expect(completion.error).toMatchObject({ kind: 'rate_limit', retryAfterMs: 61_000 })
    expect(requests).toHaveLength(1)
    const patient = await ask([refuses(429, {}, { 'retry-after': '61' }), says('ok')], {
      retry: { maxDelay: 100_000 },
    })
    expect(patient.waits).toEqual([61_000])
  })
})

it('events tell of the last attempt only, in order, and end once', async () => {
  const events: string[] = []
  await ask(
    [breaks(chunk({ role: 'assistant' })), says('one', 'two')],
    {},
    {
      onEvent: (event) => events.push(event.type),
    },
  )
  expect(events).toEqual(['start', 'text_delta', 'text_delta', 'end'])
})
