import { countWork } from '../support/count-work.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectCompletion, type Completion } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { toChatErrorData } from '@antiphon/core/errors'
import { sharedFolder, sharedJson } from './shared-data.js'

const corpus = sharedFolder('corpora/faults')
const stream = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../fixtures/streams/parallel-tools.sse')),
)
const plain = new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/streams/plain-text.sse')))

const frame = (fields: object, finish?: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: fields, finish_reason: finish ?? null }] })}\n\n`
const call = (fields: object) => frame({ tool_calls: [fields] })
const finish = frame({}, 'stop')
const DONE = 'data: [DONE]\n\n'

function read(bytes: Uint8Array, cuts: number[] = []): Completion {
  const reader = createCompletionReader()
  let from = 0
  for (const cut of [...cuts, bytes.length]) {
    reader.push(bytes.subarray(from, cut))
    from = cut
  }
  return reader.end()
}

/** Length of the bytes up to the end of the frame with the finish reason. */
function finishAt(bytes: Uint8Array): number {
  const text = new TextDecoder('latin1').decode(bytes)
  return text.indexOf('\n', text.search(/"finish_reason":"(?:stop|tool_calls)"/))
}

async function calls(...frames: string[]): Promise<string[][]> {
  const { message } = await collectCompletion([...frames, finish, DONE])
  return (message.tool_calls ?? []).map((found) => [found.id, found.function.name, found.function.arguments])
}

/** The faults of the corpus that are about reading a response; the others belong to the chat, the store and the tools. */
const faults: Record<string, () => unknown> = {
  'cut-every-byte': () => {
    const end = finishAt(plain)
    for (let at = 1; at <= plain.length; at++) {
      const { outcome, message } = read(plain.subarray(0, at))
      expect(outcome, `cut at ${at}`).toBe(at < end ? 'incomplete' : 'complete')
      expect(read(plain).message.content.startsWith(message.content)).toBe(true)
    }
  },
  'reset-every-byte': () => {
    const end = finishAt(plain)
    for (let at = 1; at <= plain.length; at++) {
      const reader = createCompletionReader()
      reader.push(plain.subarray(0, at))
      const { outcome, error, message } = reader.fail(new TypeError('terminated'))
      expect([outcome, error?.kind], `reset at ${at}`).toEqual(
        at < end ? ['error', 'network_or_cors'] : ['complete', undefined],
      )
      expect(message.content).toBe(read(plain.subarray(0, at)).message.content)
    }
  },
  'chunk-1': () => expect(read(stream, [...stream.keys()])).toEqual(read(stream)),
  'chunk-random': () => {
    const whole = read(stream)
    let seed = 1
    const next = () => (seed = (seed * 48_271) % 2_147_483_647) % stream.length
    for (let run = 0; run < 200; run++) {
      const cuts = Array.from({ length: 20 }, next).sort((a, b) => a - b)
      expect(read(stream, cuts)).toEqual(whole)
    }
  },
  'chunk-all': () => expect(read(stream).outcome).toBe('complete'),
  'comments-only': async () => {
    const { message, outcome } = await collectCompletion([
      ': keep-alive\n\n'.repeat(60),
      frame({ content: 'a' }),
      finish,
    ])
    expect([message.content, outcome]).toEqual(['a', 'complete'])
  },
  'duplicate-frame': async () => {
    const { message } = await collectCompletion([frame({ content: 'ha' }), frame({ content: 'ha' }), finish])
    expect(message.content).toBe('haha')
  },
  'reorder-tool-fragments': async () => {
    const start = [0, 1, 2].map((index) =>
      call({ index, id: `c${index}`, function: { name: `f${index}`, arguments: '' } }),
    )
    const rest = [2, 0, 1, 1, 0, 2].map((index, at) =>
      call({ index, function: { arguments: at < 3 ? `{"n":` : `${index}}` } }),
    )
    expect(await calls(...start, ...rest)).toEqual(
      [0, 1, 2].map((index) => [`c${index}`, `f${index}`, `{"n":${index}}`]),
    )
  },
  'missing-index': async () => {
    expect(
      await calls(
        call({ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }),
        call({ id: 'b', function: { name: 'g', arguments: '{}' } }),
      ),
    ).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'g', '{}'],
    ])
  },
  'tool-id-late': async () => {
    expect(
      await calls(
        call({ index: 0, function: { name: 'f', arguments: '{"x"' } }),
        call({ index: 0, id: 'a', function: { arguments: ':1}' } }),
      ),
    ).toEqual([['a', 'f', '{"x":1}']])
  },
  'tool-name-split': async () => {
    const named = (name: string, args = '') =>
      call({ index: 0, id: 'a', function: { name, arguments: args } })
    expect(await calls(named('get_'), named('tide', '{}'))).toEqual([['a', 'get_tide', '{}']])
    expect(await calls(named('get_tide'), named('get_tide', '{}'))).toEqual([['a', 'get_tide', '{}']])
  },
  'usage-only-last-chunk': async () => {
    const { message } = await collectCompletion([
      frame({ content: 'a' }),
      finish,
      'data: {"choices":[],"usage":{"prompt_tokens":3}}\n\n',
    ])
    expect(message.usage?.inputTokens).toBe(3)
  },
  'no-done-but-finish': async () =>
    expect((await collectCompletion([frame({ content: 'a' }), finish])).outcome).toBe('complete'),
  'done-without-finish': async () => {
    const source = [frame({ content: 'a' }), DONE]
    expect(await collectCompletion(source)).toMatchObject({
      outcome: 'incomplete',
      message: { content: 'a' },
    })
    expect((await collectCompletion(source, { sendsFinishReason: false })).outcome).toBe('complete')
  },
  'error-chunk-in-200': async () => {
    const { message, error } = await collectCompletion([
      frame({ content: 'a' }),
      'data: {"error":{"message":"x","code":"y"}}\n\n',
    ])
    expect([message.content, error?.message, error?.code]).toEqual(['a', 'x', 'y'])
  },
  'event-error-frame': async () => {
    const { message, error } = await collectCompletion([
      frame({ content: 'a' }),
      'event: error\ndata: {"message":"x"}\n\n',
    ])
    expect([message.content, error?.message]).toEqual(['a', 'x'])
  },
  'json-error-body-200': async () => {
    const body = new Response('{"error":{"message":"x"}}', {
      headers: { 'content-type': 'application/json' },
    })
    expect((await collectCompletion(body)).error?.message).toBe('x')
  },
  'html-200': async () => {
    const body = new Response('<!doctype html><body>Log in<script>alert(1)</script></body>', {
      headers: { 'content-type': 'text/html' },
    })
    const { error, message } = await collectCompletion(body)
    expect(error?.message).toMatch(/HTML page.*Log in/)
    expect(error?.message).not.toContain('alert')
    expect(message.content).toBe('')
  },
  'plain-json-completion': async () => {
    const body = JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }],
    })
    expect(await collectCompletion(body)).toMatchObject({ outcome: 'complete', message: { content: 'a' } })
  },
  ndjson: async () => {
    const lines = [frame({ content: 'a' }), finish].map((text) => text.slice(6).trimEnd()).join('\n')
    expect(await collectCompletion(lines)).toMatchObject({ outcome: 'complete', message: { content: 'a' } })
  },
  'malformed-json-frame': async () => {
    const { message, outcome, repairs } = await collectCompletion([
      frame({ content: 'a' }),
      'data: {"choices":[{\n\n',
      frame({ content: 'b' }),
      finish,
    ])
    expect([message.content, outcome, repairs.map((repair) => repair.rule)]).toEqual([
      'ab',
      'complete',
      ['malformed_json'],
    ])
  },
  'giant-frame-50mb': () => {
    expectStopped(`data: {"choices":[{"delta":{"content":"`)
    // A body that is one JSON document has nothing complete before its end.
    expectStopped('{"choices":[{"message":{"content":"', '')
  },
  'no-newline-50mb': () => expectStopped(''),
  'fragments-100k': () => {
    const cost = (fragments: number) =>
      countWork(() => {
        const reader = createCompletionReader()
        reader.push(call({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":"' } }))
        const fragment = call({ index: 0, function: { arguments: 'y' } })
        for (let at = 0; at < fragments; at++) reader.push(fragment)
        reader.push(call({ index: 0, function: { arguments: '"}' } }) + finish)
        expect(reader.end().message.tool_calls?.[0]?.function.arguments).toHaveLength(fragments + 8)
      })
    expect(cost(100_000)).toBeLessThan(cost(10_000) * 15)
  },
  'invalid-utf8': async () => {
    const [before, after] = frame({ content: 'a#b' }).split('#')
    const encoder = new TextEncoder()
    const { message } = await collectCompletion([
      encoder.encode(before),
      Uint8Array.of(0xff, 0xfe),
      encoder.encode(after + finish),
    ])
    expect(message.content).toBe('a\uFFFD\uFFFDb')
  },
  'utf8-split': () => {
    const bytes = new TextEncoder().encode(frame({ content: '👩‍👩‍👧 é 𝒳' }) + finish)
    for (let cut = 0; cut < bytes.length; cut++) expect(read(bytes, [cut]).message.content).toBe('👩‍👩‍👧 é 𝒳')
  },
  'http-401': async () => {
    const body = new Response('{"error":{"message":"bad key"}}', { status: 401 })
    expect((await collectCompletion(body)).error).toMatchObject({
      kind: 'auth',
      message: 'bad key',
      status: 401,
    })
  },
  'http-429-retry-after': async () => {
    const body = new Response('{}', { status: 429, headers: { 'Retry-After': '2' } })
    expect((await collectCompletion(body)).error).toMatchObject({ kind: 'rate_limit', retryAfterMs: 2000 })
  },
  'http-500-503-529': async () => {
    for (const status of [500, 503, 529]) {
      const { error } = await collectCompletion(new Response('busy', { status }))
      expect(error).toMatchObject({ status, kind: status === 500 ? 'provider' : 'overloaded' })
    }
  },
  'http-413-400-context': async () => {
    const body = new Response('{"error":{"message":"too long","code":"context_length_exceeded"}}', {
      status: 400,
    })
    expect((await collectCompletion(body)).error?.kind).toBe('context_overflow')
    const cut = '{"error":{"message":"Max size: 8000 tokens.","code":"tokens_limit_reached"}}'
    expect((await collectCompletion(new Response(cut, { status: 413 }))).error?.kind).toBe('context_overflow')
    const large = new Response('{"error":{"message":"Das ist zu groß."}}', { status: 413 })
    expect((await collectCompletion(large)).error).toMatchObject({
      kind: 'invalid_request',
      message: 'Das ist zu groß.',
    })
  },
  'cors-blocked': () => {
    const data = toChatErrorData(new TypeError('Failed to fetch'))
    expect(data.kind).toBe('network_or_cors')
    expect(data.message).toMatch(/CORS/)
  },
  'abort-at-every-event': () => {
    const frames = new TextDecoder().decode(stream).match(/[\s\S]*?\n\n/g) ?? []
    for (let stop = 0; stop <= frames.length; stop++) {
      const reader = createCompletionReader()
      for (const text of frames.slice(0, stop)) reader.push(text)
      const seen = reader.snapshot()
      const { outcome, message } = reader.cancel()
      for (const text of frames.slice(stop)) reader.push(text)
      expect(outcome).toBe(stop === frames.length ? 'complete' : 'cancelled')
      expect([message.content, message.tool_calls?.length]).toEqual([seen.content, seen.tool_calls?.length])
      expect(reader.snapshot()).toBe(message)
    }
  },
  'abort-before-headers': async () => {
    const { outcome, message } = await collectCompletion(new ReadableStream(), {
      signal: AbortSignal.abort(),
    })
    expect([outcome, message.content]).toEqual(['cancelled', ''])
  },
  'double-stop': () => {
    const reader = createCompletionReader()
    expect(reader.cancel()).toBe(reader.cancel())
  },
}

/** 50 MB without an end: stopped at the limit with an error, and what came before is kept. */
function expectStopped(prefix: string, kept = 'kept'): void {
  const reader = createCompletionReader()
  reader.push((kept && frame({ content: kept })) + prefix)
  const piece = new TextEncoder().encode('x'.repeat(1024 * 1024))
  let pushed = 0
  for (; pushed < 50 && !reader.done; pushed++) reader.push(piece)
  expect(pushed).toBeLessThanOrEqual(17)
  expect(reader.end()).toMatchObject({
    outcome: 'error',
    error: { code: 'frame_too_large' },
    message: { content: kept },
  })
}

describe('faults of a response (corpora/faults)', () => {
  test.each(Object.entries(faults))('faults: %s', (_name, check) => check() as Promise<void>)

  test.skipIf(!corpus)('each of them is a case of the corpus', () => {
    const { cases } = sharedJson(corpus ?? '', 'faults.json') as { cases: { name: string }[] }
    const names = cases.map((one) => one.name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(faults)))
  })
})
