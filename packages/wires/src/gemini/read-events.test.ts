import { describe, expect, test } from 'vitest'
import { createCompletionReader } from '@antiphon/core/wire'
import { createGeminiEvents } from './read-events.js'

const part = (...parts: object[]): object => ({ content: { role: 'model', parts }, index: 0 })
const chunk = (candidate: object, more: object = {}): object => ({
  candidates: [candidate],
  modelVersion: 'gemini-x',
  responseId: 'r1',
  ...more,
})

function read(...values: object[]) {
  const reader = createCompletionReader({ createEvents: createGeminiEvents, thinkTags: false })
  for (const value of values) reader.push(`data: ${JSON.stringify(value)}\r\n\r\n`)
  return reader.end()
}

describe('answers of Gemini', () => {
  test('a reason to finish is not the end: what follows it counts', () => {
    const { message, outcome } = read(
      chunk({ ...part({ text: 'One' }), finishReason: 'STOP' }),
      chunk({ ...part({ text: ', two.' }), finishReason: 'STOP' }),
    )
    expect([message.content, outcome]).toEqual(['One, two.', 'complete'])
  })

  test('what is spoken comes in pieces and is heard whole', () => {
    const sound = (data: string): object => part({ inlineData: { mimeType: 'audio/L16;rate=24000', data } })
    const { message, outcome } = read(chunk(sound('YWI=')), chunk({ ...sound('Y2Q='), finishReason: 'STOP' }))
    expect(message.audio).toEqual({ data: 'YWI=Y2Q=', format: 'audio/L16;rate=24000' })
    expect([message.tool_calls, outcome]).toEqual([undefined, 'complete'])
  })

  test('without a reason to finish the answer is cut off', () => {
    expect(read(chunk(part({ text: 'One' })))).toMatchObject({ outcome: 'incomplete' })
  })

  test.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['SPII', 'content_filter'],
    ['IMAGE_SAFETY', 'content_filter'],
    ['OTHER', 'other'],
  ])('%s is the ending %s, in both words', (finishReason, expected) => {
    const { message } = read(chunk({ ...part({ text: 'One' }), finishReason }))
    expect(message).toMatchObject({ finishReason: expected, finishReasonRaw: finishReason })
  })

  test.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'MISSING_THOUGHT_SIGNATURE'])(
    '%s is a failure with the words of the provider, not an empty answer',
    (finishReason) => {
      const finishMessage = 'Malformed function call: add(a=1'
      const { message, outcome } = read(chunk({ content: {}, finishReason, finishMessage }))
      expect(outcome).toBe('error')
      expect(message).toMatchObject({
        finishReasonRaw: finishReason,
        error: { message: finishMessage, code: finishReason },
      })
    },
  )

  test.each(['SAFETY', 'OTHER'])('a prompt that was refused (%s) ends as filtered', (blockReason) => {
    const { message, outcome } = read({ promptFeedback: { blockReason }, modelVersion: 'gemini-x' })
    expect(outcome).toBe('complete')
    expect(message).toMatchObject({
      finishReason: 'content_filter',
      finishReasonRaw: `prompt_filter: ${blockReason}`,
      metadata: { 'wire.prompt_feedback': { blockReason } },
    })
  })

  test('calls without ids get some that are the same each time, and no other answer has', () => {
    const call = part({ functionCall: { name: 'add', args: {} } }, { functionCall: { name: 'add' } })
    const ids = (): unknown =>
      read(chunk({ ...call, finishReason: 'STOP' })).message.tool_calls!.map(({ id }) => id)
    expect(ids()).toEqual(['call_r1_0', 'call_r1_1'])
    expect(ids()).toEqual(ids())
  })

  test('a signature stays on its part, and on the call, which an edit of the text leaves as it is', () => {
    const signed = { functionCall: { name: 'add', args: { a: 1 } }, thoughtSignature: 'S' }
    const { message } = read(
      chunk(part({ text: 'He' })),
      chunk(part({ text: 'llo' })),
      chunk({ ...part({ text: '', thoughtSignature: 'T' }, signed), finishReason: 'STOP' }),
    )
    expect(message.metadata?.['wire.model_parts']).toEqual([
      { text: 'Hello' },
      { text: '', thoughtSignature: 'T' },
      signed,
    ])
    expect(message.tool_calls![0]).toMatchObject({ extra_content: { google: { thought_signature: 'S' } } })
  })

  test('code that failed is a row with its output, marked', () => {
    const { message } = read(
      chunk(part({ executableCode: { language: 'PYTHON', code: '1/0', id: 'c' } })),
      chunk(
        part({ codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'ZeroDivisionError', id: 'c' } }),
      ),
      chunk({ ...part({ text: 'It failed.' }), finishReason: 'STOP' }),
    )
    expect(message.finishReason).toBe('stop')
    expect(message.tool_calls).toMatchObject([
      {
        function: { name: 'code_execution', arguments: '{"language":"PYTHON","code":"1/0"}' },
        providerRun: { result: 'ZeroDivisionError', isError: true },
      },
    ])
  })

  test('citations count bytes, a message counts characters', () => {
    const text = 'Zürich 🎻 ist schön. Basel auch.'
    const bytes = (upTo: string): number =>
      new TextEncoder().encode(text.slice(0, text.indexOf(upTo) + upTo.length)).length
    const { message } = read(
      chunk({
        ...part({ text }),
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['Zürich'],
          groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
          groundingSupports: [
            {
              segment: { startIndex: bytes('schön. '), endIndex: bytes('auch.') },
              groundingChunkIndices: [0],
            },
          ],
        },
      }),
    )
    const { url_citation: found } = message.annotations![0] as {
      url_citation: { start_index: number; end_index: number }
    }
    expect(text.slice(found.start_index, found.end_index)).toBe('Basel auch.')
    expect(message.tool_calls).toMatchObject([
      { function: { name: 'google_search' }, providerRun: { result: 'A\nhttps://a.example' } },
    ])
  })

  test('a picture is a picture, and what has no view is a row by its name without its data', () => {
    const { message } = read(
      chunk({
        ...part(
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { inlineData: { mimeType: 'video/mp4', data: 'BBBB' } },
          { hologram: { depth: 3 } },
        ),
        finishReason: 'STOP',
      }),
    )
    expect(message.images).toMatchObject([{ image_url: { url: 'data:image/png;base64,AAAA' } }])
    const rows = message.tool_calls!.map(({ function: fn, providerRun }) => [fn.name, providerRun?.result])
    expect(rows).toEqual([
      ['inlineData', 'video/mp4, 4 characters of base64'],
      ['hologram', '{"depth":3}'],
    ])
  })

  test('several candidates are several choices, each with its own parts', () => {
    const { choices } = read({
      candidates: [
        { ...part({ text: 'One' }), finishReason: 'STOP' },
        { ...part({ text: 'Two' }), index: 1, finishReason: 'MAX_TOKENS' },
      ],
      responseId: 'r1',
    })
    expect(choices).toMatchObject([
      { content: 'One', finishReason: 'stop', metadata: { 'wire.model_parts': [{ text: 'One' }] } },
      { content: 'Two', finishReason: 'length', metadata: { 'wire.model_parts': [{ text: 'Two' }] } },
    ])
  })

  test('how sure the model was of each token comes in the shape of chat completions', () => {
    const { message } = read(
      chunk({
        ...part({ text: 'Yes' }),
        finishReason: 'STOP',
        logprobsResult: {
          chosenCandidates: [{ token: 'Yes', logProbability: -0.1 }],
          topCandidates: [{ candidates: [{ token: 'No', logProbability: -2 }] }],
        },
      }),
    )
    expect(message.logprobs).toEqual({
      content: [{ token: 'Yes', logprob: -0.1, top_logprobs: [{ token: 'No', logprob: -2 }] }],
    })
  })
})

