import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutSteps, type Piece } from './cut-steps.js'
import { createSeededIds, callTools, finish, say, type ScriptedEvent, think } from './scenario.js'
import { splitPieces } from './pieces.js'
import { assertProperty } from '../../../../test/support/property.js'

const cut = (steps: ScriptedEvent[], limit?: number) => [
  ...cutSteps(steps, { limit, generateId: createSeededIds() }),
]
const deltas = (pieces: Piece[]) => pieces.flatMap((piece) => (piece.type === 'delta' ? [piece.delta] : []))

test('pieces of a text joined are the text again, and no letter is split', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const pieces = splitPieces(text)
      expect(pieces.join('')).toBe(text)
      expect(pieces.every((piece) => !/\p{Cs}/u.test(piece))).toBe(true)
    }),
  )
  expect(splitPieces('In Oslo it is 14:05.')).toEqual(['In', ' Oslo', ' it', ' is', ' 14', ':', '05', '.'])
})

describe('a script', () => {
  test('ends with stop, or with tool_calls when there were calls, unless it says otherwise', () => {
    const call = callTools([{ name: 'f', arguments: '{}' }])
    expect(cut([say('a')]).at(-1)).toEqual({ type: 'finish', reason: 'stop' })
    expect(cut([say('a'), call]).at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' })
    expect(cut([finish('content_filter'), say('never')])).toEqual([
      { type: 'finish', reason: 'content_filter' },
    ])
  })

  test('counts calls on through the message and gives each its own id', () => {
    const one = callTools([{ name: 'a', arguments: '{"x":1}' }])
    const two = callTools(
      [
        { name: 'b', arguments: '{"y":2}' },
        { name: 'c', arguments: '{"z":3}' },
      ],
      true,
    )
    const calls = deltas(cut([one, two])).flatMap((delta) => delta.tool_calls ?? [])
    const opened = calls.filter((call) => call.id)
    expect(opened.map((call) => [call.index, call.function.name])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ])
    expect(new Set(opened.map((call) => call.id)).size).toBe(3)
    const written = (index: number) =>
      calls.filter((call) => call.index === index).map((call) => call.function.arguments)
    expect([0, 1, 2].map((index) => written(index).join(''))).toEqual(['{"x":1}', '{"y":2}', '{"z":3}'])
  })

  test('is cut by the token limit wherever that falls, and not when it fits exactly', () => {
    const steps = [think('one two'), say('three four')]
    for (const limit of [0, 1, 2, 3]) {
      const pieces = cut(steps, limit)
      expect(deltas(pieces)).toHaveLength(limit)
      expect(pieces.at(-1)).toEqual({ type: 'finish', reason: 'length' })
    }
    expect(cut(steps, 4).at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })
})
