import type { ToolCall } from '../message/types.js'
import { callKeyOf, readCallKey } from '../pairing/call-key.js'
import type { LiveCall } from '../pairing/types.js'
import { runToolCalls } from '../tools/run-tool-calls.js'
import { toolFailure, toolResult } from '../tools/tool-result.js'
import type { MessageStore } from '../tree/message-store.js'
import {
  begunCalls,
  getAnswer,
  lastResult,
  mayRunCalls,
  RUNNING_CALLS_KEY,
  type StoredAnswer,
} from './answer-results.js'
import { answerResults, type AnswerResults } from './place-results.js'
import { createApprovals, type ApprovalHost, type Approvals } from './approvals.js'
import { callableTools } from './callable-tools.js'
import type { Elsewhere } from './live-steps.js'
import { watchThreadAtRest } from './restore-approvals.js'
import type { StepContext } from './run-step.js'
import type { Run } from './run.js'
import { createQuestions, type Questions } from './questions.js'
import type { ApprovalAnswer, ApprovalDecision, ChatController, PendingQuestion } from './types.js'

/** Runs the calls of answers. A chat makes one when it has tools. */
export interface ToolRunner {
  runTurn(context: TurnContext, run: Run, answer: StoredAnswer): Promise<TurnEnd>
  /** Ends the run with a message that says that the limit on rounds was reached. */
  stopAtLimit(rounds: number, run: Run): void
  decide(key: string, decision: ApprovalDecision): Promise<ApprovalAnswer>
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

export interface TurnContext extends Pick<
  StepContext,
  'store' | 'live' | 'now' | 'onFirstToken' | 'threadId'
> {
  /** Stores which calls are about to run; false when that failed. Bounded, and never rejects. */
  beforeCalls(): Promise<boolean>
}

export interface TurnEnd {
  /** Has every call a result? */
  isAnswered: boolean
  /** Had one of them none before? */
  hasRun: boolean
}

const INTERRUPTED =
  'This call was interrupted while it ran. It is not known whether it took effect; it was not run again.'

/**
 * Runs the calls of a finished answer that have no result yet. Puts each result in its place, in the order of the calls, as
 * soon as it is there. The page must hold the lease of the answer: a call that had begun and has no result counts as
 * interrupted.
 */
export async function runToolTurn(
  { store, live, now, onFirstToken, beforeCalls, threadId }: TurnContext,
  { approvals, questions }: { approvals: Approvals; questions?: Questions },
  run: Run,
  answer: StoredAnswer,
): Promise<TurnEnd> {
  const { config, signal } = run
  const calls = answer.tool_calls ?? []
  const results = answerResults(store, answer.id, now)
  results.watch()
  const before = Array.from(results.slots())
  const hasRun = before.includes(undefined)
  const tools = callableTools(config)

  for (const index of begunCalls(answer)) {
    const call = calls[index]
    if (call && !before[index]) results.add(index, toolFailure(call, 'cancelled', INTERRUPTED))
  }
  const step = live.get(answer.id) ?? { startedAt: now(), model: answer.model }
  // Calls that waited for a person in a thread at rest still wait. Their questions stay on screen.
  const asked = (index: number): LiveCall | undefined => {
    const shown = live.get(answer.id)?.calls[index]
    return shown?.state === 'awaiting' ? shown : undefined
  }
  const queued = Object.fromEntries(
    results
      .slots()
      .flatMap((result, index) => (result ? [] : [[index, asked(index) ?? { state: 'queued' as const }]])),
  )
  live.start(answer.id, { ...step, phase: 'tools', activePart: undefined, calls: queued })
  onFirstToken()

  let begun: readonly number[] = []
  let isAnswered: boolean
  // Another tab or a host may put a result into the thread: nobody is asked about that call any more.
  const unsubscribe = store.subscribeIds(() => approvals.withdrawAnswered(answer.id, results.slots()))
  try {
    await runToolCalls({
      calls,
      keyOf: (index) => callKeyOf(answer.id, index),
      tools,
      gate: config.gateToolCalls,
      ask: (batch, onVerdict) => approvals.ask(batch, answer.id, run, onVerdict),
      askPerson:
        questions && ((prepared, ...asked) => questions.ask({ messageId: answer.id, prepared }, ...asked)),
      isSettled: results.has,
      signal,
      now,
      sequential: config.toolExecution === 'sequential',
      timeout: config.toolTimeout,
      getMessages: run.getMessages,
      threadId,
      async onStart(indexes) {
        begun = [...begun, ...indexes].filter((index) => !results.has(index))
        markRunning(store, answer.id, begun)
        // A page that dies while they run must not run them again.
        return beforeCalls()
      },
      onCall(index, call) {
        // First into the array, then out of the live state: at no moment is a result in neither.
        if (call.result) results.add(index, call.result)
        live.setCall(answer.id, index, call)
      },
    })
  } finally {
    unsubscribe()
    markRunning(store, answer.id, undefined)
    // Before `close`: the known results cost nothing, while matching thousands of results again is slow.
    isAnswered = !results.slots().includes(undefined)
    results.close()
    approvals.endTurn(answer.id)
  }
  return { isAnswered, hasRun }
}

/**
 * Notes on the answer which of its calls are about to begin. After a reload the stored note says that they may have taken
 * effect.
 */
function markRunning(store: MessageStore, id: string, indexes: readonly number[] | undefined): void {
  const message = store.getMessage(id)
  if (!message || (!indexes && message.metadata?.[RUNNING_CALLS_KEY] === undefined)) return
  const { [RUNNING_CALLS_KEY]: _, ...rest } = message.metadata ?? {}
  const metadata = indexes ? { ...rest, [RUNNING_CALLS_KEY]: indexes } : rest
  const { metadata: __, ...bare } = message
  store.write(id, Object.keys(metadata).length > 0 ? { ...bare, metadata } : bare)
  store.flush()
}
