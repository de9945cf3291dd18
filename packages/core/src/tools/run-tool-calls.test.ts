import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { ToolCall } from '../message/types.js'
import { toolOutcome } from '../message/tool-outcome.js'
import { defineTool, type Tool } from './define-tool.js'
import { runToolCalls, type ToolRun } from './run-tool-calls.js'
import { toolDefinition } from './tool-definition.js'

const call = (name: string, args = '{}', id = name): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const double = defineTool({
  name: 'double',
  description: 'Doubles n.',
  parameters: z.object({ n: z.number() }),
  execute: ({ n }) => n * 2,
})

function run(calls: ToolCall[], tools: Tool[], over: Partial<ToolRun> = {}) {
  return runToolCalls({
    calls,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    keyOf: (index) => `m/${index}`,
    signal: new AbortController().signal,
    now: () => 0,
    onCall: () => {},
    ...over,
  })
}
const outcomes = async (results: ReturnType<typeof run>) =>
  (await results).map((result) => result && (toolOutcome(result) ?? result.content))

describe('a batch of calls', () => {
  it('ends in one result per call, in the order of the calls, whatever happens', async () => {
    const slow = defineTool({
      name: 'slow',
      description: '',
      parameters: z.object({}),
      execute: () => new Promise<string>((resolve) => setTimeout(resolve, 5, 'slow')),
    })
    const broken = defineTool({
      name: 'broken',
      description: '',
      parameters: z.object({}),
      execute: () => {
        throw undefined
      },
    })
    const results = run(
      [
        call('slow'),
        call('double', '{"n":2}'),
        call('double', '{"n":'),
        call('double', '{"n":"x"}'),
        call('nope'),
        call('broken'),
      ],
      [slow, double, broken],
    )
    expect(await outcomes(results)).toEqual([
      'slow',
      '4',
      'invalid_arguments',
      'invalid_arguments',
      'unknown_tool',
      'failed',
    ])
    expect((await results).every((result) => result!.content !== '')).toBe(true)
  })

  it.each([
    [0, '0', 0],
    [false, 'false', false],
    [null, 'null', null],
    ['', '', undefined],
    [undefined, '', undefined],
    [{ a: [1] }, '{"a":[1]}', { a: [1] }],
    [{ content: [{ type: 'text', text: 'hi' }], details: 7 }, [{ type: 'text', text: 'hi' }], 7],
  ])('keeps the result %j', async (value, content, details) => {
    const tool = defineTool({ name: 't', description: '', parameters: z.object({}), execute: () => value })
    const [result] = await run([call('t')], [tool])
    expect(result).toMatchObject({ content })
    expect(result!.details).toEqual(details)
    expect(result!.isError).toBeUndefined()
  })

  it('says what cannot be written as JSON instead of breaking', async () => {
    const tool = defineTool({
      name: 't',
      description: '',
      parameters: z.object({}),
      execute: () => {
        const cycle: Record<string, unknown> = {}
        cycle['self'] = cycle
        return cycle
      },
    })
    expect(await outcomes(run([call('t')], [tool]))).toEqual(['failed'])
  })

  it('is gated once, with the valid calls and their validated arguments', async () => {
    const gate = vi.fn<NonNullable<ToolRun['gate']>>(() => [{ allow: false, reason: 'not today' }, undefined])
    const results = await run(
      [call('double', '{"n":1}'), call('nope'), call('double', '{"n":2}')],
      [double],
      { gate },
    )
    expect(gate).toHaveBeenCalledTimes(1)
    expect(gate.mock.calls[0]![0].map(({ args, callKey }) => [callKey, args])).toEqual([
      ['m/0', { n: 1 }],
      ['m/2', { n: 2 }],
    ])
    expect(results.map((result) => result!.content)).toEqual([
      'not today',
      expect.stringContaining('not found'),
      '4',
    ])
  })

  it('lets nothing run when the gate breaks', async () => {
    const gate = () => {
      throw new Error('policy server down')
    }
    const [result] = await run([call('double', '{"n":1}')], [double], { gate })
    expect(toolOutcome(result!)).toBe('denied')
    expect(result!.content).toContain('policy server down')
  })

  it('runs one at a time when a tool of the batch asks for it', async () => {
    let open = 0
    let most = 0
    const tool = defineTool({
      name: 'seq',
      description: '',
      parameters: z.object({}),
      executionMode: 'sequential',
      execute: async () => {
        most = Math.max(most, ++open)
        await Promise.resolve()
        open--
      },
    })
    await run([call('seq'), call('seq'), call('seq')], [tool])
    expect(most).toBe(1)
  })

  it('becomes cancelled results on abort, even of a tool that never listens', async () => {
    const controller = new AbortController()
    const tool = defineTool({
      name: 'never',
      description: '',
      parameters: z.object({}),
      execute: () => new Promise(() => {}),
    })
    const results = run([call('never'), call('never')], [tool], { signal: controller.signal })
    setTimeout(() => controller.abort(), 1)
    expect(await outcomes(results)).toEqual(['cancelled', 'cancelled'])
  })

  it.each(['__proto__', 'constructor', 'toString'])('knows no tool called %s', async (name) => {
    expect(await outcomes(run([call(name)], [double]))).toEqual(['unknown_tool'])
  })
})

describe('a tool', () => {
  it('is offered as JSON Schema of its input', () => {
    expect(toolDefinition(double)).toEqual({
      type: 'function',
      function: {
        name: 'double',
        description: 'Doubles n.',
        parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      },
    })
  })

  it('cannot have a name that providers refuse', () => {
    expect(() => defineTool({ name: 'a b', description: '', parameters: z.object({}) })).toThrow(
      'letters, digits',
    )
  })
})
