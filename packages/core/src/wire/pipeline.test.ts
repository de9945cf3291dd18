import { describe, expect, test, vi } from 'vitest'
import type { CompletionEvent } from './accumulate/types.js'
import { collectCompletion, createCompletionReader, pumpSource, readCompletion } from './pipeline.js'

const chunk = (content: string, finish?: string) =>
  `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta: { content }, ...(finish ? { finish_reason: finish } : {}) }] })}\n\n`
const answer = [chunk('Good '), chunk('morning'), chunk('', 'stop'), 'data: [DONE]\n\n']

/** A body that gives these pieces, then ends, breaks or hangs. */
function body(pieces: string[], end: 'close' | 'reset' | 'hang' = 'close') {
  const state = { cancelled: false, pulled: 0 }
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[state.pulled]
        if (piece !== undefined) {
          state.pulled++
          controller.enqueue(encoder.encode(piece))
        } else if (end === 'close') controller.close()
        else if (end === 'reset') controller.error(new TypeError('terminated'))
        else return new Promise(() => {})
        return undefined
      },
      cancel: () => void (state.cancelled = true),
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

describe('what a body turns out to be (docs/wire 2.1)', () => {
  const chunkJson = (content: string, finish: string | null) =>
    JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })
  const whole = {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  }

  test.each<[string, string, string]>([
    ['a stream', answer.join(''), 'Good morning'],
    ['a stream after blank lines and comments', `\n\n: wait\n\n${answer.join('')}`, 'Good morning'],
    ['a whole completion', JSON.stringify(whole), 'hi'],
    [
      'a whole completion, pretty-printed, after blank keep-alive lines',
      `\n\n \n${JSON.stringify(whole, null, 2)}\n`,
      'hi',
    ],
    ['chunks, one per line', `${chunkJson('a', null)}\n${chunkJson('b', 'stop')}\n[DONE]\n`, 'ab'],
    ['chunks in a list', `[${chunkJson('a', null)},\n${chunkJson('b', 'stop')}]`, 'ab'],
    ['chunks side by side', chunkJson('a', null) + chunkJson('b', 'stop'), 'ab'],
    [
      'JSON lines without data: in a stream',
      `: hello\n${chunkJson('a', null)}\n${chunkJson('b', 'stop')}\n`,
      'ab',
    ],
    ['a stream in a stream', answer.join('').replaceAll('data: ', 'data: data: '), 'Good morning'],
  ])('%s', async (_name, text, content) => {
    expect(await collectCompletion(text)).toMatchObject({
      outcome: 'complete',
      message: { content },
      repairs: [],
    })
  })

  test('JSON lines are read as they come', () => {
    const reader = createCompletionReader()
    reader.push(`${chunkJson('a', null)}\n{"ch`)
    expect(reader.snapshot().content).toBe('a')
  })

  test.each<[string, string, object]>([
    [
      'an error body',
      '{"error":{"message":"no","code":"model_not_found"}}',
      { kind: 'not_found', message: 'no' },
    ],
    ['an error body, pretty-printed', '{\n  "error": {\n "message": "no"\n }\n}', { message: 'no' }],
    [
      'an error body in a list',
      '[{"error":{"message":"no","status":"RESOURCE_EXHAUSTED"}}]',
      { kind: 'rate_limit' },
    ],
    ['an error after comments', ': PROCESSING\n\n{"error":{"message":"no"}}', { message: 'no' }],
    [
      'an event with a status word',
      'event: error\ndata: overloaded\n\n',
      { kind: 'overloaded', message: 'overloaded' },
    ],
    ['an event with nothing', 'event: error\ndata:\n\n', { kind: 'provider' }],
    ['a login page', '<!doctype html><title>Sign in</title>', { kind: 'malformed_stream' }],
    ['words', 'Internal Server Error', { kind: 'malformed_stream' }],
    ['words that tell a kind', 'upstream: service unavailable', { kind: 'overloaded' }],
    ['events that are not JSON', 'data: hello\n\ndata: world\n\n', { kind: 'malformed_stream' }],
    ['JSON of another API', '{"models":[]}', { kind: 'malformed_stream' }],
    [
      'no choices',
      '{"object":"chat.completion","choices":[]}',
      { kind: 'empty_response', code: 'no_choices' },
    ],
    ['nothing', '', { kind: 'empty_response' }],
    ['the end mark alone', '[DONE]\n', { kind: 'empty_response' }],
    ['only keep-alives', ': ping\n\n: ping\n\n', { kind: 'empty_response' }],
  ])('%s is an error in words', async (_name, text, expected) => {
    const { error, outcome, message } = await collectCompletion(text)
    expect(error).toMatchObject(expected)
    expect(error?.message).not.toBe('')
    expect(outcome).toBe('error')
    expect(message).toMatchObject({ content: '', finishReason: 'error', isError: true })
  })

  test('a JSON body that was cut is incomplete, and told', async () => {
    const { outcome, repairs } = await collectCompletion(JSON.stringify(whole, null, 2).slice(0, -9))
    expect([outcome, repairs.map((repair) => repair.rule)]).toEqual(['incomplete', ['frame_cut']])
  })

  test('a frame that is no JSON is reported and the rest read on', async () => {
    const { message, outcome, repairs } = await collectCompletion(
      `${answer[0]}data: {"choices":[{\n\n${answer.slice(1).join('')}`,
    )
    expect([message.content, outcome]).toEqual(['Good morning', 'complete'])
    expect(repairs).toEqual([
      { rule: 'malformed_json', where: 'event 2', before: '{"choices":[{', after: undefined },
    ])
    expect(message.request).toEqual({ unreadLines: 1 })
  })

  test('the message counts the frames that are no JSON, each once, also those beyond what is reported', async () => {
    const broken = 'data: {"choices":[{\n\n'.repeat(300)
    const { message, repairs } = await collectCompletion(`${broken}${answer.join('')}`)
    expect(message.request).toEqual({ unreadLines: 300 })
    expect(repairs.length).toBeLessThan(300)
    expect((await collectCompletion(answer.join(''))).message).not.toHaveProperty('request')
  })

  test('named events count when they hold a chunk, other names are noted', async () => {
    const { message, repairs } = await collectCompletion(
      `event: ping\ndata: {"t":1}\n\nevent: completion\n${answer.join('')}`,
    )
    expect(message.content).toBe('Good morning')
    expect(repairs.map((repair) => repair.rule)).toEqual(['event_ignored'])
  })

  test('what follows [DONE] is ignored', async () => {
    expect(await collectCompletion([...answer, chunk('late'), 'data: {"error":"late"}\n\n'])).toMatchObject({
      outcome: 'complete',
      message: { content: 'Good morning' },
    })
  })

  test('a frame over the limit stops the reading; what came before is kept (R12)', async () => {
    const { stream, state } = body(
      [chunk('kept'), `data: ${'x'.repeat(600)}`, 'never', 'asked', 'for'],
      'hang',
    )
    const { message, outcome, error } = await collectCompletion(stream, { maxFrameBytes: 500 })
    expect([message.content, outcome, error?.kind, error?.code]).toEqual([
      'kept',
      'error',
      'malformed_stream',
      'frame_too_large',
    ])
    expect(state).toEqual({ cancelled: true, pulled: 2 })
  })
})

