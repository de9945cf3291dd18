import { raceAbort, elapsed, isLimit, startLimit } from '@antiphon/base'
import type { Message, ToolMessage } from '../message/types.js'
import type { LiveCall } from '../pairing/types.js'
import type { PreparedCall } from './gate.js'
import type { PersonAnswer, PersonQuestion } from './types.js'
import { closeSteps, foldReport, type Progress } from './tool-progress.js'
import { thrownText, toolFailure, toolResult } from './tool-result.js'

export const CANCELLED = 'Cancelled by the user.'
/** Under `metadata` of a tool message: the steps that the tool reported, as they ended. */
const TOOL_STEPS_KEY = 'antiphon.steps'

export interface CallRun {
  /** Aborted when the user stops. */
  signal: AbortSignal
  /** Called at a stop. One set for a batch, because a signal with a thousand listeners warns. */
  stops: Set<() => void>
  now(): number
  /** Milliseconds, for tools without a limit of their own. Default: none. */
  timeout?: number
  /** Default: an empty conversation. */
  getMessages?(): readonly Message[]
  threadId?: string
  /** Asks the person, until one of the signals is aborted; `onShown` when the question is there. Default: nobody can be asked. */
  ask?(question: PersonQuestion, signals: readonly AbortSignal[], onShown: () => void): Promise<PersonAnswer>
  onLive(live: LiveCall): void
}

/**
 * Runs one call and returns the message that answers it. Never rejects. Ends at the latest with a stop or the tool's time
 * limit; later reports and results of the tool change nothing.
 */
export async function runCall(
  { call, callKey, tool, args }: PreparedCall,
  run: CallRun,
): Promise<ToolMessage> {
  const { signal, now } = run
  if (signal.aborted) return toolFailure(call, 'cancelled', CANCELLED)

  const startedAt = now()
  const timeout = tool.timeout ?? run.timeout
  const own = limitedSignal(run, timeout)
  let progress: Progress = {}
  let open = true
  let isAsking = false
  const show = (): void => {
    const { isCut: _, ...shown } = progress
    run.onLive({ state: isAsking ? 'awaiting' : 'running', startedAt, ...shown })
  }
  const report = (value: unknown): void => {
    if (!open || own.signal.aborted) return
    progress = foldReport(progress, value, now())
    show()
  }

  const over = new AbortController()
  let questions = Promise.resolve()
  const ask = (question: PersonQuestion, taken?: AbortSignal): Promise<PersonAnswer> => {
    const answered = questions.then(async () => {
      if (!run.ask) throw new Error('There is nobody to ask.')
      over.signal.throwIfAborted()
      own.pause()
      const setAsking = (value: boolean): void => {
        isAsking = value
        if (open) show()
      }
      try {
        return await run.ask(question, taken ? [over.signal, taken] : [over.signal], () => setAsking(true))
      } finally {
        setAsking(false)
        own.resume()
      }
    })
    questions = answered.then(
      () => {},
      () => {},
    )
    return answered
  }

  show()
  try {
    // Called as a method, so that a tool may be an object with its own state.
    const running = (async () =>
      (tool as { execute(args: unknown, context: unknown): unknown }).execute(args, {
        callId: call.id,
        callKey,
        signal: own.signal,
        getMessages: run.getMessages ?? (() => []),
        threadId: run.threadId,
        report,
        ask,
      }))()
    const value = await raceAbort(running, own.signal)
    own.signal.throwIfAborted()
    return ended(await toolResult(call, value, { timing: timing(), maxLength: tool.maxResultLength }))
  } catch (error) {
    if (signal.aborted) return ended(fail('cancelled', CANCELLED), 'cancelled')
    if (own.timedOut()) return ended(fail('timeout', `Timed out after ${timeout! / 1000} s.`), 'cancelled')
    return ended(fail('failed', thrownText(error)))
  } finally {
    open = false
    // Withdraw the questions of the call that are still open.
    over.abort()
    own.release()
  }

  function timing() {
    return { startedAt, durationMs: elapsed(startedAt, now()) }
  }
  function fail(outcome: 'cancelled' | 'timeout' | 'failed', text: string): ToolMessage {
    return toolFailure(call, outcome, text, { timing: timing(), maxLength: tool.maxResultLength })
  }
  function ended(result: ToolMessage, how?: 'cancelled'): ToolMessage {
    if (!progress.steps) return result
    const steps = closeSteps(progress.steps, how ?? (result.isError ? 'error' : 'done'), now())
    return { ...result, metadata: { ...result.metadata, [TOOL_STEPS_KEY]: steps } }
  }
}

/**
 * A signal of the call's own: aborted with the run's, or when its time is up. The time left is measured with `performance.now()`,
 * because nobody can set that clock.
 */
function limitedSignal({ signal, stops }: CallRun, timeout: number | undefined) {
  const controller = new AbortController()
  let timedOut = false
  let left = timeout
  let since = 0
  let cancel = (): void => {}
  const stop = (): void => controller.abort(signal.reason)
  const resume = (): void => {
    since = performance.now()
    cancel = startLimit(left, () => {
      timedOut = true
      controller.abort(new DOMException(`The tool took longer than ${timeout} ms.`, 'TimeoutError'))
    })
  }
  stops.add(stop)
  resume()
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    pause() {
      cancel()
      // At least 1 ms, because 0 would mean unlimited.
      if (isLimit(left)) left = Math.max(1, left - (performance.now() - since))
    },
    resume,
    release() {
      cancel()
      stops.delete(stop)
    },
  }
}
