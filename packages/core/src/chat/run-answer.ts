import { raceAbort, parseJson, callHost } from '@antiphon/base'
import { callKeyOf } from '../pairing/call-key.js'
import {
  answerAt,
  getAnswer,
  hasOpenCalls,
  lastResult,
  type StoredAnswer,
  mayRunCalls,
} from './answer-results.js'
import { chatTools } from './chat-tools.js'
import { findStart } from './continue/find-start.js'
import { asksSomething } from './find-target.js'
import { runStep, type StepContext } from './run-step.js'
import { beginAnswer, type Run, type RunEnd } from './run.js'
import type { ToolRunner } from './tool-runner.js'
import type { TurnContext } from './tool-turn.js'
import type { RunClaims } from './run-claims.js'

export interface RunContext extends StepContext, TurnContext {
  claims: RunClaims
  loadTools(): Promise<ToolRunner>
  /** Adds messages that the user sent during this run to its branch; the model reads them next. True when there were any. */
  steer(run: Run): boolean
  /** Another tab has the answer and continues it. */
  onElsewhere(answerId: string): void
}

/** The next step. `new`: the first request for the answer. `begun`: a request for its rest. `open`: its calls. */
type Phase = 'new' | 'begun' | 'open'

/**
 * The loop: request, run the calls of the answer, request again, until an answer has no calls to run. A limit on the
 * number of requests ends it with a message that says so.
 *
 * @param first where it begins, see `beginAnswer`.
 */
export async function runAnswer(
  context: RunContext,
  run: Run,
  first: StoredAnswer,
  phase: Phase = 'new',
): Promise<RunEnd> {
  const { store, live, claims } = context
  const { config, signal } = run
  const maxSteps = config.maxSteps ?? 8
  let answer = first
  let isOpen = phase === 'open'
  let isBegun = phase === 'begun'

  // A resumed round was counted when it began.
  for (let step = isOpen ? 0 : 1; ; step++) {
    const { id } = answer
    run.answerId = id
    let tools: ToolRunner
    let hasRun: boolean
    try {
      if (!isOpen) {
        void claims.take(id)
        const { outcome } = await runStep(context, run, answer, isBegun)
        if (run.isGone()) return 'stopped'
        if (outcome !== 'complete') return outcome === 'cancelled' ? 'stopped' : 'failed'
      }
      answer = getAnswer(store, id) ?? answer
      if (!mayRunCalls(answer)) return 'done'
      if (!isOpen) tellCalls(run, answer)
      // A chat without tools leaves its calls to be answered from outside.
      if (chatTools(config).length === 0 && !asksPerson(answer)) {
        run.isLeftOpen = true
        return 'done'
      }

      tools = await context.loadTools()
      const turn = await tools.runTurn(context, run, answer)
      if (signal.aborted || run.isGone()) return 'stopped'
      run.isLeftOpen = !turn.isAnswered
      if (run.isLeftOpen) return 'done'
      hasRun = turn.hasRun
    } finally {
      live.end(id)
    }

    if (hasRun) {
      const messages = run.getMessages()
      if (config.stopWhen?.({ step, messages })) return 'done'
      // `stopWhen` may have removed a result: that call is open again and waits for `continue`.
      if (run.getLeaf() !== messages.at(-1)?.id) return 'done'
      const { target } = context
      if ('send' in target && (await target.isOver?.(messages))) return signal.aborted ? 'stopped' : 'done'
      // The user steers: the limit on rounds without a user counts from here.
      if (context.steer(run)) step = 0
      if (signal.aborted) return 'stopped'
      if (step >= maxSteps) {
        tools.stopAtLimit(step, run)
        return 'failed'
      }
    }
    // A listener of the last messages may have removed the branch, or stopped.
    const next = signal.aborted ? undefined : beginAnswer(context, run)
    if (!next) return 'stopped'
    answer = next
    isOpen = isBegun = false
  }
}

const asksPerson = ({ tool_calls: calls = [] }: StoredAnswer): boolean =>
  calls.some(({ approvalRequest }) => approvalRequest)

function tellCalls({ config }: Run, { id, tool_calls = [] }: StoredAnswer): void {
  tool_calls.forEach(({ id: callId, function: { name: toolName, arguments: text }, providerRun }, at) => {
    if (providerRun) return
    const call = {
      callKey: callKeyOf(id, at),
      callId,
      toolName,
      args: parseJson(text || '{}'),
      messageId: id,
    }
    callHost(config.onToolCall, call)
  })
}

/**
 * Continues a thread at rest from the head of the run, see `ChatController.continue`. Does nothing when another tab has the
 * answer, or has already continued it.
 */
export async function resumeRun(context: RunContext, run: Run): Promise<RunEnd> {
  const { store } = context
  const { signal } = run
  const from = run.head
  const answer = answerAt(context.store, from)
  let claim: Awaited<ReturnType<RunContext['claims']['resume']>> | undefined = 'ours'
  if (answer) {
    const hadMore = hasFollowers(context, answer.id)
    claim = await raceAbort(context.claims.resume(answer.id), signal)
    if (claim === 'elsewhere') {
      if (!signal.aborted) context.onElsewhere(answer.id)
      return 'stopped'
    }
    if (signal.aborted || run.isGone()) return 'stopped'
    if (!hadMore && hasFollowers(context, answer.id)) return 'done'
  }
  const start = findStart(store, run, from)
  if (!start || !asksSomething(store.getMessage(start.head))) return 'done'
  run.moveTo(start.head)
  const head = getAnswer(store, start.head)
  // Another tab may have answered the calls, and nothing tells; or their results could not be stored. They wait.
  // Where all of them are answered here, none runs, and the model is told what the person gave.
  if (head && start.isOpen && (claim === 'removed' || (claim === 'unread' && hasOpenCalls(store, head)))) {
    if (claim === 'unread') (await context.loadTools()).noteUnread()
    return 'stopped'
  }
  if (head && start.isOpen) return runAnswer(context, run, head, 'open')
  if (head && start.isBegun) return runAnswer(context, run, head, 'begun')
  const next = beginAnswer(context, run)
  return next ? runAnswer(context, run, next) : 'stopped'
}

function hasFollowers({ store }: RunContext, answerId: string): boolean {
  return store.getChildren(lastResult(store, answerId)).length > 0
}
