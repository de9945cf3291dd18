import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { toolOutcome } from '../message/outcome.js'
import type { ToolCall } from '../message/types.js'
import { defineTool } from './define-tool.js'
import { denied, type Verdict } from './gate.js'
import { runToolCalls, type ToolRun } from './run-tool-calls.js'
import type { StandardSchema } from './schema.js'
import type { Tool } from './types.js'

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
      'Tool execution denied. Reason: not today',
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

  it('one at a time: what another system runs comes last, so that it is told the results of the others', async () => {
    const ran: string[] = []
    const named = (name: string, more: Partial<Tool> = {}): Tool => ({
      name,
      description: '',
      parameters: {},
      execute: () => void ran.push(name),
      ...more,
    })
    const asked = { ...call('asked'), approvalRequest: { id: 'r' } }
    const tools = [named('transport', { runsApproved: true }), named('own')]
    const results = await run([asked, call('own')], tools, { sequential: true })
    expect(ran).toEqual(['own', 'transport'])
    expect(results.map((result) => result?.tool_call_id)).toEqual(['asked', 'own'])
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

  it.each(['nope', '__proto__', 'constructor', 'toString', ''])(
    'faults: unknown-tool, S37: %j is an unknown tool, and nothing runs',
    async (name) => {
      const [result] = await run([call(name, '{"n":1}', 'c')], [double])
      expect(toolOutcome(result!)).toBe('unknown_tool')
      expect(result!.content).toBe(`Tool "${name}" not found. Offered: double.`)
    },
  )

  it('an unknown tool is answered with the names of all that are offered, or with that there are none', async () => {
    const other: Tool = { ...double, name: 'other' }
    const [result] = await run([call('nope')], [double, other])
    expect(result!.content).toBe('Tool "nope" not found. Offered: double, other.')
    const [none] = await run([call('nope')], [])
    expect(none!.content).toBe('Tool "nope" not found. No tools are offered.')
  })
})

