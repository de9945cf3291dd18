import { createChat, requestCompletion } from '@antiphon/core'
import {
  immediateScheduler,
  callsAnswer,
  scriptedTransport,
  sseText,
  textAnswer,
} from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordTransport } from './record-transport.js'
import { createRecorder } from './recorder.js'
import { createTimeline } from './timeline.js'
import { recordChat } from './record-chat.js'

const question = { messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
const key = 'sk-a-key-that-must-not-stay-0001'

/** A `fetch` that answers with these, one after the other, and keeps what it was asked. */
function scriptedFetch(answers: readonly (() => Response | Promise<Response>)[]) {
  const bodies: string[] = []
  return {
    bodies,
    fetch: (async (_url, init) => {
      bodies.push(String(init?.body))
      return answers[bodies.length - 1]!()
    }) as typeof fetch,
  }
}

const stream = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/event-stream', 'x-request-id': 'r1' } })

test('a chat that was made without a recorder is recorded from the next request on, tool rounds included', async () => {
  const recorder = createRecorder({ scheduler: immediateScheduler })
  const transport = scriptedTransport([
    textAnswer('Before.'),
    callsAnswer([{ name: 'add' }]),
    textAnswer('After.'),
  ])
  const tool = { name: 'add', description: 'Adds.', parameters: { type: 'object' }, execute: () => 3 }
  const chat = createChat({ transport, scheduler: immediateScheduler, tools: [tool] })
  const other = createChat({ transport: scriptedTransport([textAnswer('Other.')]) })
  await chat.send('One')
  const stop = recordChat(chat, recorder)
  await Promise.all([chat.send('Two'), other.send('Elsewhere')])
  stop()
  const exchanges = recorder.getExchanges()
  const answers = chat.store.getMessages().filter(({ role }) => role === 'assistant')
  expect(exchanges.map(({ messageId }) => messageId)).toEqual(answers.slice(1).map(({ id }) => id))
  expect(exchanges.map((one) => createTimeline(one).completion!.message.content)).toEqual(['', 'After.'])
  expect(exchanges[1]!.question!.messages).toHaveLength(5)
})

test('retries and healed requests are attempts of one answer, each with what was sent and why another followed', async () => {
  // The chat and the recorder each look at the clock, which may move on between them.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
  onTestFinished(() => clock.mockRestore())
  const recorder = createRecorder({ scheduler: immediateScheduler })
  const refusal = { error: { message: 'Unknown field: stream_options', type: 'invalid_request_error' } }
  const { fetch, bodies } = scriptedFetch([
    () => new Response('busy', { status: 503 }),
    () => Response.json(refusal, { status: 400 }),
    () => stream(sseText([{ choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }] }])),
  ])
  const endpoint = { baseUrl: 'http://localhost:9/v1', apiKey: key }
  const chat = createChat({ endpoint, fetch, memory: createEndpointMemory(), random: () => 1 })
  recordChat(chat, recorder)
  await chat.send('Hello')
  const attempts = recorder.getExchanges()
  expect(attempts.map(({ attempt, response }) => [attempt, response!.status])).toEqual([
    [1, 503],
    [2, 400],
    [3, 200],
  ])
  expect(new Set(attempts.map(({ answerId }) => answerId)).size).toBe(1)
  expect(attempts[0]!.recovery).toMatchObject({ error: { kind: 'overloaded' } })
  expect(attempts[1]!.recovery).toMatchObject({ healed: { field: 'stream_options' }, delayMs: 0 })
  expect(attempts.map(({ sent }) => sent!.body)).toEqual(bodies)
  expect(attempts[2]!.sent!.body).not.toContain('stream_options')
  const shown = chat.store.getMessages().at(-1)!
  expect(createTimeline(attempts[2]!).completion!.message).toMatchObject({
    request: (shown as { request?: unknown }).request,
    timing: { startedAt: attempts[0]!.startedAt },
  })
})

test('keys stay nowhere: not in headers, address, an echo of the server or a piece that ends inside one', async () => {
  const recorder = createRecorder({ scheduler: immediateScheduler })
  const text = `{"error":{"message":"Incorrect key ${key}, given as Bearer ${key}."}}`
  const echo = new Response(
    new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(text)
        const middle = text.indexOf(key) + 9
        for (const part of [bytes.slice(0, middle), bytes.slice(middle)]) controller.enqueue(part)
        controller.close()
      },
    }),
    { status: 401, headers: { 'x-echo': key, 'set-cookie': 'a=b' } },
  )
  const { fetch } = scriptedFetch([() => echo])
  const endpoint = {
    baseUrl: 'http://localhost:9/v1',
    apiKey: key,
    extraQuery: { 'api-version': '2026-01', code: 'query-secret-0002' },
    extraHeaders: { 'x-team': 'a-header-of-ones-own', 'anthropic-version': '2023-06-01' },
    extraBody: { note: key, gateway: { api_key: 'body-secret-0003' } },
  }
  const chat = createChat({ endpoint, fetch, memory: createEndpointMemory() })
  recordChat(chat, recorder)
  await chat.send('Hello')
  const [exchange] = recorder.getExchanges()
  const body = new TextDecoder().decode(exchange!.body.slice())
  expect(body).toHaveLength(text.length)
  expect(body).toContain('Incorrect key ****')
  const all = JSON.stringify({ ...exchange, body })
  for (const secret of [key, 'query-secret-0002', 'a-header-of-ones-own', 'body-secret-0003'])
    expect(all).not.toContain(secret)
  expect(exchange!.sent!.url).toBe('http://localhost:9/v1/chat/completions?api-version=2026-01&code=redacted')
  expect(exchange!.sent!.headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'x-team': '[redacted]' })
})

