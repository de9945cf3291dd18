import { describe, expect, test } from 'vitest'
import { UNKNOWN_EVENTS } from '../../message/unshown.js'
import { createAccumulator } from './accumulator.js'

function read(...deltas: object[]) {
  const accumulator = createAccumulator()
  for (const delta of deltas) accumulator.push({ choices: [{ index: 0, delta }] })
  accumulator.push({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  const { message, outcome } = accumulator.finish('done')
  return { outcome, unshown: message.metadata?.[UNKNOWN_EVENTS], error: message.error?.kind }
}

describe('an answer of nothing but a field that no view knows', () => {
  test('is complete, and names the field', () => {
    const poll = { question: 'Which one?' }
    expect(read({ poll }, { 'x.wire.': [1] })).toEqual({
      outcome: 'complete',
      unshown: [
        { type: 'poll', value: poll },
        { type: 'x.wire.', value: [1] },
      ],
    })
  })

  test.each<[string, object]>([
    ['an empty object', { poll: {} }],
    ['an empty list', { poll: [] }],
    ['null', { poll: null }],
    ['a text', { poll: 'words' }],
    ['facts about the answer', { content_filter_results: { hate: { filtered: false } } }],
  ])('is empty when all it holds is %s', (_name, delta) => {
    expect(read(delta)).toEqual({ outcome: 'error', unshown: undefined, error: 'empty_response' })
  })

  test('names the field only while there is nothing else to see', () => {
    expect(read({ poll: { question: 'Which one?' } }, { content: 'This one.' })).toEqual({
      outcome: 'complete',
      unshown: undefined,
    })
  })
})