describe('arguments that come in pieces', () => {
  const piece = (partialArgs: object[], more: object = { willContinue: true }): object =>
    chunk(part({ functionCall: { partialArgs, ...more } }))
  const start = chunk(part({ functionCall: { name: 'f', willContinue: true } }))
  const stop = chunk({ ...part({ text: '' }), finishReason: 'STOP' })

  test('grow as text, so that they can be read while they arrive', () => {
    const reader = createCompletionReader({ createEvents: createGeminiEvents })
    const texts = [
      start,
      piece([{ jsonPath: '$.list[0].name', stringValue: 'A "b', willContinue: true }]),
      piece([{ jsonPath: '$.list[0].name', stringValue: '"\n' }]),
      piece([{ jsonPath: '$.list[0].n', numberValue: 0.5 }]),
      piece([{ jsonPath: "$.list[1]['a.b']", boolValue: true }]),
      piece([{ jsonPath: '$.none', nullValue: 'NULL_VALUE' }], {}),
      stop,
    ].map((value) => {
      reader.push(`data: ${JSON.stringify(value)}\n\n`)
      return reader.snapshot().tool_calls?.[0]?.function.arguments
    })
    expect(texts).toEqual([
      '',
      '{"list":[{"name":"A \\"b',
      '{"list":[{"name":"A \\"b\\"\\n"',
      '{"list":[{"name":"A \\"b\\"\\n","n":0.5',
      '{"list":[{"name":"A \\"b\\"\\n","n":0.5},{"a.b":true',
      '{"list":[{"name":"A \\"b\\"\\n","n":0.5},{"a.b":true}],"none":null}',
      '{"list":[{"name":"A \\"b\\"\\n","n":0.5},{"a.b":true}],"none":null}',
    ])
  })

  test('in an order that no text can have are put together all the same', () => {
    const { message } = read(
      start,
      piece([{ jsonPath: '$.a.x', numberValue: 1 }]),
      piece([{ jsonPath: '$.b', numberValue: 2 }]),
      piece([{ jsonPath: '$.a.y', numberValue: 3 }], {}),
      stop,
    )
    expect(JSON.parse(message.tool_calls![0]!.function.arguments)).toEqual({ a: { x: 1, y: 3 }, b: 2 })
  })

  test('that were cut off inside of a text are no arguments', () => {
    const { message, outcome } = read(
      start,
      piece([{ jsonPath: '$.path', stringValue: '/home/a', willContinue: true }]),
    )
    expect(outcome).toBe('incomplete')
    expect(message.tool_calls![0]!.function.arguments).toBe('{"path":"/home/a')
  })

  test('with hostile places make neither a huge list nor a prototype', () => {
    const { message } = read(
      start,
      piece([{ jsonPath: '$.list[4294967294]', numberValue: 1 }]),
      piece([{ jsonPath: '$.__proto__.x', numberValue: 1 }], {}),
      stop,
    )
    expect(message.tool_calls![0]!.function.arguments.length).toBeLessThan(100)
    expect(Reflect.get({}, 'x')).toBeUndefined()
  })
})
