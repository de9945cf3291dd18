import { describe, expect, test } from 'vitest'
import type { UnknownPart } from '../../message/types.js'
import { createAccumulator } from './accumulator.js'

function read(...choices: object[]) {
  const accumulator = createAccumulator()
  for (const choice of choices) accumulator.push({ choices: [choice] })
  const { message, repairs } = accumulator.finish()
  const { content, reasoning, refusal, images } = message
  return {
    shown: {
      content,
      reasoning,
      refusal,
      images: (images as UnknownPart[] | undefined)?.map((image) => image['image_url']),
    },
    parts: message.metadata?.['wire.content_parts'],
    field: message.reasoningSource?.field,
    repairs: repairs.map(({ rule, where, after }) => [rule, where, after]),
  }
}
const delta = (content: unknown, more: object = {}) => ({ delta: { content, ...more } })
const whole = (content: unknown) => ({ message: { content } })
const text = (words: string) => ({ type: 'text', text: words })
let deep: unknown = 1
for (let level = 0; level < 100; level++) deep = { deep }

describe('content that is a list of parts (Mistral)', () => {
  test('is split by its kinds, and kept as it came', () => {
    const parts = [
      { type: 'thinking', thinking: [text('why ')] },
      { type: 'reasoning', text: 'not' },
      text('a'),
      { type: 'output_text', text: 'b' },
      { type: 'refusal', refusal: 'no' },
      { type: 'image_url', image_url: 'data:x' },
      { type: 'reference', reference_ids: [1], text: 'never shown' },
      { type: 'text' },
    ]
    expect(read(delta(parts))).toEqual({
      shown: { content: 'ab', reasoning: 'why not', refusal: 'no', images: [{ url: 'data:x' }] },
      parts,
      field: 'content',
      repairs: [],
    })
    expect(read(delta(parts, { refusal: null }))).toEqual(read(delta(parts)))
  })

  test('says the kind of a part that does not, and leaves out what is no part or nests without end', () => {
    const found = read(
      delta(['a', { text: 'b' }, { x: 1 }, { type: '', text: 'c' }]),
      delta([3, null, { deep }]),
    )
    expect(found).toMatchObject({
      shown: { content: 'abc' },
      parts: [text('ab'), { type: 'unknown', x: 1 }, text('c')],
      repairs: [['content_part', 'choices[0].delta.content', undefined]],
    })
    expect(read(delta([{ type: 'x', deep }])).parts).toEqual([])
  })

  test('has a thought once that stands beside it too', () => {
    const parts = [{ type: 'thinking', thinking: [text('why')] }, text('a')]
    expect(read(delta(parts, { reasoning_content: 'why' }))).toMatchObject({
      shown: { content: 'a', reasoning: 'why' },
      field: 'reasoning_content',
      parts,
    })
  })

  test('goes on with the plain text before and after it', () => {
    expect(read(delta('a'), delta([text('b')]), delta('c'))).toMatchObject({
      shown: { content: 'abc' },
      parts: [text('abc')],
      repairs: [],
    })
  })

  test('is all there is so far in a whole message', () => {
    expect(read(whole([text('a'), text('b')]), whole([text('a'), text('bc')]))).toMatchObject({
      shown: { content: 'abc' },
      parts: [text('abc')],
      repairs: [],
    })
  })
})

describe('content of another type is told and read as far as it goes', () => {
  const where = 'choices[0].delta.content'
  test.each<[unknown, string, unknown, unknown]>([
    [4, '4', '4', undefined],
    [true, 'true', 'true', undefined],
    [text('a'), 'a', [text('a')], [text('a')]],
    [{ text: 'a' }, 'a', [text('a')], [text('a')]],
    [{ x: 1 }, '', [{ type: 'unknown', x: 1 }], [{ type: 'unknown', x: 1 }]],
  ])('%j', (content, shown, after, parts) => {
    expect(read(delta(content))).toMatchObject({
      shown: { content: shown },
      repairs: [['content_type', where, after]],
    })
    expect(read(delta(content)).parts).toEqual(parts)
    expect(read(whole(content)).repairs[0]![1]).toBe('choices[0].message.content')
  })

  test('an object without end becomes its text', () => {
    expect(read(delta({ deep })).shown.content).toMatch(/^\{"deep":/)
  })
})
