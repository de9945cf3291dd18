import { describe, expect, it } from 'vitest'
import { outlineTurns, type OutlineEntry } from './outline-turns.js'

/** `u1 a2 t3`: one entry a word, the role by its letter. */
const entries = (words: string): OutlineEntry[] =>
  words.split(' ').map((key) => ({
    key,
    role: ({ u: 'user', a: 'assistant', t: 'tool', s: 'system' } as const)[key[0] as 'u'],
  }))

describe('the outline of a thread', () => {
  it('has one turn for each question and notice, and one for each answer with its steps', () => {
    expect(outlineTurns(entries('s0 u1 a2 t3 t4 a5 u6'))).toEqual([
      { key: 's0', role: 'system', index: 0 },
      { key: 'u1', role: 'user', index: 1 },
      {
        key: 'a2',
        role: 'assistant',
        index: 2,
        steps: [
          { key: 'a2', assistant: 'a2', results: ['t3', 't4'] },
          { key: 'a5', assistant: 'a5', results: [] },
        ],
      },
      { key: 'u6', role: 'user', index: 6 },
    ])
  })

  it('puts a late result to the answer before it, which ended there all the same', () => {
    expect(outlineTurns(entries('a0 u1 t2 a3'))).toEqual([
      { key: 'a0', role: 'assistant', index: 0, steps: [{ key: 'a0', assistant: 'a0', results: ['t2'] }] },
      { key: 'u1', role: 'user', index: 1 },
      { key: 'a3', role: 'assistant', index: 3, steps: [{ key: 'a3', assistant: 'a3', results: [] }] },
    ])
  })

  it('keeps results that no answer precedes as an answer without a message', () => {
    expect(outlineTurns(entries('t0 t1 u2'))).toEqual([
      { key: 't0', role: 'assistant', index: 0, steps: [{ key: 't0', results: ['t0', 't1'] }] },
      { key: 'u2', role: 'user', index: 2 },
    ])
  })

  it('counts places from where it is told to', () => {
    expect(outlineTurns(entries('u0 a1'), [], 7).map(({ index }) => index)).toEqual([7, 8])
  })

  it('gives turns and steps that did not change as the same objects', () => {
    const before = outlineTurns(entries('u1 a2 t3 a4'))
    expect(outlineTurns(entries('u1 a2 t3 a4'), before).map((turn, i) => turn === before[i])).toEqual([
      true,
      true,
    ])
    const [question, answer] = outlineTurns(entries('u1 a2 t3 a4 t5'), before)
    expect(question).toBe(before[0])
    expect(answer).not.toBe(before[1])
    const steps = (turn = before[1]) => (turn as { steps?: readonly object[] }).steps!
    expect(steps(answer)[0]).toBe(steps()[0])
    expect(steps(answer)[1]).toEqual({ key: 'a4', assistant: 'a4', results: ['t5'] })
  })

  it('takes a turn for another one when its place, its role or its number of steps is another', () => {
    const before = outlineTurns(entries('u1 a2 a3'))
    expect(outlineTurns(entries('u1 a2 a3'), before, 1)[0]).toEqual({ key: 'u1', role: 'user', index: 1 })
    expect(outlineTurns([{ key: 'u1', role: 'system' }], before)[0]!.role).toBe('system')
    expect(outlineTurns(entries('u1 a2'), before)[1]).toMatchObject({ steps: [{ key: 'a2' }] })
    expect((outlineTurns(entries('u1 a2'), before)[1] as { steps?: object[] }).steps).toHaveLength(1)
    // One that had no message has one now: every field counts, also one that only the new step or only the old one has.
    const orphan = outlineTurns(entries('t1'))
    const owned = outlineTurns([{ key: 't1', role: 'assistant' }, ...entries('t1')])
    expect(outlineTurns([{ key: 't1', role: 'assistant' }, ...entries('t1')], orphan)).toEqual(owned)
    expect(outlineTurns(entries('t1'), owned)).toEqual(orphan)
  })

  it('takes a result for another one when it has another key in the same place', () => {
    const before = outlineTurns(entries('a1 t2 t3'))
    const [after] = outlineTurns(entries('a1 t2 t4'), before)
    expect(after).toMatchObject({ steps: [{ results: ['t2', 't4'] }] })
    const [fewer] = outlineTurns(entries('a1 t2'), before)
    expect(fewer).toEqual(outlineTurns(entries('a1 t2'))[0])
  })
})
