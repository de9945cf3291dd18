import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { toolOutcome } from '../message/outcome.js'
import type { ToolCall, ToolMessage } from '../message/types.js'
import type { LiveCall, LiveStep } from '../pairing/types.js'
import { defineTool } from '../tools/define-tool.js'
import { denied, type ToolGate, type Verdict } from '../tools/gate.js'
import type { StandardSchema } from '../tools/schema.js'
import type { Tool } from '../tools/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { getAnswer, resultSlots, RUNNING_CALLS_KEY, type StoredAnswer } from './answer-results.js'
import type { Approvals } from './approvals.js'
import { createLiveSteps } from './live-steps.js'
import { answerResults } from './place-results.js'
import { createRun } from './run.js'
import { runToolTurn } from './tool-turn.js'
import type { ChatConfig } from './types.js'

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

interface Over extends Pick<ChatConfig, 'gateToolCalls' | 'toolExecution'> {
  /** Default: every call is allowed. */
  ask?: Approvals['ask']
  beforeCalls?(answer: StoredAnswer): Promise<boolean>
}

/** The turn of an answer `a` with these calls. */
function setUp(calls: ToolCall[], tools: Tool[], { ask, beforeCalls, ...config }: Over = {}) {
  const answer = {
    id: 'a',
    role: 'assistant',
    content: '',
    ...(calls.length > 0 && { tool_calls: calls }),
  } as const
  const store = createMessageStore({ scheduler: immediateScheduler, messages: [answer] })
  const live = createLiveSteps()
  const run = createRun(store, { tools, ...config }, 'a')
  const context = {
    store,
    live,
    now: () => 7,
    onFirstToken() {},
    beforeCalls: async () => (await beforeCalls?.(getAnswer(store, 'a')!)) ?? true,
  }
  const approvals = {
    endTurn: () => {},
    withdrawAnswered: () => {},
    ask: ask ?? ((batch) => Promise.resolve(batch.map((prepared) => ({ run: true, prepared })))),
  } satisfies Partial<Approvals>
  const turn = () => runToolTurn(context, { approvals }, run, getAnswer(store, 'a')!)
  const start = async () => {
    await turn()
    return resultSlots(store, 'a')
  }
  return { store, live, signal: run.signal, stop: () => run.end(), turn, start }
}
function begin(...given: Parameters<typeof setUp>) {
  const turn = setUp(...given)
  return { ...turn, ended: Promise.resolve().then(turn.start) }
}
/** The results by position; undefined for a call without one. */
const run = (...given: Parameters<typeof setUp>) => setUp(...given).start()
const outcomes = async (results: ReturnType<typeof run>) =>
  (await results).map((result) => result && (toolOutcome(result) ?? result.content))

describe('the calls of an answer', () => {
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
    const gate = vi.fn<ToolGate>(() => [{ allow: false, reason: 'not today' }, undefined])
    const results = await run(
      [call('double', '{"n":1}'), call('nope'), call('double', '{"n":2}')],
      [double],
      { gateToolCalls: gate },
    )
    expect(gate).toHaveBeenCalledTimes(1)
    expect(gate.mock.calls[0]![0].map(({ args, callKey }) => [callKey, args])).toEqual([
      ['a/0', { n: 1 }],
      ['a/2', { n: 2 }],
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
    const [result] = await run([call('double', '{"n":1}')], [double], { gateToolCalls: gate })
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
    const results = await run([asked, call('own')], tools, { toolExecution: 'sequential' })
    expect(ran).toEqual(['own', 'transport'])
    expect(results.map((result) => result?.tool_call_id)).toEqual(['asked', 'own'])
  })

  it('becomes cancelled results on abort, even of a tool that never listens', async () => {
    const tool = defineTool({
      name: 'never',
      description: '',
      parameters: z.object({}),
      execute: () => new Promise(() => {}),
    })
    const { ended, stop } = begin([call('never'), call('never')], [tool])
    setTimeout(stop, 1)
    expect(await outcomes(ended)).toEqual(['cancelled', 'cancelled'])
  })
})

