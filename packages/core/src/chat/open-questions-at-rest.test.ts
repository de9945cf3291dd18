import { expect, it, vi } from 'vitest'
import type { PreparedCall } from '../tools/gate.js'
import type { Tool } from '../tools/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createApprovals, type ApprovalHost } from './approvals.js'
import { createLiveSteps } from './live-steps.js'

const tool: Tool = { name: 'f', description: '', parameters: {}, approval: 'always', execute: () => 'r' }
const form = { message: 'How many?', schema: { properties: { seats: { type: 'integer' } } } }

/** An answer `a` with two calls, and the open questions of its chat. */
function setUp() {
  const calls = ['c0', 'c1'].map((id) => ({
    id,
    type: 'function' as const,
    function: { name: 'f', arguments: '{}' },
  }))
  const store = createMessageStore({
    scheduler: immediateScheduler,
    messages: [{ id: 'a', role: 'assistant', content: '', tool_calls: calls }],
  })
  const publish = vi.fn<ApprovalHost['publish']>()
  const resume = vi.fn(() => Promise.resolve())
  const isRunning = vi.fn(() => false)
  const approvals = createApprovals({
    store,
    live: createLiveSteps(),
    publish,
    now: () => 1,
    threadId: 't',
    getTools: () => new Map([['f', tool]]),
    isRunning,
    resume,
  })
  const [first, second] = calls.map((call, index): PreparedCall => ({
    index,
    call,
    callKey: `a/${index}`,
    tool,
    args: {},
  }))
  return {
    store,
    approvals,
    publish,
    resume,
    isRunning,
    first: first!,
    second: second!,
    shown: () => publish.mock.calls.at(-1)?.[0].approvals ?? [],
    ask: (...batch: PreparedCall[]) =>
      approvals.ask(batch, 'a', { config: { tools: [tool] }, signal: new AbortController().signal }),
  }
}

it('the end of a turn takes the questions of its answer away, and leaves those of others', () => {
  const { approvals, first, second, shown, publish } = setUp()
  approvals.showAtRest('a', [first, second])
  const before = shown()
  approvals.endTurn('b')
  expect(publish).toHaveBeenCalledTimes(1)
  expect(shown()).toBe(before)
  approvals.endTurn('a')
  expect(publish).toHaveBeenCalledTimes(2)
  expect(shown()).toEqual([])
})

it('a decision waits for its own loop while the turn of another answer ends', async () => {
  const { approvals, first, shown, resume, ask } = setUp()
  approvals.showAtRest('a', [first])
  const verdicts: unknown[] = []
  resume.mockImplementation(async () => {
    approvals.endTurn('b')
    verdicts.push(...(await ask(first)))
  })
  expect(await approvals.decide(shown()[0]!.key, { type: 'allow' })).toEqual({ status: 'accepted' })
  await vi.waitFor(() => expect(verdicts).toMatchObject([{ run: true }]))
})

it.each([
  ['stays open where the thread is at rest again', false, 1],
  ['is away where another run is on', true, 0],
])('a question that its loop did not ask %s', async (_, isOn, count) => {
  const { approvals, first, shown, resume, isRunning } = setUp()
  approvals.showAtRest('a', [first])
  resume.mockImplementation(async () => void isRunning.mockReturnValue(isOn))
  expect(await approvals.decide(shown()[0]!.key, { type: 'allow' })).toEqual({ status: 'stale' })
  expect(shown()).toHaveLength(count)
})

it('a result takes the question about its own call away, and no other', () => {
  const { approvals, first, second, shown } = setUp()
  const result = { role: 'tool' as const, tool_call_id: 'c1', content: '' }
  approvals.showAtRest('a', [first, second])
  approvals.withdrawAnswered('b', [result, result])
  expect(shown().map(({ callId }) => callId)).toEqual(['c0', 'c1'])
  approvals.withdrawAnswered('a', [undefined, result])
  expect(shown().map(({ callId }) => callId)).toEqual(['c0'])
})

it.each<[string, string, (set: ReturnType<typeof setUp>) => unknown]>([
  ['whose answer is removed', 'stale', ({ store }) => store.remove('a')],
  [
    'whose call comes to ask something else',
    'asked-again',
    ({ store, first: { call }, second }) => {
      const tool_calls = [{ ...call, approvalRequest: { id: 'other' } }, second.call]
      store.write('a', { role: 'assistant', content: '', tool_calls })
    },
  ],
  ['that is denied', 'stale', ({ approvals, shown }) => approvals.decide(shown()[0]!.key, { type: 'deny' })],
])('S33 values for a form %s while they are read are taken by nobody', async (_, status, act) => {
  const set = setUp()
  const { approvals, first, shown, store, ask } = set
  void ask({ ...first, form })
  await vi.waitFor(() => expect(shown()).toHaveLength(1))
  const answer = approvals.decide(shown()[0]!.key, { type: 'allow', content: { seats: 2 } })
  await act(set)
  expect((await answer).status).toBe(status)
  expect(JSON.stringify(store.getMessages())).not.toContain('filledIn')
})