test('a body over the limit stops the reading at the same place for any cut; what came before is kept (S52)', async () => {
  const text = answer.join('')
  const maxBodyBytes = answer.slice(0, 2).join('').length
  for (const size of [1, 7, text.length]) {
    const { message, outcome, error } = await collectCompletion(
      text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [],
      { maxBodyBytes },
    )
    expect([message.content, outcome, error?.code]).toEqual(['Good morning', 'error', 'body_too_large'])
  }
})

describe('a response', () => {
  test('whose status is not 2xx is an error with all that is known', async () => {
    const response = new Response('{"error":{"message":"slow down"}}', {
      status: 429,
      headers: { 'retry-after': '3', 'x-request-id': 'r1' },
    })
    expect(await collectCompletion(response, { errorContext: { host: 'h', model: 'm' } })).toMatchObject({
      outcome: 'error',
      error: {
        kind: 'rate_limit',
        message: 'slow down',
        status: 429,
        retryAfterMs: 3000,
        requestId: 'r1',
        host: 'h',
        model: 'm',
      },
    })
  })

  test('that refuses with a page, with nothing or with a broken body still says its status', async () => {
    const page = new Response('<html><h1>Bad gateway</h1></html>', { status: 502 })
    expect((await collectCompletion(page)).error).toMatchObject({ status: 502, message: 'Bad gateway' })
    expect((await collectCompletion(new Response(null, { status: 401 }))).error).toMatchObject({
      kind: 'auth',
      status: 401,
    })
    expect(
      (await collectCompletion(new Response(body([], 'reset').stream, { status: 503 }))).error,
    ).toMatchObject({ kind: 'overloaded', status: 503 })
  })

  test.each([
    ['https://h/v1/chat/completions', 'The server at h answered 404 with an empty body.'],
    [
      'https://h/chat/completions',
      'The server at h answered 404 with an empty body. The base URL often ends in /v1.',
    ],
  ])('of nothing, 404 at %s, advises a version only where there is none', async (url, message) => {
    const response = Object.defineProperty(new Response(null, { status: 404 }), 'url', { value: url })
    expect((await collectCompletion(response)).error).toMatchObject({ kind: 'not_found', message })
  })

  test('with 200 and an error inside carries the request id', async () => {
    const response = new Response('data: {"error":{"message":"no"}}\n\n', {
      headers: { 'x-request-id': 'r2' },
    })
    expect((await collectCompletion(response)).error).toMatchObject({ message: 'no', requestId: 'r2' })
  })

  test('that stays open after [DONE] is let go after a second', async () => {
    const { stream, state } = body(answer, 'hang')
    expect((await collectCompletion(new Response(stream))).outcome).toBe('complete')
    expect(state.cancelled).toBe(false)
    await vi.waitFor(() => expect(state.cancelled).toBe(true), 5000)
  })

  test('may end by itself after [DONE], and what it says until then is nothing of the answer', async () => {
    const { stream, state } = body([...answer, ': bye\n\n', chunk('more')])
    const { outcome, message } = await collectCompletion(new Response(stream))
    expect([outcome, message.content]).toEqual(['complete', 'Good morning'])
    await vi.waitFor(() => expect(state.pulled).toBe(6))
    expect(state.cancelled).toBe(false)
  })
})