describe('a page that shows the calls', () => {
  const quick = (name: string, over: Partial<Tool> = {}): Tool => ({
    name,
    description: '',
    parameters: {},
    execute: () => name,
    ...over,
  })

  it('sees each result, and a call that waits for its answer from outside', async () => {
    const outside: Tool = { name: 'outside', description: '', parameters: {} }
    const { live, ended } = begin([call('nope'), call('outside'), call('a')], [outside, quick('a')])
    const seen: [string, LiveCall][] = []
    let before: Readonly<Record<number, LiveCall>> = {}
    live.subscribe('a', () => {
      const { calls } = live.get('a')!
      seen.push(...Object.entries(calls).filter(([at, shown]) => before[Number(at)] !== shown))
      before = calls
    })
    const [unknown, open, last] = await ended
    expect(open).toBeUndefined()
    expect(seen.map(([at, { result, ...shown }]) => [at, shown, result?.content])).toEqual([
      ['0', { state: 'queued' }, undefined],
      ['1', { state: 'queued' }, undefined],
      ['2', { state: 'queued' }, undefined],
      ['0', { state: 'running' }, unknown!.content],
      ['1', { state: 'awaiting', startedAt: 7 }, undefined],
      ['2', { state: 'running', startedAt: 7 }, undefined],
      ['2', { state: 'running' }, last!.content],
    ])
  })

  it('stores which calls begin: all at once, or one by one, and none where none does', async () => {
    const marks: unknown[] = []
    const beforeCalls = async (answer: StoredAnswer) => {
      marks.push(answer.metadata![RUNNING_CALLS_KEY])
      return true
    }
    const calls = [call('a'), call('nope'), call('b')]
    await run(calls, [quick('a'), quick('b')], { beforeCalls })
    await run(calls, [quick('a'), quick('b', { executionMode: 'sequential' })], { beforeCalls })
    await run(calls, [quick('a'), quick('b')], { beforeCalls, toolExecution: 'sequential' })
    await run([call('nope')], [], { beforeCalls })
    expect(marks).toEqual([[0, 2], [0], [2], [0], [2]])
  })

  it('asks nobody about nothing', async () => {
    const gate = vi.fn<ToolGate>(() => [{ allow: false }])
    const ask = vi.fn<Approvals['ask']>()
    await run([call('nope')], [quick('a')], { gateToolCalls: gate, ask })
    expect(gate).not.toHaveBeenCalled()
    await run([call('a')], [quick('a')], { gateToolCalls: gate, ask })
    expect(ask).not.toHaveBeenCalled()
  })

  it('listens for no stop when they have ended', async () => {
    const { ended, signal } = begin([call('a'), call('b'), call('nope')], [quick('a'), quick('b')])
    await ended
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a call that somebody outside answers meanwhile', () => {
  it.each(['before', 'at the gate', 'as it begins', 'while another runs'])(
    '%s does not run, and keeps that result',
    async (when) => {
      const ran: string[] = []
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
      const marks: unknown[] = []
      const { store, start } = setUp([call('a'), call('b'), call('c')], [tool('a'), tool('b'), tool('c')], {
        toolExecution: when === 'while another runs' ? 'sequential' : 'parallel',
        gateToolCalls: (batch) => {
          expect(batch).toHaveLength(when === 'before' ? 2 : 3)
          settle('at the gate')
          return []
        },
        beforeCalls: async (answer) => {
          marks.push(answer.metadata![RUNNING_CALLS_KEY])
          settle('as it begins')
          return true
        },
      })
      function settle(at: string): void {
        if (at !== when) return
        const result: ToolMessage = { role: 'tool', tool_call_id: 'b', content: 'from outside' }
        answerResults(store, 'a', () => 7).add(1, result)
      }
      settle('before')
      const results = await start()
      expect(ran).toEqual(['a', 'c'])
      expect(marks.flat()).toEqual(when === 'as it begins' ? [0, 1, 2] : [0, 2])
      expect(results.map((result) => result?.content)).toEqual(['a', 'from outside', 'c'])
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
        toolExecution: sequential ? 'sequential' : 'parallel',
        beforeCalls: async () => false,
      })
      expect(await outcomes(results)).toEqual(['failed', 'look'])
      expect((await results)[0]!.content).toMatch(/^Not run: the conversation could not be stored/)
      expect((await results)[0]!.metadata?.['antiphon.failure']).toBe('unstored')
      expect(ran).toEqual(['look'])
    },
  )
})