describe('who hears of a batch', () => {
  const quick = (name: string, over: Partial<Tool> = {}): Tool => ({
    name,
    description: '',
    parameters: {},
    execute: () => name,
    ...over,
  })

  it('learns of each result, and of a call that waits for its answer from outside', async () => {
    const outside: Tool = { name: 'outside', description: '', parameters: {} }
    const onCall = vi.fn<ToolRun['onCall']>()
    const results = await run([call('nope'), call('outside'), call('a')], [outside, quick('a')], {
      onCall,
      now: () => 7,
    })
    expect(results[1]).toBeUndefined()
    expect(onCall.mock.calls).toEqual([
      [0, { state: 'running', result: results[0] }],
      [1, { state: 'awaiting', startedAt: 7 }],
      [2, { state: 'running', startedAt: 7 }],
      [2, { state: 'running', result: results[2] }],
    ])
  })

  it('learns which calls begin: all at once, or one by one, and none where none does', async () => {
    const onStart = vi.fn<NonNullable<ToolRun['onStart']>>(async () => true)
    const calls = [call('a'), call('nope'), call('b')]
    await run(calls, [quick('a'), quick('b')], { onStart })
    await run(calls, [quick('a'), quick('b', { executionMode: 'sequential' })], { onStart })
    await run(calls, [quick('a'), quick('b')], { onStart, sequential: true })
    await run([call('nope')], [], { onStart })
    expect(onStart.mock.calls).toEqual([[[0, 2]], [[0]], [[2]], [[0]], [[2]]])
  })

  it('is not asked about nothing', async () => {
    const gate = vi.fn<NonNullable<ToolRun['gate']>>(() => [{ allow: false }])
    const ask = vi.fn<NonNullable<ToolRun['ask']>>()
    await run([call('nope')], [quick('a')], { gate, ask })
    expect(gate).not.toHaveBeenCalled()
    await run([call('a')], [quick('a')], { gate, ask })
    expect(ask).not.toHaveBeenCalled()
  })

  it('is listened to no longer when it has ended', async () => {
    const { signal } = new AbortController()
    await run([call('a'), call('b'), call('nope')], [quick('a'), quick('b')], { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a call that somebody outside answers meanwhile', () => {
  it.each(['before', 'at the gate', 'as it begins', 'while another runs'])(
    '%s does not run, and gets no result',
    async (when) => {
      const ran: string[] = []
      const settled = new Set<number>()
      const settle = (at: string): void => void (at === when && settled.add(1))
      const tool = (name: string): Tool => ({
        name,
        description: '',
        parameters: {},
        execute: () => {
          ran.push(name)
          settle('while another runs')
          return name
        },
      })
      settle('before')
      const begun: number[] = []
      const results = await run([call('a'), call('b'), call('c')], [tool('a'), tool('b'), tool('c')], {
        sequential: when === 'while another runs',
        gate: (batch) => {
          expect(batch).toHaveLength(when === 'before' ? 2 : 3)
          settle('at the gate')
          return []
        },
        isSettled: (index) => settled.has(index),
        onStart: async (indexes) => {
          begun.push(...indexes)
          settle('as it begins')
          return true
        },
      })
      expect(ran).toEqual(['a', 'c'])
      expect(begun).toEqual(when === 'as it begins' ? [0, 1, 2] : [0, 2])
      expect(results.map((result) => result?.content)).toEqual(['a', undefined, 'c'])
    },
  )
})

describe('calls whose mark could not be stored', () => {
  it.each([false, true])(
    'a destructive one does not run, the others do: one at a time %j',
    async (sequential) => {
      const ran: string[] = []
      const tool = (name: string, destructive = false): Tool => ({
        name,
        description: '',
        parameters: {},
        destructive,
        execute: () => {
          ran.push(name)
          return name
        },
      })
      const results = run([call('pay'), call('look')], [tool('pay', true), tool('look')], {
        sequential,
        onStart: async () => false,
      })
      expect(await outcomes(results)).toEqual(['failed', 'look'])
      expect((await results)[0]!.content).toMatch(/^Not run: the conversation could not be stored/)
      expect(ran).toEqual(['look'])
    },
  )
})

describe('a stop', () => {
  it('while one call runs keeps those after it from beginning', async () => {
    const controller = new AbortController()
    const ran: string[] = []
    const onStart = vi.fn<NonNullable<ToolRun['onStart']>>(async () => true)
    const tool = (name: string): Tool => ({
      name,
      description: '',
      parameters: {},
      execute: () => {
        ran.push(name)
        controller.abort()
        return name
      },
    })
    const results = run([call('a'), call('b')], [tool('a'), tool('b')], {
      sequential: true,
      signal: controller.signal,
      onStart,
    })
    expect(await outcomes(results)).toEqual(['cancelled', 'cancelled'])
    expect((await results)[1]!.content).toBe('Cancelled by the user.')
    expect([ran, onStart.mock.calls]).toEqual([['a'], [[[0]]]])
  })

  it('does not wait for a schema that never answers', async () => {
    const controller = new AbortController()
    const parameters: StandardSchema = {
      '~standard': { version: 1, vendor: 'ours', validate: () => new Promise(() => {}) },
    }
    const tool: Tool = { name: 't', description: '', parameters, execute: () => 1 }
    const results = run([call('t')], [tool], { signal: controller.signal })
    setTimeout(() => controller.abort(), 1)
    expect(await outcomes(results)).toEqual(['cancelled'])
  })
})

describe('what a gate may do', () => {
  const decide = (decision: unknown, calls = [call('double', '{"n":1}')]) =>
    run(calls, [double], { gate: () => calls.map(() => decision) as never })

  it('changes arguments, which are checked again', async () => {
    expect(await outcomes(decide({ allow: true, arguments: { n: 5 } }))).toEqual(['10'])
    expect(await outcomes(decide({ allow: true }))).toEqual(['2'])
    const [bad] = await decide({ allow: true, arguments: { n: 'five' } })
    expect(toolOutcome(bad!)).toBe('invalid_arguments')
    expect(bad!.content).toContain('were changed before the call')
  })

  it.each([[{}], [{ allow: 'yes' }], [{ allow: 1 }], [false], [null]])(
    'lets nothing through by %j',
    async (decision) => {
      expect(await outcomes(decide(decision))).toEqual(['denied'])
    },
  )

  it('lets nothing through when it returns no list', async () => {
    const results = run([call('double', '{"n":1}')], [double], { gate: (() => undefined) as never })
    expect(await outcomes(results)).toEqual(['denied'])
    expect((await results)[0]!.content).toBe(
      'Tool execution denied. Reason: The check before the call failed: it returned no list of decisions',
    )
  })

  it('cannot change what it was shown', async () => {
    const gate: ToolRun['gate'] = ([request]) => {
      expect(() => ((request!.args as { n: number }).n = 9)).toThrow(TypeError)
      request!.args = { n: 9 }
      return []
    }
    expect(await outcomes(run([call('double', '{"n":1}')], [double], { gate }))).toEqual(['2'])
  })

  it('does not hold up a stop', async () => {
    const controller = new AbortController()
    const results = run([call('double', '{"n":1}'), call('nope')], [double], {
      gate: () => new Promise(() => {}),
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 1)
    expect(await outcomes(results)).toEqual(['cancelled', 'unknown_tool'])
  })
})

describe('people are asked', () => {
  it('once for the whole batch, after the gate, and nothing runs before they have answered', async () => {
    const ran = vi.fn(() => 'ran')
    const tool = defineTool({ name: 't', description: '', parameters: z.object({}), execute: ran })
    let answer: (verdicts: Verdict[]) => void = () => {}
    const ask = vi.fn<NonNullable<ToolRun['ask']>>(() => new Promise((resolve) => (answer = resolve)))
    const gate: ToolRun['gate'] = () => [{ allow: false, reason: 'policy' }]
    const results = run([call('t'), call('t'), call('nope'), call('t')], [tool], { ask, gate })
    await vi.waitFor(() => expect(ask).toHaveBeenCalled())
    expect(ran).not.toHaveBeenCalled()
    const batch = ask.mock.calls[0]![0]
    expect(batch.map(({ index }) => index)).toEqual([1, 3])
    answer([denied(batch[0]!, 'not today'), { run: true, prepared: batch[1]!, changed: '{"a":1}' }])
    expect((await results).map((result) => result!.content)).toEqual([
      'Tool execution denied. Reason: policy',
      'Tool execution denied. Reason: not today',
      'Tool "nope" not found. Offered: t.',
      'The user changed the arguments of this call to {"a":1}. Its result:\nran',
    ])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('and a call that was denied before a stop stays denied', async () => {
    const controller = new AbortController()
    const ask: ToolRun['ask'] = ([first], onVerdict) => {
      onVerdict(denied(first!, 'not today'))
      controller.abort()
      return new Promise(() => {})
    }
    const calls = [call('double', '{"n":1}'), call('double', '{"n":2}')]
    const results = run(calls, [double], { ask, signal: controller.signal })
    expect(await outcomes(results)).toEqual(['denied', 'cancelled'])
  })

  it('and when asking fails or answers too few, the calls are denied', async () => {
    const ask: ToolRun['ask'] = () => Promise.reject(new Error('no screen'))
    const results = run([call('double', '{"n":1}')], [double], { ask })
    expect(await outcomes(results)).toEqual(['denied'])
    expect((await results)[0]!.content).toBe(
      'Tool execution denied. Reason: Nobody could be asked: no screen',
    )
    const silent: ToolRun['ask'] = () => Promise.resolve([])
    expect(await outcomes(run([call('double', '{"n":1}')], [double], { ask: silent }))).toEqual(['denied'])
  })
})

it('a thousand calls end in order', async () => {
  const calls = Array.from({ length: 1_000 }, (_, n) => call('double', `{"n":${n}}`, 'same'))
  const results = await run(calls, [double])
  expect(results.map((result) => result!.content)).toEqual(calls.map((_, n) => String(n * 2)))
})
