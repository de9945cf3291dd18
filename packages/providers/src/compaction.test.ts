import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairToolCalls, type Message } from '@antiphon/core'
import { explainRequest } from './explain-request.js'
import { planCompaction } from './plan-compaction.js'
import { assertProperty } from '../../../test/support/property.js'

const text = 'x'.repeat(400)
const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'depth', arguments: '{}' } })
const thread: Message[] = [
  { role: 'system', content: text },
  { role: 'developer', content: text },
  { role: 'system', kind: 'context', content: text },
  { role: 'user', kind: 'notification', content: text },
  { role: 'user', content: text },
  { role: 'assistant', content: text, tool_calls: [call('a')] },
  { role: 'tool', tool_call_id: 'a', content: text },
  { role: 'assistant', content: text },
  { role: 'user', content: text },
  { role: 'assistant', content: text },
]
/** Indexes of what stays when about `messages` of them may. */
const kept = (messages: number): number[] =>
  planCompaction(thread, { budget: messages * 100 + 10 }).marks.flatMap(({ kept: stays }, i) =>
    stays ? [i] : [],
  )

describe('planCompaction', () => {
  test('trims notifications, context, the oldest turns and developer messages in this order; system never', () => {
    expect(kept(10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(kept(9)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9])
    expect(kept(8)).toEqual([0, 1, 4, 5, 6, 7, 8, 9])
    expect(kept(7)).toEqual([0, 1, 5, 6, 7, 8, 9])
    // An answer goes with all of its calls and results.
    expect(kept(6)).toEqual([0, 1, 8, 9])
    expect(kept(3)).toEqual([0, 8, 9])
    // The last question and its answer stay, whatever they take.
    expect(kept(0)).toEqual([0, 8, 9])
    expect(planCompaction(thread, { budget: 0 })).toMatchObject({ fits: false, tokens: expect.any(Number) })
  })

  test('says of each message why it stays or goes', () => {
    const reasons = planCompaction(thread, { budget: 330 }).marks.map(({ reason }) => reason)
    const turn = 'trimmed_turn'
    expect(reasons).toEqual([
      'system',
      'trimmed_developer',
      'trimmed_context',
      'trimmed_notification',
      turn,
      turn,
      turn,
      turn,
      'recent',
      'recent',
    ])
  })

  test('whatever the budget, no result loses its call and no call its result', () => {
    const message = fc.constantFrom(...thread).map((one) => ({ ...one }))
    assertProperty(
      fc.property(fc.array(message, { maxLength: 20 }), fc.nat(1500), (messages, budget) => {
        const plan = planCompaction(messages, { budget })
        const [before, after] = [pairToolCalls(messages), pairToolCalls(plan.kept)]
        expect(after.orphans.length).toBeLessThanOrEqual(before.orphans.length)
        const open = (calls: typeof before.calls): number => calls.filter(({ result }) => !result).length
        expect(open(after.calls)).toBeLessThanOrEqual(open(before.calls))
        expect(plan.marks).toHaveLength(messages.length)
      }),
    )
  })
})

describe('explainRequest', () => {
  test('tells for each message what was changed of it, and why', () => {
    const messages: Message[] = [
      { role: 'user', content: 'How deep?' },
      { role: 'assistant', content: '', tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: '4 m' },
      { role: 'tool', tool_call_id: 'z', content: 'late' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'And?' },
    ]
    const { sent, changes } = explainRequest(messages)
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
    expect(changes.map((list) => list.map(({ rule }) => rule))).toEqual([
      [],
      ['missing_result'],
      [],
      ['orphan_result'],
      ['empty_turn'],
      [],
    ])
    for (const { words } of changes.flat()) expect(words).toMatch(/^[A-Z].+\.$/)
  })
})
