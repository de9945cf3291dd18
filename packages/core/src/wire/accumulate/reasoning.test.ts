import { describe, expect, test } from 'vitest'
import { createAccumulator } from './accumulator.js'

function read(...deltas: object[]) {
  const accumulator = createAccumulator()
  for (const delta of deltas) accumulator.push({ choices: [{ index: 0, delta }] })
  accumulator.push({ model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  return accumulator.finish().message
}

const text = (value: string, more: object = {}) => ({ type: 'reasoning.text', text: value, ...more })

describe('reasoning channels (docs/wire 2.3)', () => {
  test.each(['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'])(
    '%s is shown and its name kept',
    (field) => {
      expect(read({ [field]: 'a' }, { [field]: 'b' })).toMatchObject({
        reasoning: 'ab',
        reasoningSource: { field, model: 'm' },
      })
    },
  )

  test('a field of a profile is shown, and one that has a meaning of its own keeps it', () => {
    const accumulator = createAccumulator({ reasoningFields: ['mind', 'content'] })
    accumulator.push({ choices: [{ index: 0, delta: { mind: 'a', content: 'b' } }] })
    accumulator.push({ choices: [{ index: 0, delta: { content: 'c', refusal: '' }, finish_reason: 'stop' }] })
    expect(accumulator.finish().message).toMatchObject({
      content: 'bc',
      reasoning: 'a',
      reasoningSource: { field: 'mind' },
    })
  })

  test('a text part is not named as the source of thoughts that come in another field', () => {
    const content = [{ type: 'text', text: 'b' }]
    expect(read({ content }, { reasoning: 'a' })).toMatchObject({
      content: 'b',
      reasoningSource: { field: 'reasoning' },
    })
  })

  test('two aliases with the same text in one chunk count once', () => {
    expect(
      read({ reasoning: 'a', reasoning_content: 'a' }, { reasoning: 'b', reasoning_content: 'b' }).reasoning,
    ).toBe('ab')
  })

  test('the same words in another chunk are another thought: one field per chunk speaks, nothing is compared', () => {
    expect(read({ reasoning: 'wait. ' }, { reasoning_content: 'wait. ' }).reasoning).toBe('wait. wait. ')
  })

  test('the first alias that is not empty counts, whatever the others say', () => {
    expect(read({ reasoning_content: '', reasoning: 'a', thinking: 'b' }).reasoning).toBe('a')
  })

  test('flat text beside details with the same text counts once', () => {
    const message = read(
      { reasoning: 'a', reasoning_details: [text('a')] },
      { reasoning: 'b', reasoning_details: [text('b')] },
    )
    expect(message).toMatchObject({
      reasoning: 'ab',
      reasoning_details: [text('ab')],
      reasoningSource: { field: 'reasoning_details' },
    })
  })

  test('details speak for flat text and thinking blocks, and flat text for the blocks', () => {
    const blocks = { thinking_blocks: [{ type: 'thinking', thinking: 'block' }] }
    const details = { reasoning_details: [text('details')] }
    expect(read({ reasoning: 'flat', ...blocks, ...details })).toMatchObject({
      reasoning: 'details',
      reasoningSource: { field: 'reasoning_details' },
    })
    expect(read({ reasoning: 'flat', ...blocks }).reasoning).toBe('flat')
    expect(read(details, blocks)).toMatchObject({
      reasoning: 'detailsblock',
      reasoningSource: { field: 'reasoning_details' },
    })
  })

  test('entries without a kind are kept as unknown, others left out, and both are told', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) deep = { deep }
    const accumulator = createAccumulator()
    const push = (entry: unknown) =>
      accumulator.push({ choices: [{ delta: { reasoning_details: [entry] } }] })
    for (const entry of [3, { data: 'x' }, { type: 'y', deep }]) push(entry)
    const { message, repairs } = accumulator.finish()
    expect(message.reasoning_details).toEqual([{ type: 'unknown', data: 'x' }])
    const rule = { rule: 'entry_type', where: 'choices[0].delta.reasoning_details' }
    expect(repairs).toEqual([{ ...rule, before: undefined, after: undefined }])
    const other = createAccumulator()
    other.push({ choices: [{ delta: { thinking_blocks: [{ data: 'x' }, { deep }] } }] })
    const where = 'choices[0].delta.thinking_blocks'
    expect(other.finish().repairs).toEqual([
      { rule: 'entry_type', where, before: { data: 'x' }, after: { type: 'unknown', data: 'x' } },
    ])
  })

  test('flat text beside details without visible text counts', () => {
    expect(read({ reasoning: 'a', reasoning_details: [] })).toMatchObject({
      reasoning: 'a',
      reasoning_details: [],
      reasoningSource: { field: 'reasoning' },
    })
    expect(
      read({ reasoning: 'a', reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }).reasoning,
    ).toBe('a')
  })

  test('an empty field is remembered as seen, without an empty thought', () => {
    const message = read({ reasoning_content: '' }, { content: 'a' })
    expect(message.reasoningSource?.field).toBe('reasoning_content')
    expect(message.reasoning).toBeUndefined()
    expect(read({ reasoning: '', reasoning_content: '' }).reasoningSource?.field).toBe('reasoning_content')
    expect(message.segments).toEqual([{ type: 'text', start: 0, end: 1 }])
  })

  test('thoughts between texts and calls keep their place', () => {
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }
    expect(
      read({ reasoning: 'one' }, { content: 'A' }, { reasoning: 'two' }, call, { content: 'B' }).segments,
    ).toEqual([
      { type: 'reasoning', start: 0, end: 3 },
      { type: 'text', start: 0, end: 1 },
      { type: 'reasoning', start: 3, end: 6 },
      { type: 'tool_call', index: 0 },
      { type: 'text', start: 1, end: 2 },
    ])
  })
})

