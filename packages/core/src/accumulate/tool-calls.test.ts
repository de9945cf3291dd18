import { startCounting } from '../../../../test/support/count-work.js'
import { describe, expect, test } from 'vitest'
import { createAccumulator, type AccumulatorOptions } from './create-accumulator.js'

type Fragment = Record<string, unknown>

/** One row per chunk; each chunk is a list of tool-call fragments, or a whole delta. */
function read(chunks: (Fragment[] | Fragment)[], options?: AccumulatorOptions) {
  const accumulator = createAccumulator(options)
  for (const chunk of chunks) {
    accumulator.push({ choices: [{ index: 0, delta: Array.isArray(chunk) ? { tool_calls: chunk } : chunk }] })
  }
  accumulator.push({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })
  const { message, repairs } = accumulator.finish()
  const calls = (message.tool_calls ?? []).map(({ id, function: fn }) => [id, fn.name, fn.arguments])
  return { calls, rules: repairs.map((repair) => repair.rule), message }
}

const piece = (index: unknown, id: unknown, name: unknown, args: unknown): Fragment => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
})
const none = undefined

describe('tool-call deltas (wire-facts 2.5)', () => {
  test.each<[string, (Fragment[] | Fragment)[], unknown[][], string[]?]>([
    [
      'standard: index, id and name first, then arguments by index',
      [[piece(0, 'a', 'f', '')], [piece(0, none, none, '{"x"')], [piece(0, none, none, ':1}')]],
      [['a', 'f', '{"x":1}']],
    ],
    ['whole call in one chunk', [[piece(0, 'a', 'f', '{"x":1}')]], [['a', 'f', '{"x":1}']]],
    [
      'no index, no type (Mistral)',
      [[piece(none, 'a', 'f', '{}'), piece(none, 'b', 'g', '{}')]],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'no index, fragments by id',
      [
        [piece(none, 'a', 'f', '{"x')],
        [piece(none, 'b', 'g', '{')],
        [piece(none, 'a', none, '":1}')],
        [piece(none, 'b', none, '}')],
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'index always 0, ids differ',
      [[piece(0, 'a', 'f', '{"x":1}')], [piece(0, 'b', 'f', '{"x":2}')]],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'f', '{"x":2}'],
      ],
    ],
    [
      'index always 0, ids differ, in fragments',
      [
        [piece(0, 'a', 'f', '{"x"')],
        [piece(0, none, none, ':1}')],
        [piece(0, 'b', 'g', '{"y"')],
        [piece(0, none, none, ':2}')],
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{"y":2}'],
      ],
    ],
    [
      'index always 0, ids differ, nothing else tells them apart',
      [[piece(0, 'a', 'f', '')], [piece(0, 'b', 'f', '')], [piece(0, none, none, '{}')]],
      [
        ['a', 'f', ''],
        ['b', 'f', '{}'],
      ],
    ],
    [
      'the same call twice in one chunk, id included',
      [[piece(none, 'a', 'f', '{"x":1}'), piece(none, 'a', 'f', '{"x":1}')]],
      [
        ['a', 'f', '{"x":1}'],
        ['a', 'f', '{"x":1}'],
      ],
    ],
    [
      'index late, id and name repeated',
      [[piece(none, 'a', 'f', '{"x"')], [piece(0, 'a', 'f', ':1}')]],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'id repeated on each fragment',
      [[piece(0, 'a', 'f', '{"x"')], [piece(0, 'a', none, ':1}')]],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'id and name repeated on each fragment',
      [[piece(0, 'a', 'f', '{"x"')], [piece(0, 'a', 'f', ':1}')]],
      [['a', 'f', '{"x":1}']],
    ],
    ['id empty on later fragments', [[piece(0, 'a', 'f', '{')], [piece(0, '', '', '}')]], [['a', 'f', '{}']]],
    [
      'index null and id empty (Gemini)',
      [[piece(null, '', 'f', '{}')]],
      [['call_0', 'f', '{}']],
      ['tool_call_id_missing'],
    ],
    ['id late', [[piece(0, none, 'f', '{"x"')], [piece(0, 'a', none, ':1}')]], [['a', 'f', '{"x":1}']]],
    [
      'id late, no index',
      [[piece(none, none, 'f', '{"x"')], [piece(none, 'a', none, ':1}')]],
      [['a', 'f', '{"x":1}']],
    ],
    ['name late', [[piece(0, 'a', none, '{"x"')], [piece(0, none, 'f', ':1}')]], [['a', 'f', '{"x":1}']]],
    [
      'id missing altogether',
      [[piece(0, none, 'f', '{}')], [piece(1, none, 'g', '{}')]],
      [
        ['call_0', 'f', '{}'],
        ['call_1', 'g', '{}'],
      ],
      ['tool_call_id_missing', 'tool_call_id_missing'],
    ],
    ['id a number', [[piece(0, 7, 'f', '{}')]], [['7', 'f', '{}']], ['id_type']],
    [
      'two entries with one index in one chunk (vLLM)',
      [[piece(0, 'a', 'f', '{"x"'), piece(0, none, none, ':1}')]],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'arguments split, neither id nor index',
      [[piece(none, 'a', 'f', '{"x')], [piece(none, none, none, '":1')], [piece(none, none, none, '}')]],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'name that grows',
      [
        [piece(0, 'a', 'get', none)],
        [piece(0, none, 'get_wea', none)],
        [piece(0, none, 'get_weather', '{}')],
      ],
      [['a', 'get_weather', '{}']],
    ],
    [
      'name in pieces',
      [[piece(0, 'a', 'get_', none)], [piece(0, none, 'weather', none)], [piece(0, none, none, '{}')]],
      [['a', 'get_weather', '{}']],
    ],
    [
      'another name after the arguments began is ignored',
      [[piece(0, 'a', 'f', '{"x"')], [piece(0, none, 'zzz', ':1}')]],
      [['a', 'f', '{"x":1}']],
      ['tool_call_name_ignored'],
    ],
    ['arguments null', [[piece(0, 'a', 'f', null)], [piece(0, none, none, '{}')]], [['a', 'f', '{}']]],
    ['no arguments at all', [[piece(0, 'a', 'f', none)]], [['a', 'f', '']]],
    [
      'arguments an object (TGI)',
      [[piece(0, 'a', 'f', { x: 1 })]],
      [['a', 'f', '{"x":1}']],
      ['arguments_type'],
    ],
    [
      'an object replaces text that came before',
      [[piece(0, 'a', 'f', '{"x"')], [piece(0, none, none, { x: 1 })]],
      [['a', 'f', '{"x":1}']],
      ['arguments_type'],
    ],
    [
      'arguments an array stay what they are',
      [[piece(0, 'a', 'f', [1])]],
      [['a', 'f', '[1]']],
      ['arguments_type'],
    ],
    [
      'tool_calls a single object (TGI)',
      [{ tool_calls: piece(0, '0', 'f', '{}') }],
      [['0', 'f', '{}']],
      ['tool_calls_type'],
    ],
    [
      'index starts at 1, with holes',
      [[piece(1, 'a', 'f', '{"x"')], [piece(5, 'b', 'g', '{}')], [piece(1, none, none, ':1}')]],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'index a text',
      [[piece('0', 'a', 'f', '{"x"')], [piece('0', none, none, ':1}')]],
      [['a', 'f', '{"x":1}']],
      ['index_type'],
    ],
    [
      'interleaved by index',
      [
        [piece(0, 'a', 'f', '{"a"'), piece(1, 'b', 'g', '{"b"')],
        [piece(1, none, none, ':2}')],
        [piece(0, none, none, ':1}')],
      ],
      [
        ['a', 'f', '{"a":1}'],
        ['b', 'g', '{"b":2}'],
      ],
    ],
    [
      'the same id twice in one turn, told apart by index',
      [
        [piece(0, 'a', 'f', '{"x"'), piece(1, 'a', 'f', '{"y"')],
        [piece(0, none, none, ':1}')],
        [piece(1, none, none, ':2}')],
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['a', 'f', '{"y":2}'],
      ],
    ],
    [
      'the same id twice, whole calls without index',
      [[piece(none, 'a', 'f', '{"x":1}'), piece(none, 'a', 'f', '{"x":2}')]],
      [
        ['a', 'f', '{"x":1}'],
        ['a', 'f', '{"x":2}'],
      ],
    ],
    [
      'whole calls side by side without id and index',
      [[piece(none, none, 'f', ''), piece(none, none, 'f', '')]],
      [
        ['call_0', 'f', ''],
        ['call_1', 'f', ''],
      ],
      ['tool_call_id_missing', 'tool_call_id_missing'],
    ],
    [
      'fragments by position without id and index',
      [
        [piece(none, none, 'f', '{"a"'), piece(none, none, 'g', '{"b"')],
        [piece(none, none, none, ':1}'), piece(none, none, none, ':2}')],
      ],
      [
        ['call_0', 'f', '{"a":1}'],
        ['call_1', 'g', '{"b":2}'],
      ],
      ['tool_call_id_missing', 'tool_call_id_missing'],
    ],
    [
      'whole calls one per chunk, index always 0, no id',
      [[piece(0, none, 'f', '{"x":1}')], [piece(0, none, 'f', '{"x":2}')]],
      [
        ['call_0', 'f', '{"x":1}'],
        ['call_1', 'f', '{"x":2}'],
      ],
      ['tool_call_id_missing', 'tool_call_id_missing'],
    ],
    [
      'a whole call that is sent twice is one call',
      [[piece(0, 'a', 'f', '{"x":1}')], [piece(0, 'a', 'f', '{"x":1}')]],
      [['a', 'f', '{"x":1}']],
      ['arguments_cumulative'],
    ],
    [
      'cumulative arguments (Qianfan)',
      [
        [piece(0, 'a', 'f', '')],
        [piece(0, none, none, '{"city":"Os')],
        [piece(0, none, none, '{"city":"Oslo","d')],
        [piece(0, none, none, '{"city":"Oslo","d":1}')],
      ],
      [['a', 'f', '{"city":"Oslo","d":1}']],
      ['arguments_cumulative'],
    ],
    [
      'fragments that only look cumulative',
      [[piece(0, 'a', 'f', '{"a":')], [piece(0, none, none, '{"a":1}}')]],
      [['a', 'f', '{"a":{"a":1}}']],
    ],
    [
      'short fragments that repeat',
      [
        [piece(0, 'a', 'f', '{"a":"')],
        [piece(0, none, none, 'na')],
        [piece(0, none, none, 'na')],
        [piece(0, none, none, '"}')],
      ],
      [['a', 'f', '{"a":"nana"}']],
    ],
    [
      '{} first, then the real arguments',
      [[piece(0, 'a', 'f', '{}')], [piece(0, none, none, '{"x":1}')]],
      [['a', 'f', '{"x":1}']],
      ['arguments_leading_empty'],
    ],
    [
      'complete arguments, then a repetition',
      [[piece(0, 'a', 'f', '{"x":1}')], [piece(0, none, none, '{"x":1}')]],
      [['a', 'f', '{"x":1}']],
      ['arguments_cumulative'],
    ],
    [
      'complete arguments, then other words: neither may be run',
      [[piece(0, 'a', 'f', '{"x":1}')], [piece(0, none, none, ' ok')]],
      [['a', 'f', '{"x":1} ok']],
      [],
    ],
    [
      'two different objects: neither may be run',
      [[piece(0, 'a', 'f', '{"x":1}{"x":2}')]],
      [['a', 'f', '{"x":1}{"x":2}']],
      [],
    ],
    [
      'the same object twice in one piece',
      [[piece(0, 'a', 'f', '{"x":1} {"x":1}')]],
      [['a', 'f', '{"x":1}']],
      ['arguments_trailing'],
    ],
    [
      'one bracket too many',
      [[piece(0, 'a', 'f', '{"x":"}"}')], [piece(0, none, none, '}')]],
      [['a', 'f', '{"x":"}"}']],
      ['arguments_trailing'],
    ],
    [
      'arguments that nothing can read stay as they came',
      [[piece(0, 'a', 'f', '{x: 1')]],
      [['a', 'f', '{x: 1']],
    ],
    [
      'legacy function_call',
      [{ function_call: { name: 'f', arguments: '{"x"' } }, { function_call: { arguments: ':1}' } }],
      [['call_0', 'f', '{"x":1}']],
      ['tool_call_id_missing'],
    ],
    [
      'name and arguments on the call itself',
      [[{ index: 0, id: 'a', name: 'f', arguments: '{}' }]],
      [['a', 'f', '{}']],
    ],
    [
      'data for a call that never came',
      [[{ index: 3, extra_content: {} }]],
      [],
      ['tool_call_orphan', 'finish_reason_without_calls'],
    ],
    [
      'tool_calls null and empty',
      [{ tool_calls: null }, { tool_calls: [] }],
      [],
      ['finish_reason_without_calls'],
    ],
  ])('%s', (_name, chunks, calls, rules = []) => {
    const found = read(chunks)
    expect(found.calls).toEqual(calls)
    expect(found.rules).toEqual(rules)
  })

  test('a generated id never meets one of the server', () => {
    const { calls } = read([[piece(0, 'call_1', 'f', '{}')], [piece(1, none, 'g', '{}')]])
    expect(calls.map((call) => call[0])).toEqual(['call_1', 'call_1_2'])
    expect(read([[piece(0, none, 'f', '{}')]], { generateId: () => 'mine' }).calls[0]?.[0]).toBe('mine')
  })

  test('extras of a call are merged deep and kept, on the call and on its function', () => {
    const { message } = read([
      [{ ...piece(0, 'a', 'f', '{'), extra_content: { google: { a: 1 } } }],
      [{ index: 0, extra_content: { google: { thought_signature: 's' }, other: [1] } }],
      [{ index: 0, function: { arguments: '}', thought_signature: 't' } }],
    ])
    expect(message.tool_calls).toEqual([
      {
        id: 'a',
        type: 'function',
        function: { name: 'f', arguments: '{}', thought_signature: 't' },
        extra_content: { google: { a: 1, thought_signature: 's' }, other: [1] },
      },
    ])
  })

  test('a key named __proto__ in arguments or extras pollutes nothing (S36)', () => {
    const evil = JSON.parse('{"__proto__":{"polluted":1},"b":{"__proto__":{"polluted":1},"c":1}}') as object
    const { message } = read([
      [{ ...piece(0, 'a', 'f', evil), extra_content: evil }],
      [{ index: 0, extra_content: evil }],
    ])
    expect(message.tool_calls?.[0]?.extra_content).toMatchObject({ b: { c: 1 } })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(message.tool_calls?.[0]?.extra_content)).toBe(Object.prototype)
  })

  test('100,000 fragments cost linear time (R7)', () => {
    const cost = (count: number) => {
      const accumulator = createAccumulator({ onEvent: () => {} })
      const stop = startCounting()
      accumulator.push({ choices: [{ delta: { tool_calls: [piece(0, 'a', 'f', '{"x":"')] } }] })
      for (let index = 0; index < count; index++) {
        accumulator.push({ choices: [{ delta: { tool_calls: [piece(0, 'a', 'f', 'abc')] } }] })
      }
      accumulator.push({ choices: [{ delta: { tool_calls: [piece(0, none, none, '"}')] } }] })
      expect(accumulator.finish().message.tool_calls?.[0]?.function.arguments).toHaveLength(count * 3 + 8)
      return stop()
    }
    expect(cost(100_000)).toBeLessThan(cost(10_000) * 15)
  })
})
