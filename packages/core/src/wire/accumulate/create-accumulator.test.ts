import { describe, expect, test } from 'vitest'
import { countWork } from '../../../../../test/support/count-work.js'
import type { ChatErrorData } from '../../errors/chat-error.js'
import { createAccumulator } from './accumulator.js'
import type { CompletionEvent } from './types.js'

const delta = (fields: object, finish?: string) => ({
  model: 'm',
  choices: [{ index: 0, delta: fields, ...(finish ? { finish_reason: finish } : {}) }],
})
const call = (index: number, args: string, id?: string) => ({
  tool_calls: [
    { index, ...(id ? { id } : {}), function: { ...(id ? { name: `f_${id}` } : {}), arguments: args } },
  ],
})

describe('snapshots (R11)', () => {
  test('are the same object until something changes', () => {
    const accumulator = createAccumulator()
    expect(accumulator.snapshot()).toEqual({ role: 'assistant', content: '' })
    accumulator.push(delta({ content: 'a' }))
    const first = accumulator.snapshot()
    expect(accumulator.snapshot()).toBe(first)
    for (const nothing of [{ role: 'assistant' }, { content: '', refusal: null }]) {
      accumulator.push(delta(nothing))
      expect(accumulator.snapshot()).toBe(first)
    }
    accumulator.push(delta({ content: 'b' }))
    expect(accumulator.snapshot()).not.toBe(first)
    expect(first.content).toBe('a')
  })

  test.each<[string, object, object]>([
    ['a key of the chunk', { x: 1 }, {}],
    ['the model', { model: 'm' }, {}],
    ['usage', { usage: { prompt_tokens: 1 } }, {}],
    ['a finish reason', {}, { finish_reason: 'stop' }],
    ['a key of the choice', {}, { x: 1 }],
    ['logprobs', {}, { logprobs: { content: [] } }],
    ['an empty thought', {}, { delta: { content: 'b', reasoning: '' } }],
  ])('show a text that comes with %s', (_name, chunk, choice) => {
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ delta: { content: 'a' } }] })
    expect(accumulator.snapshot().content).toBe('a')
    accumulator.push({ ...chunk, choices: [{ delta: { content: 'b' }, ...choice }] })
    expect(accumulator.snapshot().content).toBe('ab')
  })

  test('show a text that comes with another choice', () => {
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ index: 0, delta: { content: 'a' } }] })
    expect(accumulator.snapshot().content).toBe('a')
    const choices = [0, 1].map((index) => ({ index, delta: { content: 'b' } }))
    accumulator.push({ choices })
    expect(accumulator.snapshot().content).toBe('ab')
  })

  test('show a thought with its name, and the first choice when it comes late', () => {
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ index: 1, delta: { reasoning: 'a' } }], usage: { prompt_tokens: 1 } })
    expect(accumulator.snapshot(1)).toMatchObject({ reasoning: 'a', usage: { inputTokens: 1 } })
    accumulator.push({ choices: [{ index: 1, delta: { reasoning: 'b' } }] })
    expect(accumulator.snapshot(1).reasoning).toBe('ab')
    accumulator.push({ choices: [{ index: 0, delta: {} }] })
    expect(accumulator.snapshot(1)).not.toHaveProperty('usage')
    expect(accumulator.snapshot(7)).toEqual({ role: 'assistant', content: '' })
  })

  test('are the same object while a server repeats what it says beside its choices', () => {
    const accumulator = createAccumulator()
    accumulator.push({ ...delta({ content: 'a' }), provider: 'p' })
    const first = accumulator.snapshot()
    accumulator.push({ ...delta({}), provider: 'p' })
    expect(accumulator.snapshot()).toBe(first)
  })

  test('share the calls and lists that did not change', () => {
    const accumulator = createAccumulator()
    accumulator.push(delta(call(0, '{}', 'a')))
    accumulator.push(delta(call(1, '{"x"', 'b')))
    accumulator.push(
      delta({
        reasoning_details: [{ type: 'reasoning.text', text: 'r' }],
        images: [{ image_url: { url: 'u' } }],
      }),
    )
    const before = accumulator.snapshot()
    accumulator.push(delta(call(1, ':1}')))
    const after = accumulator.snapshot()
    expect(after.tool_calls?.[0]).toBe(before.tool_calls?.[0])
    expect(after.tool_calls?.[1]).not.toBe(before.tool_calls?.[1])
    expect(after.reasoning_details).toBe(before.reasoning_details)
    expect(after.images).toBe(before.images)
    accumulator.push(delta({ content: 'text' }))
    expect(accumulator.snapshot().tool_calls).toBe(after.tool_calls)
    accumulator.push(delta({ tool_calls: [{ index: 1, id: 'b', function: { name: 'f_b', arguments: '' } }] }))
    expect(accumulator.snapshot().tool_calls?.[1]).toBe(after.tool_calls?.[1])
    expect(before.tool_calls?.[1]?.function.arguments).toBe('{"x"')
  })

  test('show a content array as it is by then', () => {
    const accumulator = createAccumulator()
    const part = (text: string) => delta({ content: [{ type: 'text', text }] })
    accumulator.push(part('a'))
    const before = accumulator.snapshot().metadata
    accumulator.push(part('b'))
    expect(before).toEqual({ 'wire.content_parts': [{ type: 'text', text: 'a' }] })
    expect(accumulator.snapshot().metadata).toEqual({ 'wire.content_parts': [{ type: 'text', text: 'ab' }] })
  })

  test('that were given out never change', () => {
    const accumulator = createAccumulator()
    const taken: { snapshot: unknown; copy: unknown }[] = []
    const pieces = [
      { content: 'a' },
      { reasoning: 'r' },
      call(0, '{', 'a'),
      call(0, '}'),
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 't' }] }] },
      { content: [{ type: 'text', text: 'x' }] },
      { reasoning_details: [{ type: 'reasoning.text', text: '1' }] },
      { reasoning_details: [{ type: 'reasoning.text', text: '2' }] },
      { annotations: [{ a: 1 }] },
      { annotations: [{ a: 2 }] },
      { audio: { data: 'x' } },
      { audio: { data: 'y' } },
      { refusal: 'no' },
    ]
    for (const piece of pieces) {
      accumulator.push({
        ...delta(piece),
        choices: [{ ...delta(piece).choices[0], logprobs: { content: [{ token: 'k' }] } }],
        extra: piece,
      })
      const snapshot = accumulator.snapshot()
      taken.push({ snapshot, copy: structuredClone(snapshot) })
    }
    accumulator.finish()
    for (const { snapshot, copy } of taken) expect(snapshot).toEqual(copy)
  })

  test('the last one is the final message', () => {
    const accumulator = createAccumulator()
    accumulator.push(delta({ content: 'a' }, 'stop'))
    const { message } = accumulator.finish()
    expect(accumulator.snapshot()).toBe(message)
    accumulator.push(delta({ content: 'late' }))
    expect(accumulator.finish().message).toBe(message)
  })

  test('cost per delta stays flat: 100,000 deltas with a snapshot each 100', () => {
    const cost = (deltas: number) =>
      countWork(() => {
        const accumulator = createAccumulator()
        for (let index = 0; index < deltas; index++) {
          accumulator.push(delta({ content: 'word ' }))
          if (index % 100 === 0) accumulator.snapshot()
        }
        expect(accumulator.finish().message.content).toHaveLength(deltas * 5)
      })
    expect(cost(100_000)).toBeLessThan(cost(10_000) * 15)
  })
})

