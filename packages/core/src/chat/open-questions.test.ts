import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { AssistantMessage } from '../message/types.js'
import type { PreparedCall, Verdict } from '../tools/gate.js'
import type { Tool } from '../tools/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createApprovals, type ApprovalHost } from './approvals.js'
import { createLiveSteps } from './live-steps.js'

const tool = (name: string, over: Partial<Tool> = {}): Tool => ({
  name,
  description: '',
  parameters: {},
  approval: 'always',
  execute: () => name,
  ...over,
})

/** An answer `a` with three calls, and the open questions of its chat. */
function setUp(tools = [tool('f'), tool('g'), tool('h')]) {
  const calls = tools.map(({ name }, at) => ({
    id: `c${at}`,
    type: 'function' as const,
    function: { name, arguments: '{}' },
  }))
  const store = createMessageStore({
    scheduler: immediateScheduler,
    messages: [{ id: 'a', role: 'assistant', content: '', tool_calls: calls }],
  })
  const live = createLiveSteps()
  let time = 1
  const publish = vi.fn<ApprovalHost['publish']>()
  const host = {
    store,
    live,
    publish,
    now: () => time,
    threadId: 't',
    getTools: () => new Map(tools.map((one) => [one.name, one])),
    isRunning: () => false,
    resume: vi.fn(() => Promise.resolve()),
  }
  const approvals = createApprovals(host)
  const controller = new AbortController()
  const prepared = (index: number, args: unknown = {}): PreparedCall => ({
    index,
    call: calls[index]!,
    callKey: `a/${index}`,
    tool: tools[index]!,
    args,
  })
  /** The list as it was published last, and how often it was. */
  const shown = () => publish.mock.calls.at(-1)?.[0].approvals ?? []
  return {
    ...host,
    approvals,
    controller,
    prepared,
    shown,
    at: (now: number) => (time = now),
    ask: (...batch: PreparedCall[]) =>
      approvals.ask(batch, 'a', { config: { tools }, signal: controller.signal }),
  }
}
const opened = (publish: { mock: { calls: unknown[] } }, times = 1) =>
  vi.waitFor(() => expect(publish.mock.calls).toHaveLength(times))

describe('a batch of a run', () => {
  it('that needs nobody tells nobody, with or without tools in the settings', async () => {
    const { approvals, prepared, publish, controller } = setUp([tool('f', { approval: 'never' })])
    const verdicts = await approvals.ask([prepared(0)], 'a', { config: {}, signal: controller.signal })
    expect(verdicts).toEqual([{ run: true, prepared: prepared(0) }])
    expect(publish).not.toHaveBeenCalled()
  })

  it('is not asked about once the run is ended', async () => {
    const { ask, prepared, controller, publish } = setUp([
      tool('f', { approval: () => (controller.abort(), true) }),
    ])
    expect(await ask(prepared(0))).toEqual([])
    expect(publish).not.toHaveBeenCalled()
  })

  it('shows what waits as waiting, since when it has; what waited and need not is queued', async () => {
    const { ask, prepared, live, publish, shown, approvals, at } = setUp([
      tool('f'),
      tool('g', { approval: 'never' }),
      tool('h', { approval: 'never' }),
      tool('i', { approval: 'never' }),
    ])
    approvals.showAtRest('a', [prepared(0)])
    const running = { state: 'running' as const, startedAt: 3 }
    live.start('a', {
      phase: 'tools',
      startedAt: 0,
      calls: { 1: { state: 'awaiting', startedAt: 1 }, 2: running },
    })
    at(9)
    const verdicts = ask(...[0, 1, 2, 3].map((index) => prepared(index)))
    await opened(publish, 2)
    expect(shown()[0]).toMatchObject({ callIndex: 0, since: 1 })
    expect(live.get('a')!.calls).toEqual({
      0: { state: 'awaiting', startedAt: 1 },
      1: { state: 'queued' },
      2: running,
    })
    await approvals.decide(shown()[0]!.key, { type: 'allow' })
    expect((await verdicts).map(({ run }) => run)).toEqual([true, true, true, true])
    expect(live.get('a')!.calls[0]).toEqual({ state: 'queued' })
  })

  it('is listened for no longer when it is answered', async () => {
    const { ask, prepared, publish, shown, approvals, controller } = setUp()
    const verdicts = ask(prepared(0))
    await opened(publish)
    await approvals.decide(shown()[0]!.key, { type: 'allow' })
    await verdicts
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })
})