describe('a connection that breaks', () => {
  test('before the finish keeps the text and is an error', async () => {
    const { message, outcome, error } = await collectCompletion(body(answer.slice(0, 2), 'reset').stream)
    expect([message.content, message.finishReason, outcome, error?.kind]).toEqual([
      'Good morning',
      'error',
      'error',
      'network_or_cors',
    ])
  })

  test('keeps a frame that was complete but for its blank line', async () => {
    const { message } = await collectCompletion(body([chunk('kept').trimEnd()], 'reset').stream)
    expect(message.content).toBe('kept')
  })

  test('after the finish is complete, with a note', async () => {
    const { outcome, repairs } = await collectCompletion(body(answer.slice(0, 3), 'reset').stream)
    expect([outcome, repairs.map((repair) => repair.rule)]).toEqual([
      'complete',
      ['connection_lost_after_finish'],
    ])
  })
})

describe('stopping (R6)', () => {
  test.each([0, 1, 2, 3])(
    'after %i pieces: text kept, source closed, nothing applied later',
    async (count) => {
      const { stream, state } = body(answer.slice(0, count), 'hang')
      const abort = new AbortController()
      const reading = collectCompletion(stream, { signal: abort.signal })
      await new Promise((resolve) => setTimeout(resolve, 5))
      abort.abort()
      abort.abort()
      const { message, outcome, error } = await reading
      expect(outcome).toBe('cancelled')
      expect(message.content).toBe(['', 'Good ', 'Good morning', 'Good morning'][count])
      expect(message.finishReason).toBe('cancelled')
      expect(error).toBeUndefined()
      expect(state.cancelled).toBe(true)
    },
  )

  test('before the start reads nothing', async () => {
    const { stream, state } = body(answer)
    expect((await collectCompletion(stream, { signal: AbortSignal.abort() })).outcome).toBe('cancelled')
    expect(state).toEqual({ cancelled: true, pulled: 0 })
  })

  test('a fetch that was aborted by somebody else is cancelled too', () => {
    const reader = createCompletionReader()
    reader.push(chunk('a'))
    expect(reader.fail(new DOMException('x', 'AbortError'))).toMatchObject({
      outcome: 'cancelled',
      message: { content: 'a' },
    })
  })

  test('is final: later pushes, ends and failures change nothing', () => {
    const reader = createCompletionReader()
    reader.push(chunk('a'))
    const completion = reader.cancel()
    reader.push(chunk('b'))
    expect([reader.end(), reader.fail(new Error('x')), reader.cancel(), reader.completion()]).toEqual([
      completion,
      completion,
      completion,
      completion,
    ])
    expect(reader.snapshot()).toBe(completion.message)
    expect(reader.done).toBe(true)
  })
})

describe('events of readCompletion', () => {
  test('come one by one, the last is the end', async () => {
    const { stream, state } = body(answer)
    const events: CompletionEvent[] = []
    const pulled: number[] = []
    for await (const event of readCompletion(stream)) {
      events.push(event)
      pulled.push(state.pulled)
    }
    expect(pulled.slice(0, 3)).toEqual([1, 1, 2])
    expect(events.map((event) => event.type)).toEqual(['start', 'text_delta', 'text_delta', 'end'])
    expect(events.at(-1)).toMatchObject({
      completion: { outcome: 'complete', message: { content: 'Good morning' } },
    })
  })

  test('leaving the loop closes the source', async () => {
    const { stream, state } = body(answer, 'hang')
    for await (const event of readCompletion(stream)) if (event.type === 'text_delta') break
    expect(state.cancelled).toBe(true)
  })

  test('an error is an event and then the end', async () => {
    const types: string[] = []
    for await (const event of readCompletion('{"error":"no"}')) types.push(event.type)
    expect(types).toEqual(['start', 'error', 'end'])
  })
})

describe('for a chat that drives the reader itself', () => {
  test('every piece is a sign of life, also one without content; output and finish are told', async () => {
    const sizes: number[] = []
    const comments: string[] = []
    const items: string[] = []
    const reader = createCompletionReader({
      probe: { comment: (text) => comments.push(text), item: (item) => items.push(item.type) },
    })
    const seen: boolean[] = []
    async function* source() {
      yield ': ping\n\n'
      seen.push(reader.sawOutput)
      yield chunk('a')
      seen.push(reader.sawOutput, reader.sawFinish)
      yield chunk('', 'stop')
      seen.push(reader.sawFinish)
    }
    await pumpSource(source(), reader, { onBytes: (size) => sizes.push(size) })
    expect(seen).toEqual([false, true, false, true])
    expect(sizes).toHaveLength(3)
    expect(comments).toEqual(['ping'])
    expect(items).toEqual(['value', 'value'])
  })
})
