import type { ToolCall } from '../message/types.js'
import { toolResult } from '../tools/tool-result.js'
import { getAnswer, lastResult, type StoredAnswer } from './answer-results.js'
import { answerResults, type AnswerResults } from './place-results.js'
import { createApprovals, type ApprovalHost } from './approvals.js'
import type { Elsewhere } from './live-steps.js'
import { watchThreadAtRest } from './restore-approvals.js'
import type { RunContext } from './run-answer.js'
import { runToolTurn, type TurnEnd } from './run-tool-turn.js'
import type { Run } from './run.js'
import type { ApprovalAnswer, ApprovalDecision, ChatController } from './types.js'

/** What a chat with tools needs beyond a chat without. */
export interface ToolRunner {
  runTurn(context: RunContext, run: Run, answer: StoredAnswer): Promise<TurnEnd>
  /** Ends the run with a message that says that the limit on rounds was reached. */
  stopAtLimit(rounds: number, run: Run): void
  decide(key: string, decision: ApprovalDecision): Promise<ApprovalAnswer>
  revoke(toolName: string): void
  /**
   * Answers a call from outside. `goOn`: the answer at the end of what is shown, whose last open call this was. A run that is on
   * may have passed it already, or see it yet.
   */
  addResult(callKey: string, value: unknown): Promise<{ isTaken: boolean; goOn?: string }>
  /** Looks again at what waits for approval in a thread at rest. */
  refresh(): void
}

export type ToolRunnerHost = Pick<ChatController, 'store' | 'getState' | 'getConfig' | 'subscribe'> &
  Omit<ApprovalHost, 'getTools'> & {
    isRunning(): boolean
    elsewhere: Pick<Elsewhere, 'has' | 'subscribe'>
  }

export function createToolRunner(host: ToolRunnerHost): ToolRunner {
  const { store, live, now } = host
  const getTools = () => new Map((host.getConfig().tools ?? []).map((tool) => [tool.name, tool]))
  const approvals = createApprovals({ ...host, getTools })
  const refresh = watchThreadAtRest(
    { ...host, getTools, getToolList: () => host.getConfig().tools },
    approvals,
  )
  let root = store.getIds()[0]
  store.subscribeIds(() => {
    // Another thread in the same chat object: what was allowed in the one is not allowed in the other.
    if (root !== undefined && !store.getMessage(root)) approvals.revoke()
    root = store.getIds()[0]
    refresh()
  })
  host.subscribe(refresh)
  host.elsewhere.subscribe(refresh)
  refresh()

  /** An open call of any branch, that nothing runs at this moment. */
  const findOpen = (
    callKey: string,
  ): { answer: StoredAnswer; index: number; call: ToolCall; results: AnswerResults } | undefined => {
    const [, id = '', position] = /^(.*)\/(\d+)$/s.exec(callKey) ?? []
    const answer = getAnswer(store, id)
    const index = Number(position)
    const call = answer?.tool_calls?.[index]
    if (!answer || !call || host.elsewhere.has(id)) return undefined
    const results = answerResults(store, id, now)
    const isRunning = live.get(id)?.calls[index]?.state === 'running'
    return isRunning || results.has(index) ? undefined : { answer, index, call, results }
  }

  return {
    refresh,
    revoke: approvals.revoke,
    decide: approvals.decide,
    runTurn: (context, run, answer) => runToolTurn(context, approvals, run, answer),
    stopAtLimit(rounds, run) {
      const message = `Stopped after ${rounds} rounds of tool calls.`
      const at = now()
      run.answerId = run.append({
        role: 'assistant',
        content: '',
        timestamp: at,
        finishReason: 'error',
        isError: true,
        error: { kind: 'tool_loop_limit', message, occurredAt: at },
      })
    },
    async addResult(callKey, value) {
      const asked = findOpen(callKey)
      if (!asked) return { isTaken: false }
      const result = await toolResult(asked.call, value)
      // Made ready meanwhile, perhaps twice: only the first result counts.
      const open = findOpen(callKey)
      if (!open?.results.add(open.index, result)) return { isTaken: false }
      approvals.withdraw(callKey)
      const { answer, results } = open
      const isEnd = store.getIds().at(-1) === lastResult(store, answer.id)
      // A late answer, with the conversation already beyond it, only goes to its place.
      return isEnd && !results.slots().includes(undefined)
        ? { isTaken: true, goOn: answer.id }
        : { isTaken: true }
    },
  }
}
