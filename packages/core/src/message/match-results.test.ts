import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchResults } from './match-results.js'
import { CALL_INDEX_KEY, type ToolCall, type ToolMessage } from './types.js'
import { assertProperty } from '../../../../test/support/property.js'

const callOf = (id: string): ToolCall => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
})
const resultOf = (id: string, noted?: number): ToolMessage => ({
  role: 'tool',
  tool_call_id: id,
  content: '',
  ...(noted !== undefined && { metadata: { [CALL_INDEX_KEY]: noted } }),
})

/** The rule in its plainest words: each result looks at all calls that are still open. */
function plainMatch(calls: readonly ToolCall[], results: readonly ToolMessage[]) {
  const slots: (ToolMessage | undefined)[] = calls.map(() => undefined)
  const place = (result: ToolMessage, fits: (call: ToolCall, index: number) => boolean): boolean => {
    const index = calls.findIndex((call, i) => !slots[i] && fits(call, i))
    if (index >= 0) slots[index] = result
    return index >= 0
  }
  const notNoted = results.filter(
    (r) =>
      !place(r, ({ id }, i) => i === r.metadata?.[CALL_INDEX_KEY] && (id || '') === (r.tool_call_id || '')),
  )
  const notNamed = notNoted.filter((r) => !r.tool_call_id || !place(r, ({ id }) => id === r.tool_call_id))
  return { slots, orphans: notNamed.filter((r) => !place(r, ({ id }) => !id || !r.tool_call_id)) }
}

describe('results beside their calls', () => {
  // Arrays of others lack ids altogether.
  const id = fc.constantFrom('', 'a', 'b', 'c', undefined as unknown as string)
  const calls = fc.array(id.map(callOf), { maxLength: 6 })
  const noted = fc.option(fc.integer({ min: -1, max: 6 }), { nil: undefined })
  const results = fc.array(
    fc.tuple(id, noted).map(([of, at]) => resultOf(of, at)),
    { maxLength: 8 },
  )

  it('are those that a look at all open calls finds, whatever ids repeat or are missing', () => {
    assertProperty(
      fc.property(calls, results, (some, given) => {
        const { slots, orphans } = matchResults(some, given)
        const plain = plainMatch(some, given)
        expect(slots.map((slot) => given.indexOf(slot!))).toEqual(
          plain.slots.map((slot) => given.indexOf(slot!)),
        )
        expect(orphans.map((orphan) => given.indexOf(orphan))).toEqual(
          plain.orphans.map((orphan) => given.indexOf(orphan)),
        )
      }),
    )
  })

  /** How often a call is looked at while results are matched. */
  function looksAt(calls: readonly ToolCall[], given: readonly ToolMessage[]): number {
    let looks = 0
    const watched = new Proxy(calls, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks++
        return Reflect.get(target, key) as unknown
      },
    })
    matchResults(watched, given)
    return looks
  }

  it.each<[string, (i: number) => string, (i: number) => ToolMessage]>([
    ['by id', (i) => `call-${i}`, (i) => resultOf(`call-${i}`)],
    ['by id, the last first', (i) => `call-${i}`, (i) => resultOf(`call-${1_999 - i}`)],
    ['by one id for all', () => 'call', () => resultOf('call')],
    ['by their place', () => 'call', (i) => resultOf('call', i)],
    ['by order, no call has an id', () => '', (i) => resultOf(`call-${i}`)],
    ['by order, no result has an id', (i) => `call-${i}`, () => resultOf('')],
    ['to none', (i) => `call-${i}`, (i) => resultOf(`other-${i}`)],
  ])('cost a few looks at each call, not one for each result: %s', (_, idOf, resultAt) => {
    const many = Array.from({ length: 2_000 }, (_call, i) => callOf(idOf(i)))
    const given = many.map((_call, i) => resultAt(i))
    expect(looksAt(many, given)).toBeLessThanOrEqual(2_000 * 6)
  })
})
