import type { ToolCall } from '../message/types.js'
import { readCallKey } from '../pairing/call-key.js'
import { toolResult } from '../tools/tool-result.js'
import { getAnswer, lastResult, mayRunCalls, type StoredAnswer } from './answer-results.js'
import { answerResults, type AnswerResults } from './place-results.js'
import { createApprovals, type ApprovalHost } from './approvals.js'
import { callableTools } from './callable-tools.js'
import type { Elsewhere } from './live-steps.js'
import { watchThreadAtRest } from './restore-approvals.js'
import { runToolTurn, type TurnContext, type TurnEnd } from './tool-turn.js'
import type { Run } from './run.js'
import { createQuestions, type Questions } from './questions.js'
import type { ApprovalAnswer, ApprovalDecision, ChatController, PendingQuestion } from './types.js'

/** Runs the calls of answers. A chat makes one when it has tools. */
export interface ToolRunner {
  runTurn(context: TurnContext, run: Run, answer: StoredAnswer): Promise<TurnEnd>
  /** Ends the run with a message that says that the limit on rounds was reached. */
  stopAtLimit(rounds: number, run: Run): void
  decide(key: string, decision: ApprovalDecision): Promise<ApprovalAnswer>
  /** The run that a decision began could not read its thread. */
  noteUnread(): void
  answer: Questions['answer']
  revoke(toolName: string): void
  /**
   * Answers a call from outside. `goOn`: the answer at the end of the shown branch, if this was its last open call. A
   * running run may have passed that answer or may still reach it.
   */
  addResult(callKey: string, value: unknown): Promise<{ isTaken: boolean; goOn?: string }>
  /** Looks again at what waits for approval in a thread at rest. */
  refresh(): void
}

type ToolRunnerHost = Pick<ChatController, 'store' | 'getState' | 'getConfig' | 'subscribe'> &
  Omit<ApprovalHost, 'getTools'> & {
    isRunning(): boolean
    publish(change: { questions: readonly PendingQuestion[] }): void
    elsewhere: Pick<Elsewhere, 'has' | 'subscribe'>
  }

export function createToolRunner(host: ToolRunnerHost): ToolRunner {
  const { store, live, now } = host
  const getTools = () => callableTools(host.getConfig())
  const approvals = createApprovals({ ...host, getTools })
  const questions = createQuestions(host)
  const refresh = watchThreadAtRest(
    {
      ...host,
      getTools,
      getToolLists: () => [host.getConfig().tools, host.getConfig().transport?.tools],
    },
    approvals,
  )
  let root = store.getIds()[0]
  store.subscribeIds(() => {
    // This is another thread in the same chat object, so grants do not carry over.
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
    const { messageId = '', callIndex: index = -1 } = readCallKey(callKey) ?? {}
    const answer = getAnswer(store, messageId)
    const call = answer?.tool_calls?.[index]
    if (!answer || !call || host.elsewhere.has(messageId)) return undefined
    const results = answerResults(store, messageId, now)
    const isRunning = live.get(messageId)?.calls[index]?.state === 'running' || questions.has(callKey)
    return isRunning || results.has(index) ? undefined : { answer, index, call, results }
  }

  return {
    refresh,
    revoke: approvals.revoke,
    decide: approvals.decide,
    noteUnread: approvals.noteUnread,
    answer: questions.answer,
    runTurn: (context, run, answer) => runToolTurn(context, { approvals, questions }, run, answer),
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
      // Another result may have come meanwhile: only the first one counts.
      const open = findOpen(callKey)
      if (!open?.results.add(open.index, result)) return { isTaken: false }
      const { answer, results } = open
      const isEnd = store.getIds().at(-1) === lastResult(store, answer.id)
      // The conversation may have moved on, or the answer was cut off and is requested again. Then the result is only stored.
      return isEnd && mayRunCalls(answer) && !results.slots().includes(undefined)
        ? { isTaken: true, goOn: answer.id }
        : { isTaken: true }
    },
  }
}
