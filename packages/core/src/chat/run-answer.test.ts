import { describe, expect, it, vi } from 'vitest'
import type { AssistantMessage, Message } from '../message/types.js'
import { callsAnswer, scriptedTransport, sseText, textAnswer, type ScriptedAnswer } from '../testing/index.js'
import type { Tool } from '../tools/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { getAnswer } from './answer-results.js'
import { createLiveSteps } from './live-steps.js'
import { resumeRun, runAnswer, type RunContext } from './run-answer.js'
import type { TurnEnd } from './tool-turn.js'
import { beginAnswer, createRun, type Run } from './run.js'
import type { ToolRunner } from './tool-runner.js'
import type { ChatConfig } from './types.js'

const tool: Tool = { name: 'f', description: '', parameters: {}, execute: () => 'r' }
const user: Message = { id: 'u', role: 'user', content: 'go' }
const calling: AssistantMessage = {
  id: 'a',
  role: 'assistant',
  content: '',
  finishReason: 'tool_calls',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const result: Message = { id: 't', role: 'tool', tool_call_id: 'c', content: 'r' }
const calls: ScriptedAnswer = [callsAnswer([{ name: 'f' }])]
const says: ScriptedAnswer = [textAnswer('done')]

/** A run from `head`, with a tools whose turns end as `turn` says. */
function setUp(
  answers: ScriptedAnswer[],
  over: {
    config?: ChatConfig
    messages?: Message[]
    head?: string
    turn?: (run: Run) => Partial<TurnEnd> | void
    resume?: (run: Run) => Awaited<ReturnType<RunContext['claims']['resume']>> | Promise<'ours'>
    steer?: (run: Run) => boolean
  } = {},
) {
  const store = createMessageStore({ messages: over.messages ?? [user], scheduler: immediateScheduler })
  const live = createLiveSteps()
  const run = createRun(store, { tools: [tool], ...over.config }, over.head ?? 'u')
  const transport = scriptedTransport(answers)
  const tools = {
    noteUnread: vi.fn(),
    runTurn: vi.fn((_context: unknown, given: Run) =>
      Promise.resolve({ isAnswered: true, hasRun: true, ...over.turn?.(given) }),
    ),
    stopAtLimit: vi.fn(),
  }
  const context = {
    store,
    live,
    target: transport,
    now: () => 7,
    beforeRequest: () => Promise.resolve(),
    beforeCalls: () => Promise.resolve(true),
    onFirstToken: vi.fn(),
    claims: {
      take: vi.fn(() => Promise.resolve(true)),
      resume: vi.fn(async () => over.resume?.(run) ?? ('ours' as const)),
      end: vi.fn(),
    },
    loadTools: () => Promise.resolve(tools as unknown as ToolRunner),
    steer: vi.fn((given: Run) => over.steer?.(given) ?? false),
    onElsewhere: vi.fn(),
  } satisfies RunContext
  const begin = () => runAnswer(context, run, beginAnswer(context, run)!)
  return { store, live, run, transport, tools, context, begin, resume: () => resumeRun(context, run) }
}

/** Removes what is added next, as a listener may do. */
const removeNext = (store: ReturnType<typeof setUp>['store']): void => {
  const end = store.subscribeIds(() => {
    end()
    store.remove(store.getIds().at(-1)!)
  })
}

describe('a run ends', () => {
  it('done with an answer without calls, which is taken and no longer live', async () => {
    const { begin, store, context, live, tools } = setUp([says])
    expect(await begin()).toBe('done')
    const id = store.getIds().at(-1)!
    expect([store.getMessage(id)!.content, live.get(id)]).toEqual(['done', undefined])
    expect(context.claims.take.mock.calls).toEqual([[id]])
    expect([context.onFirstToken.mock.calls.length, tools.runTurn.mock.calls.length]).toEqual([1, 0])
  })

  it('failed with a request that fails', async () => {
    const fails: ScriptedAnswer = () => {
      throw new Error('no')
    }
    expect(await setUp([fails]).begin()).toBe('failed')
  })

  it('stopped when it is told, or when its branch is taken away, at any moment', async () => {
    const whileAsked = setUp([() => (whileAsked.run.end(), [textAnswer('late')])])
    expect(await whileAsked.begin()).toBe('stopped')
    const goneWhileAsked = setUp([
      () => (goneWhileAsked.store.remove(goneWhileAsked.run.head), [callsAnswer([{ name: 'f' }])]),
    ])
    expect(await goneWhileAsked.begin()).toBe('stopped')
    const whileCalled = setUp([calls, says], { turn: (run) => run.end() })
    expect(await whileCalled.begin()).toBe('stopped')
    const goneWhileCalled = setUp([calls, says], {
      turn: (run) => goneWhileCalled.store.remove(run.head),
    })
    expect(await goneWhileCalled.begin()).toBe('stopped')
    const whileSteered = setUp([calls, says], { steer: (run) => (run.end(), true) })
    expect(await whileSteered.begin()).toBe('stopped')
    const atTheNext = setUp([calls, says], { turn: () => removeNext(atTheNext.store) })
    expect(await atTheNext.begin()).toBe('stopped')
    const whileWaiting = setUp([calls], { turn: (run) => (run.end(), { isAnswered: false }) })
    expect(await whileWaiting.begin()).toBe('stopped')
    const goneWhileWaiting = setUp([calls], {
      turn: (run) => (goneWhileWaiting.store.remove(run.head), { isAnswered: false }),
    })
    expect(await goneWhileWaiting.begin()).toBe('stopped')
    const atTheLimit = setUp([calls], {
      config: { tools: [tool], maxSteps: 1 },
      steer: (run) => (run.end(), false),
    })
    expect(await atTheLimit.begin()).toBe('stopped')
    for (const { transport } of [whileCalled, goneWhileCalled, whileSteered, atTheNext])
      expect(transport.requests).toHaveLength(1)
  })

  it('done where calls wait for an answer from outside, or stopWhen says so', async () => {
    const waits = setUp([calls, says], { turn: () => ({ isAnswered: false }) })
    expect([await waits.begin(), waits.run.isLeftOpen]).toEqual(['done', true])
    const bare = setUp([calls, says], { config: { tools: [] } })
    expect([await bare.begin(), bare.run.isLeftOpen, bare.tools.runTurn.mock.calls]).toEqual([
      'done',
      true,
      [],
    ])
    const { begin, transport } = setUp([calls, says], { config: { tools: [tool], stopWhen: () => true } })
    expect([await begin(), transport.requests.length]).toEqual(['done', 1])
  })

  it('done where stopWhen takes a result away: that call is open again', async () => {
    const { begin, store, transport } = setUp([calls, says], {
      turn: (run) => void store.append(result, { parent: run.head }),
      config: { tools: [tool], stopWhen: () => (store.remove('t'), false) },
    })
    expect([await begin(), transport.requests.length]).toEqual(['done', 1])
  })

  it('where the transport says that it is over: done, or stopped when it was told meanwhile', async () => {
    for (const end of ['done', 'stopped'] as const) {
      const over = setUp([calls, says])
      const isOver = vi.fn(() => (end === 'stopped' && over.run.end(), true))
      Object.assign(over.transport, { isOver })
      expect([await over.begin(), over.transport.requests.length]).toEqual([end, 1])
      expect(isOver).toHaveBeenCalledWith(over.run.getMessages())
    }
    const goesOn = setUp([calls, says])
    Object.assign(goesOn.transport, { isOver: () => Promise.resolve(false) })
    expect([await goesOn.begin(), goesOn.transport.requests.length]).toEqual(['done', 2])
  })

  it('failed at its limit, which counts anew where the user steers', async () => {
    const config = { tools: [tool], maxSteps: 1 }
    const { begin, tools, run } = setUp([calls, says], { config })
    expect(await begin()).toBe('failed')
    expect(tools.stopAtLimit.mock.calls).toEqual([[1, run]])
    let steers = 1
    const steered = setUp([calls, says], { config, steer: () => steers-- > 0 })
    expect(await steered.begin()).toBe('done')
    expect(steered.tools.stopAtLimit).not.toHaveBeenCalled()
  })
})

describe('the host is told of the calls of an answer', () => {
  const told = async (answer: ScriptedAnswer) => {
    const onToolCall = vi.fn<NonNullable<ChatConfig['onToolCall']>>()
    await setUp([answer, says], { config: { tools: [tool], onToolCall } }).begin()
    return onToolCall.mock.calls.map(([{ callKey, toolName, args }]) => [
      callKey.split('/')[1],
      toolName,
      args,
    ])
  }

  it('once, with their arguments as far as they are JSON', async () => {
    const three = [{ name: 'f', args: { n: 1 } }, { name: 'g', args: '' }, { name: 'f' }]
    expect(await told([callsAnswer(three)])).toEqual([
      ['0', 'f', { n: 1 }],
      ['1', 'g', {}],
      ['2', 'f', {}],
    ])
  })

  it('but not of those that the provider runs, nor again when a thread goes on', async () => {
    const call = (index: number, name: string) => ({ index, id: name, function: { name, arguments: '{}' } })
    const tool_calls = [{ ...call(0, 'search'), providerRun: { result: 'found' } }, call(1, 'f')]
    const both = sseText([{ choices: [{ delta: { tool_calls }, finish_reason: 'tool_calls' }] }])
    expect(await told([both])).toEqual([['1', 'f', {}]])
    const onToolCall = vi.fn()
    const config = { tools: [tool], onToolCall }
    const { resume } = setUp([says], { messages: [user, calling], head: 'a', config })
    expect([await resume(), onToolCall.mock.calls]).toEqual(['done', []])
  })
})

it('a chat without tools of its own runs the turn of calls that the provider asks about', async () => {
  const [own] = calling.tool_calls!
  const asks = {
    ...calling,
    tool_calls: [
      { ...own!, approvalRequest: { id: 'r' } },
      { ...own!, id: 'd' },
    ],
  }
  const { resume, tools } = setUp([says], { messages: [user, asks], head: 'a', config: { tools: [] } })
  expect([await resume(), tools.runTurn.mock.calls.length]).toEqual(['done', 1])
})

describe('a thread at rest', () => {
  const atRest = [user, calling]

  it('goes on with the open calls of its last answer, which is taken first; that round is not counted', async () => {
    const stopWhen = vi.fn(() => false)
    const { resume, context, tools, store } = setUp([says], {
      messages: atRest,
      head: 'a',
      config: { tools: [tool], maxSteps: 1, stopWhen },
    })
    expect(await resume()).toBe('done')
    expect(context.claims.resume.mock.calls).toEqual([['a']])
    expect(tools.runTurn).toHaveBeenCalledTimes(1)
    expect(stopWhen).toHaveBeenCalledWith({ step: 0, messages: expect.anything() })
    expect(store.getMessages().at(-1)!.content).toBe('done')
  })

  it('asks at once where nothing of a round was left to run', async () => {
    const stopWhen = vi.fn(() => true)
    const { resume, transport } = setUp([says], {
      messages: atRest,
      head: 'a',
      config: { tools: [tool], stopWhen },
      turn: () => ({ hasRun: false }),
    })
    expect([await resume(), transport.requests.length, stopWhen.mock.calls.length]).toEqual(['done', 1, 0])
  })

  it('finds its answer from a result of it; a question has none to take', async () => {
    const after = setUp([says], { messages: [...atRest, result], head: 't' })
    expect(await after.resume()).toBe('done')
    expect(after.context.claims.resume.mock.calls).toEqual([['a']])
    expect(after.transport.requests[0]!.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
    ])
    const asked = setUp([says])
    expect(await asked.resume()).toBe('done')
    expect(asked.context.claims.resume).not.toHaveBeenCalled()
    expect(getAnswer(asked.store, asked.store.getIds().at(-1)!)?.content).toBe('done')
  })

  it('goes on with a new answer after one whose calls are answered, also where it has no tools', async () => {
    const { resume, store } = setUp([says], {
      messages: [...atRest, result],
      head: 'a',
      config: { tools: [] },
    })
    expect(await resume()).toBe('done')
    expect(store.getMessages().map(({ content }) => content)).toEqual(['go', '', 'r', 'done'])
  })

  it('is left to the tab that has it, which is told, unless the run was stopped', async () => {
    const other = setUp([], { messages: atRest, head: 'a', resume: () => 'elsewhere' })
    expect(await other.resume()).toBe('stopped')
    expect(other.context.onElsewhere.mock.calls).toEqual([['a']])
    const stopped = setUp([], { messages: atRest, head: 'a', resume: (run) => (run.end(), 'elsewhere') })
    expect(await stopped.resume()).toBe('stopped')
    expect(stopped.context.onElsewhere).not.toHaveBeenCalled()
  })

  it('leaves its calls open where it cannot be read what other tabs did to them', async () => {
    const { resume, tools, transport } = setUp([says], {
      messages: atRest,
      head: 'a',
      resume: () => 'unread',
    })
    expect([await resume(), tools.runTurn.mock.calls, transport.requests]).toEqual(['stopped', [], []])
    expect(tools.noteUnread).toHaveBeenCalledOnce()
    const removed = setUp([says], { messages: atRest, head: 'a', resume: () => 'removed' })
    expect([await removed.resume(), removed.tools.runTurn.mock.calls]).toEqual(['stopped', []])
    expect(removed.tools.noteUnread).not.toHaveBeenCalled()
    // An answer that was cut off has no calls that another tab may have run.
    const cut: Message = { id: 'a', role: 'assistant', content: 'Fog', finishReason: 'length' }
    const begun = setUp([says], { messages: [atRest[0]!, cut], head: 'a', resume: () => 'unread' })
    expect([await begun.resume(), begun.transport.requests.length]).toEqual(['done', 1])
  })

  it('stays as it is where the run ended, the branch went or another tab went on while it was taken', async () => {
    const ended = setUp([], { messages: atRest, head: 'a', resume: (run) => (run.end(), 'ours') })
    expect(await ended.resume()).toBe('stopped')
    const gone = setUp([], { messages: atRest, head: 'a', resume: () => (gone.store.remove('a'), 'ours') })
    expect(await gone.resume()).toBe('stopped')
    const further = setUp([], {
      messages: atRest,
      head: 'a',
      resume: () => (further.store.append({ id: 'b', role: 'user', content: 'b' }, { parent: 'a' }), 'ours'),
    })
    expect(await further.resume()).toBe('done')
    for (const { tools } of [ended, gone, further]) expect(tools.runTurn).not.toHaveBeenCalled()
  })

  it('of instructions asks nothing, and of a branch that goes at its first answer neither', async () => {
    const system = setUp([], { messages: [{ id: 's', role: 'system', content: 's' }], head: 's' })
    expect(await system.resume()).toBe('done')
    const { resume, store, transport } = setUp([])
    removeNext(store)
    expect([await resume(), transport.requests.length]).toEqual(['stopped', 0])
  })
})
