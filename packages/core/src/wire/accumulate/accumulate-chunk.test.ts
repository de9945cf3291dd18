import { describe, expect, test } from 'vitest'
import { createAccumulator, type AccumulatorOptions } from './accumulator.js'

/** The message that these chunks make, with the repairs that were reported. */
function read(...chunks: unknown[]) {
  const accumulator = createAccumulator()
  for (const chunk of chunks) accumulator.push(chunk)
  const { choiceCount, sawWhole } = accumulator
  const message = accumulator.snapshot()
  const { repairs, choices, error } = accumulator.finish()
  return {
    message,
    choices,
    error,
    choiceCount,
    sawWhole,
    rules: repairs.map(({ rule, where }) => `${rule} ${where}`.trim()),
  }
}

describe('the chunk envelope (docs/wire 2.2)', () => {
  test('every delta key null is no value', () => {
    const { message, rules } = read({
      id: '',
      model: '',
      choices: [
        {
          index: 0,
          delta: {
            role: null,
            content: null,
            reasoning: null,
            reasoning_content: null,
            reasoning_details: null,
            tool_calls: null,
            function_call: null,
            refusal: null,
            audio: null,
            images: null,
            annotations: null,
          },
          logprobs: null,
          finish_reason: null,
          matched_stop: null,
        },
      ],
      usage: null,
      error: null,
    })
    expect(message).toEqual({ role: 'assistant', content: '' })
    expect(rules).toEqual([])
  })

  test.each([
    ['no delta, only filter results (Azure)', { index: 0, content_filter_offsets: {} }, false, ''],
    ['delta null', { index: 0, delta: null }, false, ''],
    [
      'message beside delta: delta counts',
      { index: 0, delta: { content: 'b' }, message: { content: 'ab' } },
      false,
      'b',
    ],
    [
      'message beside an empty delta, as in a whole body of Perplexity: message counts',
      { index: 0, delta: { role: 'assistant', content: '' }, message: { content: 'ab' } },
      false,
      'ab',
    ],
    ['message only: a snapshot', { index: 0, message: { content: 'ab' } }, true, 'ab'],
    ['delta null, message given', { index: 0, delta: null, message: { content: 'ab' } }, true, 'ab'],
    ['text of legacy completions', { index: 0, text: 'ab' }, false, 'ab'],
  ])('%s', (_name, choice, snapshot, text) => {
    const { message, sawWhole } = read({ choices: [choice] })
    expect([sawWhole, message.content]).toEqual([snapshot, text])
  })

  test.each<[string, unknown, string[]]>([
    ['choices null', { choices: null }, []],
    ['choices missing', {}, []],
    ['choices an object', { choices: { delta: { content: 'a' } } }, ['choices_type choices']],
    ['choices a text', { choices: 'x' }, ['choices_type choices']],
    ['a choice of a wrong type', { choices: [3, null] }, ['choice_type choices[0].']],
    ['a delta of a wrong type', { choices: [{ delta: 'x' }] }, ['delta_type choices[0].delta']],
    ['content a number', { choices: [{ delta: { content: 4 } }] }, ['content_type choices[0].delta.content']],
    [
      'content an object',
      { choices: [{ delta: { content: { type: 'text', text: 'a' } } }] },
      ['content_type choices[0].delta.content'],
    ],
    ['a chunk of a wrong type', 'x', ['chunk_type']],
    ['a list as chunk', [1], ['chunk_type']],
    ['null as chunk', null, ['chunk_type']],
    ['index of a wrong type', { choices: [{ index: 'a' }] }, ['index_type choices[0].index']],
    ...[1e9, 128, -1, 1.5, '', true, []].map((index): [string, unknown, string[]] => [
      `index ${JSON.stringify(index)}`,
      { choices: [{ index }] },
      ['index_type choices[0].index'],
    ]),
    ['the last index there may be', { choices: [{ index: 127 }] }, []],
    ['model a number', { model: 4 }, ['model_type model']],
    [
      'finish_reason a list',
      { choices: [{ finish_reason: ['stop'] }] },
      ['finish_reason_type choices[0].finish_reason'],
    ],
    ['logprobs a number', { choices: [{ logprobs: -0.1 }] }, ['logprobs_type choices[0].logprobs']],
    [
      'tool_calls a text',
      { choices: [{ delta: { tool_calls: 'x' } }] },
      ['tool_calls_type choices[0].delta.tool_calls'],
    ],
    [
      'reasoning an object',
      { choices: [{ delta: { reasoning: {} } }] },
      ['reasoning_type choices[0].delta.reasoning'],
    ],
    [
      'reasoning_details a text',
      { choices: [{ delta: { reasoning_details: 'x' } }] },
      ['reasoning_details_type choices[0].delta.reasoning_details'],
    ],
    [
      'tool call entries of a wrong type',
      { choices: [{ delta: { tool_calls: [1, null, { function: 'f' }] } }] },
      [
        'tool_call_type choices[0].delta.tool_calls[0]',
        'function_type choices[0].delta.tool_calls[2].function',
        'tool_call_orphan choices[0].delta.tool_calls[2]',
      ],
    ],
  ])('%s is reported, never thrown', (_name, value, rules) => {
    expect(read(value).rules).toEqual(rules)
  })

  test('several choices in one chunk keep their index; without one they go by position', () => {
    const content = (text: string) => ({ delta: { content: text } })
    const { choices } = read({
      choices: [{ index: 2, ...content('c') }, content('b'), { index: '0', ...content('a') }],
    })
    expect(choices.map((choice) => choice.content)).toEqual(['a', 'b', 'c'])
  })

  test('what is nested as deep as any honest payload is kept, one level more is not', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
    const { message, rules } = read({ choices: [{ delta: {} }], fits: nested(65), deep: nested(66) })
    expect(message.metadata).toEqual({ 'wire.fits': nested(65) })
    expect(rules).toEqual(['too_deep deep'])
  })

  test('of many oddities two hundred are told', () => {
    expect(read({ choices: Array.from({ length: 300 }, () => 3) }).rules).toHaveLength(200)
  })

  test('an id that is no text, empty keys, and what stands beside an error are not kept', () => {
    const chunk = { id: 5, service_tier: '', choices: [{ delta: { x: '' }, stop_reason: '' }] }
    expect(read(chunk).message.metadata).toBeUndefined()
    expect(read({ choices: [{}] }, { error: 'm', provider: 'p' }).message.metadata).toBeUndefined()
  })

  test('logprobs that are no object are kept aside', () => {
    expect(read({ choices: [{ delta: {}, logprobs: -0.1 }] }).message).toEqual({
      role: 'assistant',
      content: '',
      metadata: { 'wire.logprobs': -0.1 },
    })
  })

  test.each(['', [], -1, 1.5, 128])('a choice whose index is %j goes by its position', (index) => {
    const { choiceCount } = read({ choices: [{ delta: {} }, { index, delta: { content: 'b' } }] })
    expect(choiceCount).toBe(2)
  })

  test('unknown keys are kept, padding is not, nesting without end is left out', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) deep = { deep }
    const { message, rules } = read({
      choices: [{ delta: {} }],
      obfuscation: 'xx',
      p: 'yy',
      x_groq: { id: 'r' },
      timings: null,
      deep,
      ['__proto__']: 1,
    })
    expect(message.metadata).toEqual({ 'wire.x_groq': { id: 'r' } })
    expect(rules).toEqual(['too_deep deep'])
  })

  test('a key named __proto__ in the JSON reaches nothing', () => {
    const { message } = read(
      JSON.parse(
        '{"__proto__":{"polluted":1},"choices":[{"delta":{"__proto__":{"polluted":1},"tool_calls":[{"__proto__":{"polluted":1}}]}}]}',
      ),
    )
    expect(message).toEqual({ role: 'assistant', content: '' })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('where usage may sit (docs/wire 2.7)', () => {
  const usage = { prompt_tokens: 1 }
  test.each([
    ['top level', { usage, choices: [] }],
    ['choice (Moonshot)', { choices: [{ index: 0, delta: {}, usage }] }],
    ['x_groq', { x_groq: { usage } }],
    ['top level before x_groq', { usage, x_groq: { usage: { prompt_tokens: 9 } } }],
  ])('%s', (_name, value) =>
    expect(read(value, { choices: [{ delta: {} }] }).message.usage).toMatchObject({ raw: usage }),
  )
})

describe('errors inside a 200 stream (docs/wire 2.9)', () => {
  test.each<[string, object]>([
    ['OpenAI', { error: { message: 'm' } }],
    ['plain text', { error: 'm' }],
    ['Anthropic style', { type: 'error', error: { type: 't', message: 'm' } }],
    ['object error', { object: 'error', message: 'm' }],
    ['MiniMax', { base_resp: { status_code: 1002, status_msg: 'm' } }],
    ['on a choice', { choices: [{ error: { message: 'm' } }] }],
    ['no wrapper', { message: 'm', code: 'c' }],
    ['FastAPI', { detail: 'm' }],
  ])('%s is an error', (_name, value) => expect(read(value).error?.message).toBe('m'))

  test.each<[string, object]>([
    ['null', { error: null, choices: [] }],
    ['base_resp without a fault', { base_resp: { status_code: 0, status_msg: '' }, choices: [] }],
    [
      'a filter that names an error',
      { choices: [], prompt_filter_results: [{ content_filter_results: { error: { code: '' } } }] },
    ],
    ['usage', { usage: {}, message: 'm' }],
  ])('%s is not', (_name, value) =>
    expect(read({ choices: [{ delta: { content: 'a' } }] }, value).error).toBeUndefined(),
  )
})

describe('whose thoughts they are', () => {
  const source = (provider: unknown, options?: AccumulatorOptions) => {
    const accumulator = createAccumulator(options)
    accumulator.push({ model: 'm', provider, choices: [{ delta: { reasoning: 'r' } }] })
    return accumulator.finish().message.reasoningSource
  }
  const known = { field: 'reasoning', model: 'm' }
  test('the provider of the request, else the one that the server names', () => {
    expect(source('p')).toEqual({ ...known, provider: 'p' })
    expect(source(5)).toEqual(known)
    const origin = { provider: 'own', model: 'asked' }
    expect(source('p', { origin })).toEqual({ field: 'reasoning', ...origin })
  })
})

describe('reasoning aliases (docs/wire 2.3)', () => {
  test.each<[object, object]>([
    [{ reasoning_content: 'a' }, { field: 'reasoning_content', text: 'a' }],
    [{ reasoning: 'a' }, { field: 'reasoning', text: 'a' }],
    [{ reasoning_text: 'a' }, { field: 'reasoning_text', text: 'a' }],
    [{ thinking: 'a' }, { field: 'thinking', text: 'a' }],
    [
      { reasoning: 'a', reasoning_content: 'a' },
      { field: 'reasoning_content', text: 'a' },
    ],
    [
      { reasoning: 'a', reasoning_content: '' },
      { field: 'reasoning', text: 'a' },
    ],
    [
      { reasoning: 'a', reasoning_content: null },
      { field: 'reasoning', text: 'a' },
    ],
    [{ reasoning_content: '' }, { field: 'reasoning_content', text: undefined }],
    [{ thinking: [{ type: 'text', text: 'a' }, 'b'] }, { field: 'thinking', text: 'ab' }],
    [{ reasoning: null }, { field: undefined, text: undefined }],
  ])('%j', (delta, expected) => {
    const { message } = read({ choices: [{ delta }] })
    expect({ text: message.reasoning, field: message.reasoningSource?.field }).toEqual(expected)
  })
})
