import { describe, expect, test } from 'vitest'
import { createAccumulator } from './accumulator.js'

function read(...chunks: object[]) {
  const accumulator = createAccumulator()
  for (const chunk of chunks) accumulator.push(chunk)
  const { message, repairs, outcome } = accumulator.finish('done')
  expect(repairs).toEqual([])
  return { ...message, outcome }
}

const delta = (fields: object, more: object = {}) => ({ choices: [{ index: 0, delta: fields, ...more }] })
const stop = delta({}, { finish_reason: 'stop' })

describe('what stands around the delta (docs/wire 2.2)', () => {
  test.each([
    ['each chunk', ['assistant', 'assistant', 'assistant']],
    ['no chunk', [undefined, undefined, undefined]],
    ['another word or null', ['model', null, '']],
  ])('a role in %s changes nothing', (_name, roles) => {
    const message = read(...roles.map((role, at) => delta({ role, content: `${at}` })), stop)
    expect([message.role, message.content]).toEqual(['assistant', '012'])
  })

  test('a finish_reason key that is missing is as good as null, and one that came is kept', () => {
    expect(read(delta({ content: 'a' }), stop, delta({}))).toMatchObject({
      finishReason: 'stop',
      content: 'a',
    })
  })

  test('text, thoughts and details after the finish reason still count', () => {
    const signed = { type: 'reasoning.text', signature: 's' }
    const message = read(
      delta({ content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 't' }] }),
      stop,
      delta({ content: 'b' }),
      delta({ reasoning_details: [signed] }),
    )
    expect(message).toMatchObject({
      content: 'ab',
      reasoning_details: [{ type: 'reasoning.text', text: 't', signature: 's' }],
      outcome: 'complete',
    })
  })

  test.each(['chat.completion.done', '', 'text_completion', null])(
    'an object called %j is read',
    (object) => {
      expect(read({ object, ...delta({ content: 'a' }, { finish_reason: 'stop' }) }).content).toBe('a')
    },
  )

  test('what only one vendor sends is kept under its name, the last of each', () => {
    const vendors = (n: number) => ({
      sglext: { n },
      metadata: { weight_version: `${n}` },
      timings: { predicted_per_second: n, cache_n: n },
      __verbose: { n },
      prompt_progress: { processed: n },
      x_groq: { id: `${n}` },
      provider: `p${n}`,
      service_tier: `t${n}`,
      system_fingerprint: `f${n}`,
      web_search: [{ link: `${n}` }],
    })
    const inChoice = (n: number) => ({ matched_stop: n, stop_reason: `${n}`, token_ids: [n] })
    const inDelta = (n: number) => ({ executed_tools: [{ index: n }] })
    const chunk = (n: number) => ({
      ...delta(inDelta(n), inChoice(n)),
      ...vendors(n),
      obfuscation: 'x'.repeat(n),
    })
    const kept = { ...vendors(2), ...inChoice(2), ...inDelta(2) }
    expect(read(chunk(1), chunk(2), delta({ content: 'a' }, { finish_reason: 'stop' })).metadata).toEqual(
      Object.fromEntries(Object.entries(kept).map(([key, value]) => [`wire.${key}`, value])),
    )
  })
})