describe('a stop', () => {
  it('while one call runs keeps those after it from beginning', async () => {
    const ran: string[] = []
    const marks: unknown[] = []
    const tool = (name: string): Tool => ({
      name,
      description: '',
      parameters: {},
      execute: () => {
        ran.push(name)
        stop()
        return name
      },
    })
    const { ended, stop } = begin([call('a'), call('b')], [tool('a'), tool('b')], {
      toolExecution: 'sequential',
      beforeCalls: async (answer) => {
        marks.push(answer.metadata![RUNNING_CALLS_KEY])
        return true
      },
    })
    expect(await outcomes(ended)).toEqual(['cancelled', 'cancelled'])
    expect((await ended)[1]!.content).toBe('Cancelled by the user.')
    expect([ran, marks]).toEqual([['a'], [[0]]])
  })

  it('does not wait for a gate that never answers', async () => {
    const { ended, stop } = begin([call('double', '{"n":1}'), call('nope')], [double], {
      gateToolCalls: () => new Promise(() => {}),
    })
    setTimeout(stop, 1)
    expect(await outcomes(ended)).toEqual(['cancelled', 'unknown_tool'])
  })

  it('leaves a call that waits for its answer from outside open, and results as they are', async () => {
    const outside: Tool = { name: 'outside', description: '', parameters: {} }
    const calls = [call('outside'), call('double', '{"n":1}', 'known'), call('double', '{"n":2}')]
    let atGate: LiveStep['calls'] = {}
    const { store, live, start, stop } = setUp(calls, [outside, double], {
      gateToolCalls: () => {
        atGate = live.get('a')!.calls
        stop()
        return new Promise(() => {})
      },
    })
    store.append({ role: 'tool', tool_call_id: 'known', content: 'known' }, { parent: 'a' })
    const contents = (await start()).map((result) => result?.content)
    expect(contents).toEqual([undefined, 'known', 'Cancelled by the user.'])
    expect(live.get('a')!.calls).toEqual({ ...atGate, 2: expect.anything() })
  })

  it('does not wait for a schema that never answers', async () => {
    const parameters: StandardSchema = {
      '~standard': { version: 1, vendor: 'ours', validate: () => new Promise(() => {}) },
    }
    const tool: Tool = { name: 't', description: '', parameters, execute: () => 1 }
    const { ended, stop } = begin([call('t')], [tool])
    setTimeout(stop, 1)
    expect(await outcomes(ended)).toEqual(['cancelled'])
  })
})