describe('reasoning_details (docs/wire 2.4)', () => {
  const merged = (...deltas: object[][]) =>
    read(...deltas.map((entries) => ({ reasoning_details: entries }))).reasoning_details
  const encrypted = { type: 'reasoning.encrypted', data: 'd', index: 0 }

  test.each<[string, object[][], object[]]>([
    ['pieces of a text become one entry', [[text('a')], [text('b')]], [text('ab')]],
    [
      'a late signature fills in',
      [[text('a', { index: 0 })], [{ type: 'reasoning.text', signature: 's', index: 0 }]],
      [text('a', { index: 0, signature: 's' })],
    ],
    [
      'id and format fill in',
      [[text('a', { format: null })], [text('b', { format: 'f', id: 'i' })]],
      [text('ab', { format: 'f', id: 'i' })],
    ],
    [
      'what is given is not taken back by null, and null fills what is not there',
      [[text('a', { format: 'f' })], [text('b', { format: null, id: null })]],
      [text('ab', { format: 'f', id: null })],
    ],
    [
      'a signature that comes with the last piece closes it',
      [[text('a')], [text('b', { signature: 's' })]],
      [text('ab', { signature: 's' })],
    ],
    [
      'a text that comes after its format begins there',
      [[{ type: 'reasoning.text', format: 'f' }], [text('a')]],
      [text('a', { format: 'f' })],
    ],
    [
      'another index is another entry',
      [[text('a', { index: 0 })], [text('b', { index: 1 })]],
      [text('a', { index: 0 }), text('b', { index: 1 })],
    ],
    [
      'another id is another entry',
      [[text('a', { id: 'x' })], [text('b', { id: 'y' })]],
      [text('a', { id: 'x' }), text('b', { id: 'y' })],
    ],
    [
      'text and encrypted with one index stay apart',
      [[text('a', { index: 0 })], [encrypted]],
      [text('a', { index: 0 }), encrypted],
    ],
    [
      'only the entry right before is joined',
      [[text('a')], [encrypted], [text('b')]],
      [text('a'), encrypted, text('b')],
    ],
    ['encrypted is never joined', [[encrypted], [encrypted]], [encrypted, encrypted]],
    [
      'text after a signature begins a new block',
      [[text('a', { signature: 's' })], [text('b')]],
      [text('a', { signature: 's' }), text('b')],
    ],
    [
      'the same signature on each piece is one block',
      [[text('a', { signature: 's' })], [text('b', { signature: 's' })]],
      [text('ab', { signature: 's' })],
    ],
    [
      'a signature that comes with the first piece only closes it',
      [[text('', { signature: 's' })], [text('a')]],
      [text('', { signature: 's' }), text('a')],
    ],
    [
      'summaries join only with an equal index',
      [
        [{ type: 'reasoning.summary', summary: 'a', index: 1 }],
        [{ type: 'reasoning.summary', summary: 'b', index: 1 }],
      ],
      [{ type: 'reasoning.summary', summary: 'ab', index: 1 }],
    ],
    [
      'summaries without index stay apart',
      [[{ type: 'reasoning.summary', summary: 'a' }], [{ type: 'reasoning.summary', summary: 'b' }]],
      [
        { type: 'reasoning.summary', summary: 'a' },
        { type: 'reasoning.summary', summary: 'b' },
      ],
    ],
    [
      'a summary with an index is not of one without',
      [
        [{ type: 'reasoning.summary', summary: 'a' }],
        [{ type: 'reasoning.summary', summary: 'b', index: 1 }],
      ],
      [
        { type: 'reasoning.summary', summary: 'a' },
        { type: 'reasoning.summary', summary: 'b', index: 1 },
      ],
    ],
    [
      'unknown types and keys stay untouched',
      [[{ type: 'x.y', z: [1] }], [text('a', { vendor: { k: 1 } })], [text('b')]],
      [{ type: 'x.y', z: [1] }, text('ab', { vendor: { k: 1 } })],
    ],
    ['an empty list is a value', [[]], []],
    ['an empty list beside others changes nothing', [[text('a')], []], [text('a')]],
  ])('%s', (_name, deltas, expected) => expect(merged(...deltas)).toEqual(expected))

  test('a key named __proto__ reaches no prototype', () => {
    const evil = JSON.parse('{"type":"reasoning.text","text":"b","__proto__":{"polluted":1}}') as object
    const [entry] = merged([text('a')], [evil])!
    expect(entry).toEqual(text('ab'))
    expect(Object.getPrototypeOf(entry)).toBe(Object.prototype)
  })

  test('entries of a whole body are not joined', () => {
    const accumulator = createAccumulator()
    const details = [text('a', { index: 0 }), text('b', { index: 0 })]
    accumulator.push({
      choices: [{ message: { content: '', reasoning_details: details }, finish_reason: 'stop' }],
    })
    expect(accumulator.finish('done').message).toMatchObject({ reasoning_details: details, reasoning: 'ab' })
  })

  test('the summary is what can be read of it', () => {
    expect(read({ reasoning_details: [{ type: 'reasoning.summary', summary: 'short' }] }).reasoning).toBe(
      'short',
    )
  })
})