describe('a question that somebody answers otherwise', () => {
  const result = { role: 'tool' as const, tool_call_id: 'c', content: '' }

  it('from outside is denied in words, and one about another call stays', async () => {
    const { ask, prepared, publish, shown, approvals } = setUp()
    const verdicts = ask(prepared(0))
    await opened(publish)
    approvals.withdrawAnswered('a', [undefined, result])
    expect(shown()).toHaveLength(1)
    approvals.withdrawAnswered('a', [result])
    expect(await verdicts).toEqual([
      {
        run: false,
        prepared: prepared(0),
        outcome: 'denied',
        text: 'Tool execution denied. Reason: It was answered from outside.',
      },
    ])
    approvals.showAtRest('a', [prepared(1)])
    approvals.withdrawAnswered('a', [undefined, result])
    expect(shown()).toEqual([])
  })

  it('twice at once is changed once', async () => {
    const { ask, prepared, publish, shown, approvals } = setUp()
    void ask(prepared(0))
    await opened(publish)
    const { key } = shown()[0]!
    const edits = [1, 2].map((n) => approvals.decide(key, { type: 'edit', arguments: { n } }))
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(['asked-again', 'stale'])
    expect(shown().map(({ argumentsText }) => argumentsText)).toEqual(['{"n":1}'])
  })

  it.each<[string, string]>([
    ['changed', 'Reason: The call was changed while it waited for approval.'],
    ['answered from outside', 'Reason: It was answered from outside.'],
  ])('while its call is gone, and then %s, is denied', async (how, reason) => {
    const { ask, prepared, publish, shown, approvals, store } = setUp()
    const verdicts = ask(prepared(0))
    await opened(publish)
    const message = store.getMessage('a') as AssistantMessage
    const call = { ...message.tool_calls![0]!, function: { name: 'f', arguments: '{"n":1}' } }
    if (how === 'changed') store.remove('a')
    else store.write('a', { ...message, tool_calls: [call] })
    const answer = approvals.decide(shown()[0]!.key, { type: 'allow' })
    if (how !== 'changed') approvals.withdrawAnswered('a', [result])
    expect(await answer).toEqual({ status: 'stale' })
    const [verdict] = (await verdicts) as [Verdict & { text: string }]
    expect(verdict.text).toContain(reason)
    expect(shown()).toEqual([])
  })
})

describe('questions at rest', () => {
  it('are told when they differ, and keep what they are', () => {
    const { approvals, prepared, publish, shown, at } = setUp()
    expect(approvals.showAtRest('a', [])).toBe(false)
    expect(approvals.showAtRest('a', [prepared(0), prepared(1)])).toBe(true)
    const [first, second] = shown()
    at(5)
    expect(approvals.showAtRest('a', [prepared(0), prepared(1)])).toBe(false)
    expect(publish).toHaveBeenCalledTimes(1)
    expect(approvals.showAtRest('a', [prepared(0), prepared(2)])).toBe(true)
    expect(shown()[0]).toBe(first)
    expect(shown()[1]).toMatchObject({ toolName: 'h', since: 5 })
    expect(approvals.showAtRest('a', [prepared(1)])).toBe(true)
    expect(shown()).toEqual([{ ...second, since: 5 }])
    expect(approvals.isResuming()).toBe(false)
  })

  it('leave those of a run alone, and those that cannot be shown out', async () => {
    const { approvals, ask, prepared, publish, shown } = setUp()
    void ask(prepared(1))
    await opened(publish)
    approvals.showAtRest('a', [prepared(0), prepared(2, new Map())])
    expect(shown().map(({ toolName }) => toolName)).toEqual(['g', 'f'])
    approvals.showAtRest('a', [])
    expect(shown().map(({ toolName }) => toolName)).toEqual(['g'])
  })

  it('are answered also when they are taken away and asked again while the answer is on its way', async () => {
    const { approvals, prepared, shown, resume, ask } = setUp()
    approvals.showAtRest('a', [prepared(0), prepared(1)])
    const verdicts: unknown[] = []
    resume.mockImplementation(async () => {
      approvals.showAtRest('a', [])
      void ask(prepared(0), prepared(1)).then((all) => verdicts.push(...all))
      await vi.waitFor(() => expect(shown()).toHaveLength(1))
    })
    const [first, second] = shown()
    expect(await approvals.decide(first!.key, { type: 'allow' })).toEqual({ status: 'accepted' })
    expect(shown()).toMatchObject([{ key: second!.key }])
    expect(await approvals.decide(second!.key, { type: 'deny' })).toEqual({ status: 'accepted' })
    await vi.waitFor(() => expect(verdicts).toMatchObject([{ run: true }, { run: false }]))
  })

  it('are answered by the loop that they start; without it the answer is nothing', async () => {
    const { approvals, prepared, shown, resume } = setUp()
    approvals.showAtRest('a', [prepared(0)])
    const answer = approvals.decide(shown()[0]!.key, { type: 'allow' })
    expect([approvals.isResuming(), resume.mock.calls]).toEqual([true, [['a']]])
    expect(await answer).toEqual({ status: 'stale' })
    expect(approvals.isResuming()).toBe(false)
  })

  it('say why they were not answered where the loop could not read its thread', async () => {
    const { approvals, prepared, shown, resume } = setUp()
    approvals.showAtRest('a', [prepared(0)])
    resume.mockImplementationOnce(async () => approvals.noteUnread())
    const decide = () => approvals.decide(shown()[0]!.key, { type: 'allow' })
    expect(await decide()).toEqual({ status: 'stale', reason: 'unread' })
    expect(await decide()).toEqual({ status: 'stale' })
  })
})
