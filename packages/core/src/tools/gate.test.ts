import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from './define-tool.js'
import { denied, passGate, type PreparedCall, type ToolGate } from './gate.js'

const tool = defineTool({
  name: 'double',
  description: '',
  parameters: z.object({ n: z.number() }),
  execute: ({ n }) => n * 2,
})
const prepared = (index: number): PreparedCall => ({
  index,
  call: { id: `c${index}`, type: 'function', function: { name: 'double', arguments: '{"n":1}' } },
  callKey: `a/${index}`,
  tool,
  args: Object.freeze({ n: 1 }),
})
const [first, second] = [prepared(0), prepared(1)]
const pass = (gate: (batch: Parameters<ToolGate>[0]) => unknown) =>
  passGate(gate as ToolGate, [first, second])
const refused = { run: false, prepared: first, outcome: 'denied' }

describe('a gate', () => {
  it('is asked once about all calls, and a change of what it is shown reaches no tool', async () => {
    const seen: unknown[] = []
    const gate: ToolGate = (batch) => {
      seen.push(...batch.map((request) => ({ ...request })))
      expect(() => ((batch[0]!.args as { n: number }).n = 9)).toThrow(TypeError)
      batch[0]!.args = { n: 9 }
      return []
    }
    expect(await pass(gate)).toEqual([
      { run: true, prepared: first },
      { run: true, prepared: second },
    ])
    expect(first.args).toEqual({ n: 1 })
    expect(seen).toEqual([first, second].map(({ call, callKey, args }) => ({ call, callKey, args })))
  })

  it('decides about each call by its place', async () => {
    expect(await pass(() => [{ allow: false, reason: 'policy' }, { allow: true }])).toEqual([
      { ...refused, text: 'Tool execution denied. Reason: policy' },
      { run: true, prepared: second },
    ])
  })

  it('changes arguments, which are checked again', async () => {
    const [changed, bad] = await pass(() => [5, 'five'].map((n) => ({ allow: true, arguments: { n } })))
    expect(changed).toEqual({ run: true, prepared: { ...first, args: { n: 5 } } })
    expect(bad).toEqual({
      run: false,
      prepared: second,
      outcome: 'invalid_arguments',
      text: expect.stringMatching(
        /^The arguments were changed before the call\. The arguments do not fit the schema of "double":\nn: /,
      ),
    })
  })

  it.each([[{}], [{ allow: 'yes' }], [{ allow: 1 }], [false], [null]])(
    'lets nothing through by %j',
    async (decision) => {
      expect((await pass(() => [decision]))[0]).toEqual({ ...refused, text: 'Tool execution denied.' })
    },
  )

  it.each<[string, () => unknown, string]>([
    ['returns no list', () => undefined, 'it returned no list of decisions'],
    ['rejects', () => Promise.reject(new Error('policy server down')), 'policy server down'],
    [
      'throws',
      () => {
        throw 'out of order'
      },
      'out of order',
    ],
  ])('lets nothing through when it %s', async (_, gate, words) => {
    const text = `Tool execution denied. Reason: The check before the call failed: ${words}`
    expect(await pass(gate)).toEqual([
      { ...refused, text, code: 'unchecked' },
      { ...refused, prepared: second, text, code: 'unchecked' },
    ])
  })

  it('whose decision cannot be read denies that call alone', async () => {
    const broken = {
      get allow(): never {
        throw new Error('lazy')
      },
    }
    expect(await pass(() => [broken])).toEqual([
      { ...refused, text: 'Tool execution denied. Reason: lazy' },
      { run: true, prepared: second },
    ])
  })
})

it.each([
  [undefined, undefined, 'Tool execution denied.'],
  ['', undefined, 'Tool execution denied.'],
  ['too late', 'user', 'Tool execution denied by the user. Reason: too late'],
  [{ rule: 7 }, undefined, 'Tool execution denied. Reason: {"rule":7}'],
] as const)('a denial because of %j by %s says: %s', (reason, by, text) => {
  expect(denied(first, reason, by)).toEqual({ ...refused, text })
})