describe('choices and shared data', () => {
  test('n > 1: each choice is its own message, usage stands on the first', () => {
    const accumulator = createAccumulator()
    accumulator.push({
      model: 'm',
      choices: [
        { index: 1, delta: { content: 'b' } },
        { index: 0, delta: { content: 'a' } },
      ],
    })
    accumulator.push({
      choices: [
        { index: 0, delta: {}, finish_reason: 'stop' },
        { index: 1, delta: {}, finish_reason: 'length' },
      ],
      usage: { prompt_tokens: 1 },
    })
    expect(accumulator.snapshot(1).content).toBe('b')
    const { choices, message, outcome } = accumulator.finish()
    expect(choices.map((choice) => [choice.content, choice.finishReason, choice.usage?.inputTokens])).toEqual(
      [
        ['a', 'stop', 1],
        ['b', 'length', undefined],
      ],
    )
    expect(message).toBe(choices[0])
    expect(outcome).toBe('complete')
  })

  test('one unfinished choice leaves the response incomplete', () => {
    const accumulator = createAccumulator()
    accumulator.push({
      choices: [
        { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
        { index: 1, delta: { content: 'b' } },
      ],
    })
    expect(accumulator.finish()).toMatchObject({
      outcome: 'incomplete',
      choices: [{ finishReason: 'stop' }, { finishReason: 'incomplete' }],
    })
  })

  test('model and id are the first that are not empty; other keys the last of each, in order of their names', () => {
    const accumulator = createAccumulator()
    accumulator.push({ id: '', model: '', choices: [] })
    accumulator.push({ id: 'c1', model: 'm1', zeta: 1, system_fingerprint: 'x', choices: [] })
    accumulator.push({
      id: 'c2',
      model: 'm2',
      zeta: 2,
      alpha: { a: 1 },
      choices: [{ delta: { content: 'a', channel: 'final' }, native_finish_reason: 'STOP' }],
    })
    const { message } = accumulator.finish()
    expect(message.model).toBe('m1')
    expect(Object.entries(message.metadata ?? {})).toEqual([
      ['wire.alpha', { a: 1 }],
      ['wire.channel', 'final'],
      ['wire.id', 'c1'],
      ['wire.native_finish_reason', 'STOP'],
      ['wire.system_fingerprint', 'x'],
      ['wire.zeta', 2],
    ])
  })

  test('audio, logprobs, images and citations grow (docs/wire 2.2, 2.8)', () => {
    const accumulator = createAccumulator()
    const citation = (url: string, start: number) => ({
      type: 'url_citation',
      url_citation: { url, start_index: start, end_index: 9 },
    })
    accumulator.push({
      choices: [
        {
          delta: { audio: { id: 'a', data: 'AA', transcript: 'Hi ' }, annotations: [citation('u', 1)] },
          logprobs: { content: [1], refusal: null },
        },
      ],
    })
    accumulator.push({
      choices: [
        {
          delta: {
            audio: { id: 'b', data: 'BB', transcript: 'you', expires_at: 5 },
            annotations: [citation('u', 1), citation('u', 2)],
            images: ['data:x', { type: 'image_url', image_url: { url: 'data:x' } }],
          },
          logprobs: { content: [2], refusal: null },
        },
      ],
    })
    expect(accumulator.finish().message).toMatchObject({
      audio: { id: 'a', data: 'AABB', transcript: 'Hi you', expires_at: 5 },
      annotations: [citation('u', 1), citation('u', 2)],
      images: [{ type: 'image_url', image_url: { url: 'data:x' } }],
      logprobs: { content: [1, 2] },
    })
  })
})

describe('what is known so far', () => {
  const choice = (fields: object, finish?: string, index = 0) => ({
    index,
    delta: fields,
    finish_reason: finish,
  })
  const of = (...chunks: unknown[]) => {
    const accumulator = createAccumulator()
    for (const chunk of chunks) accumulator.push(chunk)
    const { sawChunk, failed, sawOutput, sawFinish, choiceCount } = accumulator
    return [
      sawChunk && 'chunk',
      failed && 'failed',
      sawOutput && 'output',
      sawFinish && 'finish',
      choiceCount,
    ]
      .filter(Boolean)
      .join(' ')
  }

  test.each<[string, unknown[], string]>([
    ['nothing', [], ''],
    ['no chunk', ['x', {}], ''],
    ['no choices', [{ choices: [] }, {}], 'chunk'],
    ['a choice without its list', [{ choices: choice({}) }], 'chunk 1'],
    ['usage alone', [{ usage: {} }], 'chunk'],
    ['an error alone', [{ error: 'm' }], 'chunk failed'],
    ['an empty choice', [{ choices: [choice({})] }], 'chunk 1'],
    ['a finish reason', [{ choices: [choice({}, 'stop')] }], 'chunk finish 1'],
    [
      'one choice of two',
      [{ choices: [choice({ content: 'a' }, 'stop'), choice({}, undefined, 1)] }],
      'chunk output 2',
    ],
    [
      'two choices',
      [{ choices: [choice({ content: 'a' }, 'stop'), choice({}, 'stop', 1)] }],
      'chunk output finish 2',
    ],
  ])('%s', (_name, chunks, known) => expect(of(...chunks)).toBe(known))

  test.each<[string, object]>([
    ['text', { content: 'a' }],
    ['a thought', { reasoning: 'a' }],
    ['a refusal', { refusal: 'a' }],
    ['audio', { audio: { data: 'a' } }],
    ['a call', { tool_calls: [{ id: 'a' }] }],
    ['an image', { images: ['a'] }],
    ['a closed thought', { reasoning_details: [{ type: 'reasoning.encrypted', data: 'a' }] }],
    ['a redacted thought', { thinking_blocks: [{ type: 'redacted_thinking', data: 'a' }] }],
  ])('%s is output', (_name, fields) => expect(of({ choices: [choice(fields)] })).toBe('chunk output 1'))

  test('lists without entries are none', () => {
    const empty = {
      reasoning_details: [],
      thinking_blocks: [],
      images: [],
      tool_calls: [],
      annotations: [{ a: 1 }],
    }
    expect(of({ choices: [choice(empty)] })).toBe('chunk 1')
  })
})

describe('a failure from outside', () => {
  const gone: ChatErrorData = { kind: 'network_or_cors', message: 'gone' }

  test.each([
    ['as it is', gone],
    ['read at the end', () => gone],
  ])('%s ends the answer, and the first one stays', (_name, error) => {
    const events: CompletionEvent[] = []
    const accumulator = createAccumulator({ onEvent: (event) => events.push(event) })
    accumulator.push(delta({ content: 'a' }))
    accumulator.fail(error)
    accumulator.fail({ kind: 'timeout', message: 'later' })
    expect(accumulator.failed).toBe(true)
    const completion = accumulator.finish('done')
    expect(completion).toMatchObject({
      outcome: 'error',
      error: gone,
      message: { content: 'a', finishReason: 'error', error: gone },
    })
    expect(events.slice(-2)).toEqual([
      { type: 'error', error: gone },
      { type: 'end', completion },
    ])
  })

  test('is absent where there was none', () => {
    const accumulator = createAccumulator()
    accumulator.push(delta({ content: 'a' }, 'stop'))
    expect(accumulator.finish()).not.toHaveProperty('error')
  })

  test('is read with what is known of the request', () => {
    const accumulator = createAccumulator({ errorContext: { host: 'h.example', status: 429 } })
    accumulator.push({ model: 'm', error: 'no' })
    expect(accumulator.finish().error).toMatchObject({ message: 'no', status: 429 })
  })
})

describe('a message without a delta (docs/wire 2.2)', () => {
  const snap = (content: string) => ({ choices: [{ message: { content } }] })
  const read = (...texts: string[]) => {
    const accumulator = createAccumulator()
    for (const text of texts) accumulator.push(snap(text))
    const { message, repairs } = accumulator.finish()
    return [message.content, repairs.map((repair) => repair.rule)]
  }

  test('is all there is so far', () => expect(read('a', 'ab', 'a', 'ab', 'abc')).toEqual(['abc', []]))
  test('that is not is read as a delta, with a note', () =>
    expect(read('Hel', 'lo', ' you', 'Hel')).toEqual(['Hello youHel', ['message_not_cumulative']]))

  test('is compared with the text as it came, tags included', () =>
    expect(read('<think>wh', '<think>why</think>a', '<think>why</think>ab')).toEqual(['ab', []]))

  test('that is not is told with its place', () => {
    const accumulator = createAccumulator()
    for (const text of ['a', 'b']) accumulator.push({ choices: [{ index: 2, message: { content: text } }] })
    expect(accumulator.finish().repairs).toEqual([
      { rule: 'message_not_cumulative', where: 'choices[2].message', before: 'b', after: 'b' },
    ])
  })

  test('carries cumulative calls and thoughts too', () => {
    const accumulator = createAccumulator()
    const message = (args: string, reasoning: string) => ({
      choices: [
        { message: { reasoning, tool_calls: [{ id: 'a', function: { name: 'f', arguments: args } }] } },
      ],
    })
    accumulator.push(message('{"x"', 'be'))
    accumulator.push(message('{"x":1}', 'because'))
    expect(accumulator.finish().message).toMatchObject({
      reasoning: 'because',
      tool_calls: [{ id: 'a', function: { arguments: '{"x":1}' } }],
    })
  })
})

describe('times', () => {
  test('are written only with a clock', () => {
    let time = 1000
    const accumulator = createAccumulator({ now: () => time })
    time = 1200
    accumulator.push(delta({ reasoning: 'a' }))
    time = 1500
    accumulator.push(delta({ reasoning: 'b' }))
    time = 1700
    accumulator.push(delta({ content: 'c' }, 'stop'))
    time = 2000
    expect(accumulator.finish().message).toMatchObject({
      timing: { startedAt: 1000, firstTokenAt: 1200, durationMs: 1000 },
      segments: [
        { type: 'reasoning', start: 0, end: 2, ms: 500 },
        { type: 'text', start: 0, end: 1 },
      ],
    })
    const image = createAccumulator({ now: () => time })
    image.push(delta({ annotations: [{ a: 1 }] }))
    time = 2100
    image.push(delta({ images: ['data:x'] }, 'stop'))
    expect(image.finish().message.timing).toEqual({ startedAt: 2000, firstTokenAt: 2100, durationMs: 100 })
    const without = createAccumulator()
    without.push(delta({ reasoning: 'a' }, 'stop'))
    expect(without.finish().message).not.toHaveProperty('timing')
  })
})

describe('events', () => {
  test('tell the story in order, and their pieces are the message', () => {
    const events: CompletionEvent[] = []
    const accumulator = createAccumulator({ onEvent: (event) => events.push(event) })
    accumulator.push(delta({ reasoning: 'r' }))
    accumulator.push(delta({ content: 'a' }))
    accumulator.push(delta(call(0, '{"x"', 'k')))
    accumulator.push(delta(call(0, ':1}')))
    accumulator.push({ ...delta({ refusal: 'n' }, 'tool_calls'), usage: { prompt_tokens: 1 } })
    const completion = accumulator.finish()
    expect(events).toMatchObject([
      { type: 'start', model: 'm' },
      { type: 'reasoning_delta', choice: 0, text: 'r' },
      { type: 'text_delta', choice: 0, text: 'a' },
      { type: 'tool_call_start', choice: 0, callIndex: 0, id: 'k', name: 'f_k' },
      { type: 'tool_call_delta', callIndex: 0, arguments: '{"x"' },
      { type: 'tool_call_delta', callIndex: 0, arguments: ':1}' },
      { type: 'usage', usage: { inputTokens: 1 } },
      { type: 'refusal_delta', text: 'n' },
      { type: 'end', completion },
    ])
  })

  test('a call is announced with its name; then each event has what is new, also where all is sent again', () => {
    const told = (...fragments: object[]) => {
      const events: unknown[] = []
      const accumulator = createAccumulator({
        onEvent: (event) => {
          if (event.type === 'tool_call_start') events.push(`${event.id} ${event.name}`)
          if (event.type === 'tool_call_delta') events.push(event.arguments)
        },
      })
      for (const fragment of fragments) accumulator.push(delta({ tool_calls: [{ index: 0, ...fragment }] }))
      return events
    }
    expect(
      told(
        { id: 'a', function: { arguments: '{"x"' } },
        { function: { name: 'f', arguments: ':1' } },
        { function: { arguments: '' } },
        { extra: 1 },
        { function: { arguments: '}' } },
      ),
    ).toEqual(['a f', '{"x":1', '}'])
    expect(
      told(
        { id: 'a', function: { name: 'f', arguments: '{"city":"Tromsø"' } },
        { function: { arguments: '{"city":"Tromsø","days":3}' } },
      ),
    ).toEqual(['a f', '{"city":"Tromsø"', ',"days":3}'])
  })

  test('end with the answer', () => {
    const events: CompletionEvent[] = []
    const accumulator = createAccumulator({ onEvent: (event) => events.push(event) })
    accumulator.finish()
    accumulator.push(delta({ content: 5 }))
    expect(events.at(-1)?.type).toBe('end')
  })

  test('a repair is told once per rule and place, however often it happens', () => {
    const events: CompletionEvent[] = []
    const accumulator = createAccumulator({ onEvent: (event) => events.push(event) })
    for (let index = 0; index < 50; index++) accumulator.push({ choices: [{ delta: { content: index } }] })
    expect(accumulator.finish().repairs).toMatchObject([{ rule: 'content_type', before: 0, after: '0' }])
    expect(events.filter((event) => event.type === 'repair')).toHaveLength(1)
  })
})