describe('what else an answer may hold (docs/wire 2.8)', () => {
  test('lists at the top are a snapshot: the last one counts, nothing is added up', () => {
    const chunk = (n: number) => ({
      ...delta({ content: `${n}` }),
      citations: Array.from({ length: n }, (_, at) => `https://a.example/${at}`),
      search_results: [{ title: `${n}` }],
      related_questions: [`${n}?`],
      videos: [],
    })
    expect(read(chunk(1), chunk(2), stop).metadata).toEqual({
      'wire.citations': ['https://a.example/0', 'https://a.example/1'],
      'wire.related_questions': ['2?'],
      'wire.search_results': [{ title: '2' }],
      'wire.videos': [],
    })
  })

  test('a citation is one by its page and range, a file by its hash; an image by its address', () => {
    const page = (start: number) => ({
      type: 'url_citation',
      url_citation: { url: 'https://a.example', title: 'A', start_index: start, end_index: 9 },
    })
    const file = { type: 'file', file: { hash: 'h', name: 'log.pdf', content: [] } }
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }
    const other = { ...image, detail: 'low' }
    expect(read(delta({ images: [image] }), delta({ content: [other] }), stop).images).toEqual([image])
    const message = read(
      delta({ content: 'a', annotations: [page(0)], images: [image] }),
      delta({ annotations: [page(0), page(4), file], images: [image] }),
      delta({ annotations: [file] }),
      stop,
    )
    expect(message.annotations).toEqual([page(0), page(4), file])
    expect(message.images).toEqual([image])
  })

  test('the same page under another title counts once, also without its own object', () => {
    const page = (title: string, end: number) => ({ url: 'u', title, start_index: 0, end_index: end })
    const file = (name: string) => ({ type: 'file', file: { hash: 'h', name } })
    const nested = (title: string) => ({ type: 'url_citation', url_citation: page(title, 1) })
    expect(
      read(
        delta({ annotations: [page('A', 1), page('B', 1), page('C', 2), file('a'), file('b')] }),
        delta({ annotations: [nested('D')], content: 'a' }),
        stop,
      ).annotations,
    ).toEqual([page('A', 1), page('C', 2), file('a')])
    expect(read(delta({ annotations: [nested('A'), nested('B')] }), stop).annotations).toEqual([nested('A')])
  })

  test('an image may be no more than its address; what is no image or citation is left out and told', () => {
    expect(read(delta({ images: ['data:x'] }), stop).images).toEqual([
      { type: 'image_url', image_url: { url: 'data:x' } },
    ])
    const accumulator = createAccumulator()
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) deep = { deep }
    accumulator.push(delta({ images: [3, { deep }], annotations: ['x', { deep }] }))
    const { message, repairs } = accumulator.finish()
    expect([message.images, message.annotations]).toEqual([undefined, undefined])
    expect(repairs.map(({ rule, where }) => [rule, where])).toEqual([
      ['images_entry', 'choices[0].images'],
      ['annotations_entry', 'choices[0].annotations'],
    ])
  })

  test('of audio only data and transcript grow; null takes nothing back, and no key reaches a prototype', () => {
    const parse = (json: string) => JSON.parse(json) as object
    const { audio } = read(
      delta({ audio: { id: 'au', metadata: 'a', data_rate: '1', expires_at: 6 } }),
      delta({ audio: { id: 'other', metadata: 'b', data_rate: '2', expires_at: 7 } }),
      delta({ audio: { id: null, expires_at: null } }),
      delta({ audio: parse('{"__proto__":{"polluted":1}}') }),
      delta({ audio: parse('{"__proto__":"text"}') }),
      stop,
    )
    expect(audio).toEqual({ id: 'au', metadata: 'b', data_rate: '2', expires_at: 7 })
    expect(Object.getPrototypeOf(audio)).toBe(Object.prototype)
  })

  test('audio grows by its data and its transcript; id and expiry stay', () => {
    const message = read(
      delta({ audio: { id: 'au', transcript: 'Ah' } }),
      delta({ audio: { data: 'AA', transcript: 'oy' } }),
      delta({ audio: { data: 'BB', expires_at: 7 } }),
      stop,
    )
    expect(message.audio).toEqual({ id: 'au', data: 'AABB', transcript: 'Ahoy', expires_at: 7 })
  })
})

describe('usage (docs/wire 2.7)', () => {
  test('what the kit has no word for is kept raw: ticks, sources, upstream cost', () => {
    const raw = {
      prompt_tokens: 1,
      cost: 0,
      is_byok: true,
      cost_details: { upstream_inference_cost: 0.01 },
      cost_in_usd_ticks: 5,
      num_sources_used: 2,
      prompt_tokens_details: { audio_tokens: 3 },
    }
    expect(read(delta({ content: 'a' }), { ...stop, usage: raw }).usage).toEqual({
      inputTokens: 1,
      cost: { amount: 0, currency: 'USD' },
      origin: 'reported',
      raw,
    })
  })

  test('null before and after changes nothing; none at all is absent, never zero', () => {
    const usage = { prompt_tokens: 1 }
    const nothing = { usage: null }
    expect(
      read({ ...delta({ content: 'a' }), ...nothing }, { ...stop, usage }, { choices: [], ...nothing }).usage,
    ).toMatchObject({ inputTokens: 1 })
    expect(read(delta({ content: 'a' }), stop)).not.toHaveProperty('usage')
  })
})

