import { deriveTurns, type Message } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { inPieces, PIECE_STEPS } from './answer-pieces.js'

const step = (i: number): Message[] => [
  {
    role: 'assistant',
    id: `a${i}`,
    content: `word ${i}`,
    tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'look', arguments: '{}' } }],
  },
  { role: 'tool', id: `t${i}`, tool_call_id: `c${i}`, content: 'seen' },
]
const thread = (steps: number): Message[] => [
  { role: 'user', id: 'u', content: 'go' },
  ...Array.from({ length: steps }, (_, i) => step(i)).flat(),
]

describe('a long answer in pieces', () => {
  it('leaves an answer whole that is no longer than a piece', () => {
    const turns = deriveTurns(thread(PIECE_STEPS))
    expect(inPieces(turns)).toEqual(turns)
    expect(inPieces(turns)[1]).toBe(turns[1])
  })

  it('has every step once, in order, under keys that differ; what is said of the whole stands with the last', () => {
    const turns = deriveTurns(thread(3 * PIECE_STEPS + 1))
    const [question, ...pieces] = inPieces(turns)
    const [, answer] = turns
    expect(question).toBe(turns[0])
    expect(pieces.flatMap((one) => ('steps' in one ? one.steps : []))).toEqual(
      'steps' in answer! && answer.steps,
    )
    expect(pieces.map(({ key }) => key)).toEqual([
      'a0',
      `a${PIECE_STEPS}`,
      `a${2 * PIECE_STEPS}`,
      `a${3 * PIECE_STEPS}`,
    ])
    expect(pieces.map(({ piece }) => piece?.follows)).toEqual([undefined, 'row', 'row', 'row'])
    expect(pieces.map(({ piece }) => piece?.all?.length)).toEqual([
      undefined,
      undefined,
      undefined,
      3 * PIECE_STEPS + 1,
    ])
  })

  it('keeps the pieces that a longer answer has as before', () => {
    const messages = thread(2 * PIECE_STEPS + 1)
    const turns = deriveTurns(messages)
    const before = inPieces(turns)
    const grown = inPieces(deriveTurns([...messages, ...step(99)], turns), before)
    expect(grown.map((piece, i) => piece === before[i])).toEqual([true, true, true, false])
    expect(inPieces(deriveTurns(messages), before).slice(1)).toEqual(before.slice(1))
  })

  it('says that a piece stands after a text when the step before it called nothing', () => {
    const messages = thread(PIECE_STEPS + 1).filter(({ id }) => id !== `t${PIECE_STEPS - 1}`)
    expect(inPieces(deriveTurns(messages))[2]!.piece?.follows).toBe('text')
  })
})
