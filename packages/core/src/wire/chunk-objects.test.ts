import { describe, expect, test } from 'vitest'
import { createChat } from '../chat/create-chat.js'
import { sseText } from '../testing/scripted-transport.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { collectCompletion, createCompletionReader, type CompletionSource } from './pipeline.js'

const chunks = [
  { id: 'c1', model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: 'Good ' } }] },
  { choices: [{ index: 0, delta: { content: 'morning' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 3 } },
]

async function* streamed<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

function streamOf<T>(items: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const item of items) controller.enqueue(item)
      controller.close()
    },
  })
}

describe('chunks that come as objects', () => {
  test.each<[string, () => CompletionSource]>([
    ['an async iterable', () => streamed(chunks)],
    ['a list', () => chunks],
    ['a stream', () => streamOf(chunks)],
    [
      'objects between texts and bytes',
      () => [chunks[0]!, sseText([chunks[1]], { done: false }), chunks[2]!],
    ],
    [
      'an object between the two halves of an event',
      () => [chunks[0]!, `data: ${JSON.stringify(chunks[1])}`, '\n', '\n', chunks[2]!],
    ],
  ])('%s reads as the same chunks of an event stream do', async (_name, source) => {
    expect(await collectCompletion(source())).toEqual(await collectCompletion(sseText(chunks)))
  })

  test('a whole completion alone is an answer', async () => {
    const whole = {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
    }
    expect(await collectCompletion(whole)).toEqual(await collectCompletion(JSON.stringify(whole)))
  })

  test('without a finish reason they are an answer that was cut', async () => {
    expect(await collectCompletion(chunks.slice(0, 2))).toMatchObject({
      outcome: 'incomplete',
      message: { content: 'Good morning', finishReason: 'incomplete' },
    })
  })

  test('one with an error ends the answer as that error, in the same words', async () => {
    const failed = [chunks[0]!, { error: { message: 'Rate limit reached', code: 429 } }]
    const { outcome, error } = await collectCompletion(streamed(failed))
    expect([outcome, error]).toEqual(['error', (await collectCompletion(sseText(failed))).error])
    expect(error).toMatchObject({ kind: 'rate_limit', message: 'Rate limit reached' })
  })

  test('a source that throws keeps what came, and its words', async () => {
    async function* source() {
      yield* chunks.slice(0, 2)
      throw new Error('The model process has ended.')
    }
    expect(await collectCompletion(source())).toMatchObject({
      outcome: 'error',
      error: { message: 'The model process has ended.' },
      message: { content: 'Good morning' },
    })
  })

  test('what the transport does with an object later changes no message', async () => {
    const usage = { prompt_tokens: 1, by_tool: { search: 1 } }
    const annotation = { type: 'url_citation', url_citation: { url: 'https://harbour.example/' } }
    const chunk = { usage, choices: [{ delta: { content: 'a', annotations: [annotation] } }] }
    const reader = createCompletionReader()
    reader.push(chunk)
    const before = structuredClone(reader.snapshot())
    usage.by_tool.search = 2
    annotation.url_citation.url = 'https://elsewhere.example/'
    expect(reader.snapshot()).toEqual(before)
    expect(reader.end().message).toMatchObject({ usage: { raw: { by_tool: { search: 1 } } } })
  })

  test('only what JSON can hold is taken from an object: the message can be stored', async () => {
    const cyclic: Record<string, unknown> = { name: 'run', at: new Date(0), count: 10n, share: NaN }
    cyclic.self = { again: cyclic }
    cyclic.stop = () => {}
    const { message } = await collectCompletion([{ choices: [], run: cyclic }, ...chunks])
    expect(message.metadata?.['wire.run']).toEqual({
      name: 'run',
      at: '1970-01-01T00:00:00.000Z',
      count: '10',
      share: null,
      self: {},
    })
    expect(structuredClone(message)).toEqual(message)
  })

  test('the limit on nested objects is that of a frame: a deeper one is left out, and nothing throws', async () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 100_000; level++) deep = { deep }
    const { message } = await collectCompletion([{ choices: [], deep }, ...chunks])
    expect(message.content).toBe('Good morning')
  })

  test.each([[42], [null], [undefined], [true]])('%s instead of a chunk fails in words', async (item) => {
    const { error, message } = await collectCompletion([chunks[0]!, item] as CompletionSource)
    expect(error?.message).toMatch(/it must give bytes, text or chunks/)
    expect(message.content).toBe('Good ')
  })

  test('a stop closes the source and keeps what came', async () => {
    let isClosed = false
    async function* source() {
      try {
        yield chunks[0]!
        await new Promise(() => {})
      } finally {
        isClosed = true
      }
    }
    const abort = new AbortController()
    const reading = collectCompletion(
      {
        [Symbol.asyncIterator]: () => {
          const iterator = source()
          return {
            next: () => iterator.next(),
            return: async () => {
              isClosed = true
              return { done: true as const, value: undefined }
            },
          }
        },
      },
      { signal: abort.signal },
    )
    setTimeout(() => abort.abort(), 5)
    expect(await reading).toMatchObject({ outcome: 'cancelled', message: { content: 'Good ' } })
    expect(isClosed).toBe(true)
  })
})

test('a transport may answer a chat with chunks, as client libraries give them', async () => {
  const chat = createChat({
    transport: { send: async () => streamed(chunks) },
    scheduler: immediateScheduler,
  })
  await chat.send('Hello')
  expect(chat.store.getMessages().at(-1)).toMatchObject({
    content: 'Good morning',
    finishReason: 'stop',
    model: 'm',
  })
})