describe('a whole body (docs/wire 4)', () => {
  const body = (message: object, more: object = {}) => ({
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...more }],
  })

  test.each(['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'])(
    '%s is read as in a stream',
    (field) => {
      expect(read(body({ content: 'a', [field]: 'why' }))).toMatchObject({
        content: 'a',
        reasoning: 'why',
        reasoningSource: { field },
        outcome: 'complete',
      })
    },
  )

  test('nulls and empty lists are nothing; what vLLM adds is kept aside', () => {
    const message = read(
      body(
        {
          content: 'a',
          reasoning: null,
          reasoning_content: null,
          tool_calls: [],
          function_call: null,
          refusal: null,
        },
        { stop_reason: null, matched_stop: 7, token_ids: null },
      ),
    )
    expect(message).toEqual({
      role: 'assistant',
      content: 'a',
      finishReason: 'stop',
      finishReasonRaw: 'stop',
      segments: [{ type: 'text', start: 0, end: 1 }],
      metadata: { 'wire.matched_stop': 7 },
      outcome: 'complete',
    })
  })

  test('audio and logprobs of a message are all there is so far', () => {
    const state = (data: string, content: number[]) =>
      body({ content: 'a', audio: { data } }, { logprobs: { content } })
    expect(read(state('A', [1]), state('AB', [1, 2]))).toMatchObject({
      audio: { data: 'AB' },
      logprobs: { content: [1, 2] },
    })
  })

  const named = (list: [id: unknown, name: string, args: unknown][], more: object = {}) =>
    list.map(([id, name, args]) => ({ id, ...more, function: { name, arguments: args } }))
  const callsOf = (...bodies: object[]) => {
    const accumulator = createAccumulator()
    const states = bodies.map((body) => {
      accumulator.push(body)
      return accumulator.snapshot().tool_calls?.map(({ id, function: fn }) => [id, fn.name, fn.arguments])
    })
    const { message, outcome } = accumulator.finish('done')
    expect(outcome).toBe('complete')
    return {
      states,
      calls: message.tool_calls?.map(({ id, function: fn }) => [id, fn.name, fn.arguments]),
    }
  }

  test.each<[string, [unknown, string, unknown][], object?]>([
    [
      'the same id for all of them (TGI)',
      [
        ['0', 'f', '{"x":1}'],
        ['0', 'f', '{"x":2}'],
        ['0', 'g', '{}'],
      ],
    ],
    [
      'an index that is 0 for all',
      [
        ['a', 'f', '{}'],
        ['b', 'f', '{}'],
      ],
      { index: 0 },
    ],
    [
      'the same call twice',
      [
        ['a', 'f', '{}'],
        ['a', 'f', '{}'],
      ],
    ],
  ])('calls with %s stay as many as they are', (_name, list, more) => {
    expect(callsOf(body({ tool_calls: named(list, more) })).calls).toEqual(list)
  })

  test('calls without ids get one each; arguments as objects become text', () => {
    const list = named(
      [
        [undefined, 'f', { x: 1 }],
        ['', 'f', '{}'],
        [null, 'f', '{}'],
      ],
      { index: 0 },
    )
    expect(callsOf(body({ tool_calls: list })).calls).toEqual([
      ['call_0', 'f', '{"x":1}'],
      ['call_1', 'f', '{}'],
      ['call_2', 'f', '{}'],
    ])
  })

  test('calls that grow from message to message keep their place, also under one id', () => {
    const states: [string, string, string][][] = [
      [['0', 'f', '{"x"']],
      [
        ['0', 'f', '{"x":1}'],
        ['0', 'f', '{'],
      ],
      [
        ['0', 'f', '{"x":1}'],
        ['0', 'f', '{"x":2}'],
        ['9', 'g', '{}'],
      ],
    ]
    expect(callsOf(...states.map((list) => body({ tool_calls: named(list) }))).states).toEqual(states)
    const late = [
      [['b', 'g', '{}']],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
    ] as [string, string, string][][]
    const { calls } = callsOf(...late.map((list) => body({ tool_calls: named(list) })))
    expect(calls?.map(([id]) => id)).toEqual(['b', 'a'])
  })

  test('the id of a call may come late, and be left out later', () => {
    const states = [undefined, 'a', undefined].map((id) => body({ tool_calls: named([[id, 'f', '{}']]) }))
    expect(callsOf(...states).states).toEqual([[['', 'f', '{}']], [['a', 'f', '{}']], [['a', 'f', '{}']]])
  })

  test('tool_calls null, a refusal and no content', () => {
    expect(read(body({ content: null, tool_calls: null, refusal: 'No.' }))).toMatchObject({
      content: '',
      refusal: 'No.',
      outcome: 'complete',
    })
  })
})
