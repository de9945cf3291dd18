import { describe, expect, test } from 'vitest'
import { createAccumulator } from './accumulator.js'

type Fragment = [index: number, id: string | undefined, name: string | undefined, args?: string]

/** One delta for each list of fragments. */
function read(...deltas: (Fragment[] | string)[]) {
  const accumulator = createAccumulator()
  for (const delta of deltas) {
    const calls = (some: Fragment[]) =>
      some.map(([index, id, name, args]) => ({ index, id, function: { name, arguments: args } }))
    accumulator.push({
      choices: [{ delta: typeof delta === 'string' ? { content: delta } : { tool_calls: calls(delta) } }],
    })
  }
  accumulator.push({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] })
  const { message, repairs } = accumulator.finish()
  return {
    calls: message.tool_calls?.map(({ id, function: { name, arguments: args } }) => [id, name, args]),
    places: message.segments?.map((segment) => (segment.type === 'tool_call' ? segment.index : segment.type)),
    repairs,
  }
}
const whole = '{"x":1}'
const repeated = (at: number, before: string) => ({
  rule: 'tool_call_repeated',
  where: `choices[0].tool_calls[${at}]`,
  before,
  after: '',
})

describe('a call that a later chunk sends again at another index (docs/wire 2.5)', () => {
  test.each<[string, again: string, args: string]>([
    [whole, whole, whole],
    [whole, '', whole],
    ['', whole, whole],
    ['', '', ''],
  ])('with %j, then with %j, is one call', (first, again, args) => {
    const { calls, places, repairs } = read('Hm', [[0, 'a', 'f', first]], [[1, 'a', 'f', again]])
    expect({ calls, places, repairs }).toEqual({
      calls: [['a', 'f', args]],
      places: ['text', 0],
      repairs: [repeated(1, again)],
    })
  })

  test('three times is one call as well', () => {
    const { calls, repairs } = read([[0, 'a', 'f', '']], [[1, 'a', 'f', whole]], [[2, 'a', 'f', whole]])
    expect([calls, repairs]).toEqual([[['a', 'f', whole]], [repeated(1, whole), repeated(2, whole)]])
  })

  test('lets the calls behind it move up, each with its place in the answer', () => {
    const { calls, places } = read(
      [[0, 'a', 'f', whole]],
      [[1, 'a', 'f', whole]],
      [[2, 'b', 'g', '{}']],
      'Hm',
      [[3, 'c', 'g', '{}']],
    )
    expect(calls).toEqual([
      ['a', 'f', whole],
      ['b', 'g', '{}'],
      ['c', 'g', '{}'],
    ])
    expect(places).toEqual([0, 1, 'text', 2])
  })

  test('names the place of what else is odd about those that move up', () => {
    const { repairs } = read([[0, 'a', 'f', whole]], [[1, 'a', 'f', whole]], [[2, 'b', 'g', '{}}']])
    expect(repairs.map(({ rule, where }) => [rule, where])).toEqual([
      ['tool_call_repeated', 'choices[0].tool_calls[1]'],
      ['arguments_trailing', 'choices[0].tool_calls[1]'],
    ])
  })

  test.each<[string, Fragment[][]]>([
    ['other arguments', [[[0, 'a', 'f', whole]], [[1, 'a', 'f', '{"x":2}']]]],
    ['another name', [[[0, 'a', 'f', whole]], [[1, 'a', 'g', whole]]]],
    ['another id', [[[0, 'a', 'f', whole]], [[1, 'b', 'f', whole]]]],
    [
      'the same in one chunk',
      [
        [
          [0, 'a', 'f', whole],
          [1, 'a', 'f', whole],
        ],
      ],
    ],
  ])('stays where it has %s', (_name, deltas) => {
    const { calls, repairs } = read(...deltas)
    expect([calls?.length, repairs]).toEqual([2, []])
  })

  test('stays where neither has an id', () => {
    const { calls, repairs } = read([[0, undefined, 'f', whole]], [[1, undefined, 'f', whole]])
    expect(calls).toEqual([
      ['call_0', 'f', whole],
      ['call_1', 'f', whole],
    ])
    expect(repairs.map(({ rule }) => rule)).toEqual(['tool_call_id_missing', 'tool_call_id_missing'])
  })
})

describe('a call whose id changes on the way', () => {
  test('is one call with its first id, and each other id is told', () => {
    const { calls, repairs } = read(
      [[0, 'a', 'f', '{"x"']],
      [[0, 'b', undefined, ':']],
      [[0, 'b', undefined, '1']],
      [[0, 'a', undefined, '}']],
    )
    expect(calls).toEqual([['a', 'f', whole]])
    expect(repairs).toEqual([
      {
        rule: 'tool_call_id_changed',
        where: 'choices[0].delta.tool_calls[0]',
        before: 'b',
        after: 'a',
      },
    ])
  })

  test.each<[string, Fragment[][], count: number]>([
    ['goes on under the same name', [[[0, 'a', 'f', '{"x"']], [[0, 'b', 'f', ':1}']]], 1],
    ['goes on with arguments after a name alone', [[[0, 'a', 'f', '']], [[0, 'b', 'f', whole]]], 1],
    ['is another one under another name', [[[0, 'a', 'f', '{"x"']], [[0, 'b', 'g', whole]]], 2],
    ['is another one after whole arguments', [[[0, 'a', 'f', whole]], [[0, 'b', undefined, '{}']]], 2],
    ['is another one where neither has arguments', [[[0, 'a', 'f', '']], [[0, 'b', 'f', '']]], 2],
    [
      'is another one in the same chunk',
      [
        [
          [0, 'a', 'f', '{"x"'],
          [0, 'b', 'f', ':1}'],
        ],
      ],
      2,
    ],
  ])('%s', (_name, deltas, count) => {
    const { calls, repairs } = read(...deltas)
    const isTold = repairs.some(({ rule }) => rule === 'tool_call_id_changed')
    expect([calls?.length, isTold]).toEqual([count, count === 1])
  })
})

describe('arguments that were written as JSON more than once', () => {
  const encoded = (text: string, times: number): string =>
    times === 0 ? text : JSON.stringify(encoded(text, times - 1))

  test.each([1, 2, 3])('%i times are decoded, also between blanks', (times) => {
    const sent = `\n${encoded(whole, times)} `
    const { calls, repairs } = read([[0, 'a', 'f', sent]])
    expect(calls).toEqual([['a', 'f', whole]])
    expect(repairs).toEqual([
      { rule: 'arguments_encoded_twice', where: 'choices[0].tool_calls[0]', before: sent, after: whole },
    ])
  })

  test.each(['"hello"', '"[1]"', '"5"', encoded(whole, 4), '""', '"'])('%s stays as it is', (sent) => {
    const { calls, repairs } = read([[0, 'a', 'f', sent]])
    expect([calls, repairs]).toEqual([[['a', 'f', sent]], []])
  })
})
