import { describe, expect, test } from 'vitest'
import { countWork } from '../../../../../test/support/count-work.js'
import { createAccumulator } from './accumulator.js'
import type { Repair } from './types.js'

function read(...deltas: object[]) {
  const accumulator = createAccumulator()
  for (const delta of deltas) accumulator.push({ choices: [{ index: 0, delta }] })
  accumulator.push({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  return accumulator.finish()
}

const first = { index: 0, id: 'a', function: { name: 'f', arguments: '' } }
const pieces = (...texts: unknown[]) =>
  read(
    { tool_calls: [first] },
    ...texts.map((text) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
  )
const where = 'choices[0].tool_calls[0]'

describe('what is odd about arguments is put right at the end and told (docs/wire 2.5)', () => {
  test.each<[string, unknown[], string, Repair?]>([
    ['nothing is done to valid JSON, spaces included', ['{ "x": ', '1 }\n'], '{ "x": 1 }\n'],
    [
      '{} first, then the arguments in pieces',
      ['{}', '{"x"', ':1}'],
      '{"x":1}',
      { rule: 'arguments_leading_empty', where, before: '{}{"x":1}', after: '{"x":1}' },
    ],
    [
      '{} twice first',
      ['{}', '{}', '{"x":1}'],
      '{"x":1}',
      { rule: 'arguments_leading_empty', where, before: '{}{}{"x":1}', after: '{"x":1}' },
    ],
    [
      '{} first and a bracket too many at the end',
      ['{}', '{"x":1}', '}'],
      '{"x":1}',
      { rule: 'arguments_trailing', where, before: '{}{"x":1}}', after: '{"x":1}' },
    ],
    [
      'a bracket after {}',
      ['{}', '}'],
      '{}',
      { rule: 'arguments_trailing', where, before: '{}}', after: '{}' },
    ],
    [
      'arguments that are repeated after another piece',
      ['{"x":', '1}', '{"x":1}'],
      '{"x":1}',
      { rule: 'arguments_trailing', where, before: '{"x":1}{"x":1}', after: '{"x":1}' },
    ],
    [
      'all arguments so far in each piece',
      ['{"city":"Tro', '{"city":"Tromsø"', '{"city":"Tromsø","days":3}'],
      '{"city":"Tromsø","days":3}',
      {
        rule: 'arguments_cumulative',
        where,
        before: '{"city":"Tro{"city":"Tromsø"{"city":"Tromsø","days":3}',
        after: '{"city":"Tromsø","days":3}',
      },
    ],
    [
      'all arguments so far, cut off',
      ['{"city":"Tromsø"', '{"city":"Tromsø","da'],
      '{"city":"Tromsø","da',
      {
        rule: 'arguments_cumulative',
        where,
        before: '{"city":"Tromsø"{"city":"Tromsø","da',
        after: '{"city":"Tromsø","da',
      },
    ],
    [
      'all arguments so far in each piece, its brackets closed',
      ['{"city":"Oslo"}', '{"city":"Oslo","days":3}'],
      '{"city":"Oslo","days":3}',
      {
        rule: 'arguments_cumulative',
        where,
        before: '{"city":"Oslo"}{"city":"Oslo","days":3}',
        after: '{"city":"Oslo","days":3}',
      },
    ],
    ['two objects in two pieces: neither may be run', ['{"x":1}', '{"y":2}'], '{"x":1}{"y":2}'],
    [
      'a piece that begins like the one before, but not with it',
      ['{"a":"xx', '{"a":"xyz"}'],
      '{"a":"xx{"a":"xyz"}',
    ],
    [
      '{} first, after a space',
      [' {}', '{"x":1}'],
      '{"x":1}',
      { rule: 'arguments_leading_empty', where, before: ' {}{"x":1}', after: '{"x":1}' },
    ],
    ['a {} inside stays', ['[{}{"x":1}]'], '[{}{"x":1}]'],
    ['a list with a bracket too many stays', ['[1]]'], '[1]]'],
    [
      'brackets too many after lists, objects and texts with brackets',
      ['{"a":{"b":[1,"}]"]},"c":"x\\"}{"}', ' }]'],
      '{"a":{"b":[1,"}]"]},"c":"x\\"}{"}',
      {
        rule: 'arguments_trailing',
        where,
        before: '{"a":{"b":[1,"}]"]},"c":"x\\"}{"} }]',
        after: '{"a":{"b":[1,"}]"]},"c":"x\\"}{"}',
      },
    ],
    ['arguments that were cut off stay as they came', ['{"x":', '{"y"'], '{"x":{"y"'],
    ['null is nothing', [null, '{}', null], '{}'],
  ])('%s', (_name, texts, expected, repair) => {
    const { message, repairs } = pieces(...texts)
    expect(message.tool_calls?.[0]?.function.arguments).toBe(expected)
    expect(repairs).toEqual(repair ? [repair] : [])
  })

  test('a text that parses on the way is not final: it may be the beginning of a longer one', () => {
    const accumulator = createAccumulator()
    const push = (text: string) =>
      accumulator.push({
        choices: [{ delta: { tool_calls: [{ ...first, function: { name: 'f', arguments: text } }] } }],
      })
    push('1')
    push('2')
    expect(accumulator.snapshot().tool_calls?.[0]?.function.arguments).toBe('12')
  })

  test('a name that came too late and a function_call that is none are told', () => {
    const { repairs } = read(
      { tool_calls: [{ ...first, function: { name: 'f', arguments: '{' } }] },
      {
        tool_calls: [{ index: 0, function: { name: 'other', arguments: '}' } }],
        function_call: 'f',
        audio: 'x',
      },
    )
    expect(repairs).toEqual([
      { rule: 'function_call_type', where: 'choices[0].delta.function_call', before: 'f', after: undefined },
      {
        rule: 'tool_call_name_ignored',
        where: 'choices[0].delta.tool_calls[0]',
        before: 'other',
        after: 'f',
      },
      { rule: 'audio_type', where: 'choices[0].delta.audio', before: 'x', after: undefined },
    ])
  })

  test('each repair of a call names its place', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) deep = { deep }
    const { message, repairs } = read({
      tool_calls: [
        { id: 7, index: '0', function: { name: 5, arguments: {}, deep }, deep },
        { index: 1, function: { arguments: '{}' } },
      ],
    })
    const where = 'choices[0].delta.tool_calls[0]'
    expect(repairs.map((repair) => [repair.rule, repair.where, repair.before, repair.after])).toEqual([
      ['id_type', `${where}.id`, 7, '7'],
      ['index_type', `${where}.index`, '0', 0],
      ['name_type', `${where}.function.name`, 5, '5'],
      ['arguments_type', `${where}.function.arguments`, {}, '{}'],
      ['too_deep', `${where}.deep`, undefined, undefined],
      ['too_deep', `${where}.function.deep`, undefined, undefined],
      ['tool_call_id_missing', 'choices[0].tool_calls[1]', '', 'call_1'],
      ['tool_call_name_missing', 'choices[0].tool_calls[1]', '', ''],
    ])
    expect(message.tool_calls).toEqual([
      { id: '7', type: 'function', function: { name: '5', arguments: '{}' } },
      { id: 'call_1', type: 'function', function: { name: '', arguments: '{}' } },
    ])
  })

  test('inside one chunk the order is reasoning, content, calls, finish, whatever the order of the keys', () => {
    const types: string[] = []
    const accumulator = createAccumulator({ onEvent: (event) => types.push(event.type) })
    accumulator.push({
      choices: [
        {
          finish_reason: 'tool_calls',
          delta: {
            tool_calls: [{ ...first, function: { name: 'f', arguments: '{}' } }],
            content: 'b',
            reasoning: 'a',
          },
        },
      ],
    })
    expect(accumulator.finish().outcome).toBe('complete')
    expect(types).toEqual([
      'start',
      'reasoning_delta',
      'text_delta',
      'tool_call_start',
      'tool_call_delta',
      'end',
    ])
  })
})

describe('a call that the server left in the text (docs/wire 2.5)', () => {
  test.each([
    ['<tool_call>', '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>'],
    [
      '<|tool_calls_section_begin',
      'Let me see.<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>\n',
    ],
    [
      '<｜DSML',
      '<｜DSML｜function_calls><｜DSML｜invoke name="f"></｜DSML｜invoke></｜DSML｜function_calls>',
    ],
    ['<|tool_call_begin', '<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_end|>'],
    ['<｜tool▁call', '<｜tool▁calls▁begin｜>f<｜tool▁sep｜>{}<｜tool▁calls▁end｜>'],
  ])('%s is told and left as it is', (begin, text) => {
    const { message, repairs, outcome } = read({ content: text })
    expect(message).toMatchObject({ content: text, finishReason: 'stop' })
    expect(message.tool_calls).toBeUndefined()
    expect([outcome, repairs]).toEqual([
      'complete',
      [{ rule: 'tool_call_in_text', where: 'choices[0].content', before: begin, after: begin }],
    ])
  })

  test('also in the thoughts, when nothing else came', () => {
    expect(read({ reasoning: '<tool_call>{}</tool_call>' }).repairs.map(({ rule }) => rule)).toEqual([
      'tool_call_in_text',
    ])
  })

  test('not where there are calls, nor in a text that goes on', () => {
    const call = { ...first, function: { name: 'f', arguments: '{}' } }
    expect(read({ content: '<tool_call>{}</tool_call>', tool_calls: [call] }).repairs).toEqual([])
    expect(read({ content: 'Hermes models write <tool_call> before a call.' }).repairs).toEqual([])
  })

  test('the JSON of a call beside the call stays text (Cerebras)', () => {
    const call = { ...first, function: { name: 'f', arguments: '{"x":1}' } }
    const { message, repairs } = read({ content: '{"name":"f","arguments":{"x":1}}', tool_calls: [call] })
    expect(message.content).toBe('{"name":"f","arguments":{"x":1}}')
    expect(message.tool_calls).toHaveLength(1)
    expect(repairs).toEqual([])
  })

  test('looking for it in 200 kB of openers costs linear time (S53)', () => {
    for (const text of [
      (n: number) => `${'<tool_call>'.repeat(n)}x`,
      (n: number) => `${'> '.repeat(n * 5)}}`,
    ]) {
      const cost = (n: number) => countWork(() => void read({ content: text(n) }))
      expect(cost(20_000)).toBeLessThan(cost(2_000) * 15)
    }
  })
})
