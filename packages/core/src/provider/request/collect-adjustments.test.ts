import { describe, expect, it } from 'vitest'
import { collectAdjustments } from './prepare-request.js'

describe('the list of what left otherwise than it is stored', () => {
  it('names short values as they are and the beginning of long ones', () => {
    const { list, report } = collectAdjustments()
    const long = 'x'.repeat(500)
    report('a', 'messages[0]', { short: true }, long)
    report('b', 'messages[1]', { long }, null)
    report('c', 'messages[2]')
    expect(list).toEqual([
      { rule: 'a', where: 'messages[0]', before: { short: true }, after: `${'x'.repeat(200)}…` },
      { rule: 'b', where: 'messages[1]', before: `{"long":"${'x'.repeat(191)}…`, after: null },
      { rule: 'c', where: 'messages[2]', before: undefined, after: undefined },
    ])
  })

  it('stays small in a long thread: a rule that applies again and again is counted', () => {
    const { list, report } = collectAdjustments()
    for (let i = 0; i < 5000; i++) report('call_id', `messages[${i}]`, 'a', 'b')
    report('empty_turn', 'messages[5000]')
    expect(list).toHaveLength(22)
    expect(list.at(-2)).toEqual({
      rule: 'call_id',
      where: 'and 4980 more',
      before: undefined,
      after: undefined,
    })
  })
})