test('how it ended is kept: stopped by the person, broken, refused before a connection', async () => {
  const recorder = createRecorder({ scheduler: immediateScheduler })
  const hanging = new ReadableStream({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode('data: {"choices":[{"delta":{"content":"Hal"}}]}\n\n')),
  })
  const chat = createChat({
    transport: scriptedTransport([
      hanging,
      async function* broken() {
        yield 'data: {"choices":[{"delta":{"content":"Ha"}}]}\n\n'
        throw new TypeError('terminated')
      } as never,
      () => {
        throw new TypeError('Failed to fetch')
      },
    ]),
  })
  recordChat(chat, recorder)
  const answer = chat.send('One')
  await expect.poll(() => recorder.getExchanges()[0]?.received).toBeGreaterThan(0)
  chat.stop()
  await answer
  await chat.send('Two')
  await chat.send('Three')
  const ends = recorder.getExchanges().map((one) => [one.end!.how, createTimeline(one).completion!.outcome])
  expect(ends).toEqual([
    ['stopped', 'cancelled'],
    ['failed', 'error'],
    ['failed', 'error'],
  ])
  const shown = chat.store.getMessages().filter(({ role }) => role === 'assistant')
  const replayed = recorder.getExchanges().map((one) => createTimeline(one).completion!.message)
  expect(replayed.map(({ content, finishReason }) => [content, finishReason])).toEqual(
    shown.map((message) => [message.content, 'finishReason' in message && message.finishReason]),
  )
})

test('the reader sets the pace: nothing is read ahead, and a stop reaches the server', async () => {
  const recorder = createRecorder()
  const given: number[] = []
  let cancelled = false
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        given.push(controller.desiredSize!)
        controller.enqueue(new TextEncoder().encode(`: ${given.length}\n`))
      },
      cancel() {
        cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const transport = recordTransport({ send: async () => new Response(source) }, recorder)
  const stop = new AbortController()
  const given2 = await transport.send(question, { signal: stop.signal })
  const response = (given2 as { source: Response }).source
  expect(given).toHaveLength(0)
  const reader = response.body!.getReader()
  await reader.read()
  await reader.read()
  expect(given).toHaveLength(2)
  await reader.cancel()
  expect(cancelled).toBe(true)
  expect(recorder.getExchanges()[0]!.end).toMatchObject({ how: 'ended' })
})

test('a script without a chat can be recorded too', async () => {
  const recorder = createRecorder({ scheduler: immediateScheduler })
  const transport = recordTransport(scriptedTransport([textAnswer('Hi')]), recorder)
  const { message } = await requestCompletion(transport, question)
  expect(createTimeline(recorder.getExchanges()[0]!).completion!.message.content).toBe(message.content)
})

test('chunks that come as objects are kept as the events of the wire they stand for, and read the same again', async () => {
  const recorder = createRecorder({ scheduler: immediateScheduler })
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const chunks = [
    { model: 'm', choices: [{ index: 0, delta: { content: 'Good ' } }], run: cyclic },
    { choices: [{ index: 0, delta: { content: 'morning' }, finish_reason: 'stop' }] },
  ]
  async function* source() {
    yield chunks[0]!
    yield 'data: {"choices":[],"usage":{"prompt_tokens":3}}\n\n'
    yield chunks[1]!
  }
  const transport = recordTransport({ send: async () => source() }, recorder)
  const { message } = await requestCompletion(transport, question, { now: () => 5 })
  const [exchange] = recorder.getExchanges()
  expect(new TextDecoder().decode(exchange!.body.slice())).toBe(
    [
      'data: {"model":"m","choices":[{"index":0,"delta":{"content":"Good "}}],"run":{}}\n\n',
      'data: {"choices":[],"usage":{"prompt_tokens":3}}\n\n',
      'data: {"choices":[{"index":0,"delta":{"content":"morning"},"finish_reason":"stop"}]}\n\n',
    ].join(''),
  )
  expect(exchange!.body.pieces).toHaveLength(3)
  const { timing: _, ...seen } = message
  expect(createTimeline(exchange!).completion!.message).toMatchObject(seen)
  expect(exchange!.end).toMatchObject({ how: 'ended' })
})