describe('people are asked', () => {
  it('once for the whole batch, after the gate, and nothing runs before they have answered', async () => {
    const ran = vi.fn(() => 'ran')
    const tool = defineTool({ name: 't', description: '', parameters: z.object({}), execute: ran })
    let reply: (verdicts: Verdict[]) => void = () => {}
    const ask = vi.fn<Approvals['ask']>(() => new Promise((resolve) => (reply = resolve)))
    const gate: ToolGate = () => [{ allow: false, reason: 'policy' }]
    const results = run([call('t'), call('t'), call('nope'), call('t')], [tool], {
      ask,
      gateToolCalls: gate,
    })
    await vi.waitFor(() => expect(ask).toHaveBeenCalled())
    expect(ran).not.toHaveBeenCalled()
    const batch = ask.mock.calls[0]![0]
    expect(batch.map(({ index }) => index)).toEqual([1, 3])
    reply([denied(batch[0]!, 'not today'), { run: true, prepared: batch[1]!, changed: '{"a":1}' }])
    expect((await results).map((result) => result!.content)).toEqual([
      'Tool execution denied. Reason: policy',
      'Tool execution denied. Reason: not today',
      'Tool "nope" not found. Offered: t.',
      'The user changed the arguments of this call to {"a":1}. Its result:\nran',
    ])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('and a call that was denied before a stop stays denied', async () => {
    const ask: Approvals['ask'] = ([first], _id, _run, onVerdict) => {
      onVerdict!(denied(first!, 'not today'))
      stop()
      return new Promise(() => {})
    }
    const calls = [call('double', '{"n":1}'), call('double', '{"n":2}')]
    const { ended, stop } = begin(calls, [double], { ask })
    expect(await outcomes(ended)).toEqual(['denied', 'cancelled'])
  })

  it('and when asking fails or answers too few, the calls are denied', async () => {
    const ask: Approvals['ask'] = () => Promise.reject(new Error('no screen'))
    const results = run([call('double', '{"n":1}')], [double], { ask })
    expect(await outcomes(results)).toEqual(['denied'])
    expect((await results)[0]!.content).toBe(
      'Tool execution denied. Reason: Nobody could be asked: no screen',
    )
    expect((await results)[0]!.metadata?.['antiphon.failure']).toBe('unchecked')
    const silent: Approvals['ask'] = () => Promise.resolve([])
    expect(await outcomes(run([call('double', '{"n":1}')], [double], { ask: silent }))).toEqual(['denied'])
  })
})

it('a thousand calls end in order', async () => {
  const calls = Array.from({ length: 1_000 }, (_, n) => call('double', `{"n":${n}}`, 'same'))
  const results = await run(calls, [double])
  expect(results.map((result) => result!.content)).toEqual(calls.map((_, n) => String(n * 2)))
})

it('what waited for a person goes on being shown as waiting while the gate is asked, and nothing else does', async () => {
  let shown: Record<number, LiveCall> | undefined
  const three = [call('double', '{"n":1}'), call('double', '{"n":2}'), call('double', '{"n":3}')]
  const { live, turn } = setUp(three, [double], { gateToolCalls: () => ((shown = live.get('a')?.calls), []) })
  const waits: LiveCall = { state: 'awaiting', startedAt: 3 }
  live.start('a', { phase: 'tools', startedAt: 1, calls: { 0: waits, 1: { state: 'running' } } })
  expect(await turn()).toEqual({ isAnswered: true, hasRun: true })
  expect(shown).toEqual({ 0: waits, 1: { state: 'queued' }, 2: { state: 'queued' } })
})

it('a call that had begun before a reload is not run again, and its result says so', async () => {
  const { store, start } = setUp([call('double', '{"n":1}'), call('double', '{"n":2}')], [double])
  const answer = store.getMessage('a')!
  // A mark of a call that is not there is nothing.
  store.write('a', { ...answer, metadata: { [RUNNING_CALLS_KEY]: [0, 5] } })
  const [interrupted, run] = await start()
  expect(interrupted).toMatchObject({
    content: expect.stringMatching(/^This call was interrupted while it ran\./),
    metadata: { 'antiphon.outcome': 'cancelled', 'antiphon.failure': 'interrupted' },
  })
  expect(run!.content).toBe('4')
})

it('a fault of the program is no stop: it is thrown', async () => {
  const fault = new Error('a fault')
  const { turn } = setUp([call('double', '{"n":1}')], [double], { beforeCalls: () => Promise.reject(fault) })
  await expect(turn()).rejects.toBe(fault)
})

it('an answer without calls is answered, and nothing has run', async () => {
  expect(await setUp([], []).turn()).toEqual({ isAnswered: true, hasRun: false })
})
