import { expect, it } from 'vitest'
import type { LiveCall } from '../pairing/types.js'
import type { Tool } from '../tools/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { getAnswer } from './answer-results.js'
import type { Approvals } from './approvals.js'
import { createLiveSteps } from './live-steps.js'
import { runToolTurn } from './tool-runner.js'
import { createRun } from './run.js'
import type { ChatConfig } from './types.js'

const tool: Tool = { name: 'f', description: '', parameters: {}, execute: () => 'r' }

/** The turn of an answer `a` with so many calls, of which nobody is asked about any. */
function setUp(count: number, config: ChatConfig = {}) {
  const calls = Array.from({ length: count }, (_, at) => ({
    id: `c${at}`,
    type: 'function' as const,
    function: { name: 'f', arguments: '{}' },
  }))
  const store = createMessageStore({
    scheduler: immediateScheduler,
    messages: [{ id: 'a', role: 'assistant', content: '', ...(count > 0 && { tool_calls: calls }) }],
  })
  const live = createLiveSteps()
  const context = { store, live, now: () => 7, onFirstToken() {}, beforeCalls: () => Promise.resolve(true) }
  const approvals = {
    endTurn: () => {},
    withdrawAnswered: () => {},
    ask: (batch) => Promise.resolve(batch.map((prepared) => ({ run: true, prepared }))),
  } as Partial<Approvals> as Approvals
  const run = createRun(store, { tools: [tool], ...config }, 'a')
  return { store, live, turn: () => runToolTurn(context, { approvals }, run, getAnswer(store, 'a')!) }
}

it('what waited for a person goes on being shown as waiting while the gate is asked, and nothing else does', async () => {
  let shown: Record<number, LiveCall> | undefined
  const { live, turn } = setUp(3, { gateToolCalls: () => ((shown = live.get('a')?.calls), []) })
  const waits: LiveCall = { state: 'awaiting', startedAt: 3 }
  live.start('a', { phase: 'tools', startedAt: 1, calls: { 0: waits, 1: { state: 'running' } } })
  expect(await turn()).toEqual({ isAnswered: true, hasRun: true })
  expect(shown).toEqual({ 0: waits, 1: { state: 'queued' }, 2: { state: 'queued' } })
})

it('an answer without calls is answered, and nothing has run', async () => {
  expect(await setUp(0).turn()).toEqual({ isAnswered: true, hasRun: false })
})