describe('thinking_blocks of LiteLLM (docs/wire 2.3)', () => {
  const block = (thinking: string, signature = '') => ({ type: 'thinking', thinking, signature })

  test('pieces join until their signature; the next thought is a new block; redacted ones stay', () => {
    const redacted = { type: 'redacted_thinking', data: 'x' }
    const message = read(
      { thinking_blocks: [block('a')] },
      { thinking_blocks: [block('b')] },
      { thinking_blocks: [block('', 's1')] },
      { thinking_blocks: [redacted] },
      { thinking_blocks: [block('c', 's2')] },
    )
    expect(message.thinking_blocks).toEqual([block('ab', 's1'), redacted, block('c', 's2')])
    expect(message).toMatchObject({ reasoning: 'abc', reasoningSource: { field: 'thinking_blocks' } })
  })

  test('lists of text parts join part by part (Mistral)', () => {
    const pieces = [['a'], ['b', 3], [{ type: 'x' }]].map((list) => ({
      content: [
        {
          type: 'thinking',
          thinking: list.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one)),
        },
      ],
    }))
    expect(read(...pieces).metadata).toEqual({
      'wire.content_parts': [{ type: 'thinking', thinking: [{ type: 'text', text: 'ab' }, { type: 'x' }] }],
    })
  })

  test('reasoning_content beside them with the same text counts once', () => {
    expect(read({ reasoning_content: 'a', thinking_blocks: [block('a')] }).reasoning).toBe('a')
  })
})
