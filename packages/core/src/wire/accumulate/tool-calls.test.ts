import { describe, expect, test } from 'vitest'
import { startCounting } from '../../../../../test/support/count-work.js'
import { field } from '@antiphon/base'
import { createAccumulator, type AccumulatorOptions } from './accumulator.js'

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

describe('tool-call deltas (docs/wire 2.5)', () => {
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
    [
      'id late, no index, name repeated',
      [[piece(none, none, 'f', '{"x"')], [piece(none, 'a', 'f', ':1}')]],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'id late, with the rest of the name',
      [[piece(0, none, 'get_', '')], [piece(0, 'a', 'weather', '{}')]],
      [['a', 'get_weather', '{}']],
    ],
    [
      'a new id with another name, while the call before is open and has no id',
      [[piece(none, none, 'f', '{"x"')], [piece(none, 'b', 'g', '{}')]],
      [
        ['call_0', 'f', '{"x"'],
        ['b', 'g', '{}'],
      ],
      ['tool_call_id_missing'],
    ],
    [
      'an id without index, after calls that had both',
      [
        [piece(0, 'a', 'f', '{"x"'), piece(1, 'b', 'g', '{}')],
        [piece(none, 'a', none, ':')],
        [piece(none, 'a', 'f', '1}')],
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{}'],
      ],
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
      'name in pieces, neither id nor index',
      [[piece(none, none, 'get_', none)], [piece(none, none, 'weather', '{}')]],
      [['call_0', 'get_weather', '{}']],
      ['tool_call_id_missing'],
    ],
    [
      'name in pieces of one chunk, by index',
      [[piece(0, 'a', 'get_', ''), piece(0, 'a', 'weather', '{}')]],
      [['a', 'get_weather', '{}']],
    ],
    [
      'name that grows after an empty {}',
      [[piece(0, 'a', 'get', '{}')], [piece(0, none, 'get_weather', '{"x":1}')]],
      [['a', 'get_weather', '{"x":1}']],
      ['arguments_leading_empty'],
    ],
    [
      'a longer name after complete arguments is another call',
      [[piece(0, 'a', 'get', '{"x":1}')], [piece(0, none, 'get_weather', '{"y":1}')]],
      [
        ['a', 'get', '{"x":1}'],
        ['call_1', 'get_weather', '{"y":1}'],
      ],
      ['tool_call_id_missing'],
    ],
    [
      'another name with the arguments of the call before is another call',
      [[piece(0, 'a', 'f', '{"x":1}')], [piece(0, none, 'g', '{"x":1}')]],
      [
        ['a', 'f', '{"x":1}'],
        ['call_1', 'g', '{"x":1}'],
      ],
      ['tool_call_id_missing'],
    ],
    [
      'another name after complete arguments is another call, its arguments to come',
      [[piece(0, 'a', 'f', '{}')], [piece(0, none, 'g', '')], [piece(0, none, none, '{}')]],
      [
        ['a', 'f', '{}'],
        ['call_1', 'g', '{}'],
      ],
      ['tool_call_id_missing'],
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
      'the same id twice in one chunk, told apart by name',
      [[piece(none, 'a', 'f', ''), piece(none, 'a', 'g', '')]],
      [
        ['a', 'f', ''],
        ['a', 'g', ''],
      ],
    ],
    [
      'the same id twice without index, going on side by side',
      [
        [piece(none, 'a', 'f', ''), piece(none, 'a', 'g', '')],
        [piece(none, 'a', none, '{"x":1}'), piece(none, 'a', none, '{"y":2}')],
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['a', 'g', '{"y":2}'],
      ],
    ],
    [
      'one call in two pieces of one chunk, by id',
      [[piece(none, 'a', 'f', '{"x"'), piece(none, 'a', 'f', ':1}')]],
      [['a', 'f', '{"x":1}']],
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
      'fragments by position, their names to come',
      [
        [piece(none, none, none, '{"a"'), piece(none, none, none, '{"b"')],
        [piece(none, none, 'f', ':1}'), piece(none, none, 'g', ':2}')],
      ],
      [
        ['call_0', 'f', '{"a":1}'],
        ['call_1', 'g', '{"b":2}'],
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
      'a single fragment without id and index goes to the latest call, and changes no order',
      [
        [piece(none, none, 'f', '{"a"'), piece(none, none, 'g', '{"b"')],
        [piece(none, none, none, ':2')],
        [piece(none, none, none, ':1}'), piece(none, none, none, '}')],
      ],
      [
        ['call_0', 'f', '{"a":1}'],
        ['call_1', 'g', '{"b":2}'],
      ],
      ['tool_call_id_missing', 'tool_call_id_missing'],
    ],
    [
      'whole calls one per chunk, each with its line end, no id',
      [[piece(0, none, 'f', '{"x":1}\n')], [piece(0, none, 'f', '{"x":2}\n')]],
      [
        ['call_0', 'f', '{"x":1}\n'],
        ['call_1', 'f', '{"x":2}\n'],
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
      'a whole call that is sent again with more',
      [[piece(0, 'a', 'f', '{"x":1}')], [piece(0, 'a', 'f', '{"x":1,"y":2}')]],
      [['a', 'f', '{"x":1,"y":2}']],
      ['arguments_cumulative'],
    ],
    [
      'id and name once more after complete arguments',
      [[piece(0, 'a', 'f', '{"x":1}')], [piece(0, 'a', 'f', '')], [piece(0, 'a', 'f', '}')]],
      [['a', 'f', '{"x":1}']],
      ['arguments_trailing'],
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
      'long fragments that only look cumulative',
      [[piece(0, 'a', 'f', '{"the first key":')], [piece(0, none, none, '{"the first key":1}}')]],
      [['a', 'f', '{"the first key":{"the first key":1}}']],
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
      'legacy function_call around other calls',
      [
        { function_call: { name: 'f', arguments: '{' } },
        [piece(0, 'a', 'g', '{}')],
        { function_call: { arguments: '}' } },
      ],
      [
        ['call_0', 'f', '{}'],
        ['a', 'g', '{}'],
      ],
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

  test('a call shows what it is so far: the id and the name that come late, arguments as they are best read', () => {
    const accumulator = createAccumulator()
    const push = (id: string | undefined, name: string | undefined, args: string) => {
      accumulator.push({ choices: [{ delta: { tool_calls: [piece(0, id, name, args)] } }] })
      const [call] = accumulator.snapshot().tool_calls!
      return [call!.id, call!.function.name, call!.function.arguments]
    }
    expect(push(none, 'get_', '')).toEqual(['', 'get_', ''])
    expect(push(none, 'weather', '')).toEqual(['', 'get_weather', ''])
    expect(push('a', none, '')).toEqual(['a', 'get_weather', ''])
    const shown = (...fragments: string[]) => {
      const one = createAccumulator()
      for (const text of fragments)
        one.push({ choices: [{ delta: { tool_calls: [piece(0, 'a', 'f', text)] } }] })
      return one.snapshot().tool_calls![0]!.function.arguments
    }
    // Which of two readings is right shows with a long fragment, or with the fourth.
    expect(shown('{', '{"a":"3456789ab')).toBe('{{"a":"3456789ab')
    expect(shown('{', '{"a":"3456789abc')).toBe('{"a":"3456789abc')
    expect(shown('{', '{"a', '{"a":')).toBe('{{"a{"a":')
    expect(shown('{', '{"a', '{"a":', '{"a":1}')).toBe('{"a":1}')
    expect(shown('{', '"a', '":', '[1', ']')).toBe('{"a":[1]')
    expect(shown('["', '["0123456789abcdef')).toBe('["["0123456789abcdef')
  })

  test('a generated id never meets one of the server', () => {
    const taken = [piece(0, 'call_2', 'f', '{}'), piece(1, 'call_2_2', 'f', '{}'), piece(2, none, 'f', '{}')]
    expect(read([taken]).calls.map(([id]) => id)).toEqual(['call_2', 'call_2_2', 'call_2_3'])
    const empty = [piece(0, none, 'f', '{}'), piece(1, none, 'f', '{}')]
    expect(read([empty], { generateId: () => '' }).calls.map(([id]) => id)).toEqual(['call_2', 'call_3'])
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

  test('an extra of another type replaces the one before, null does not', () => {
    const extra = (value: unknown) => [{ ...piece(0, 'a', 'f', ''), extra: value }]
    const last = (...values: unknown[]) => field(read(values.map(extra)).message.tool_calls![0], 'extra')
    expect(last({ a: 1 }, 'text', null)).toBe('text')
    expect(last('text', { a: 1 })).toEqual({ a: 1 })
    expect(last({ a: { b: 1 } }, { a: { c: 2 } })).toEqual({ a: { b: 1, c: 2 } })
    const evil = last({ a: 1 }, JSON.parse('{"__proto__":{"polluted":1},"b":2}'))
    expect(evil).toEqual({ a: 1, b: 2 })
    expect(Object.getPrototypeOf(evil)).toBe(Object.prototype)
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
