import { ChatError, isChatError } from '@antiphon/core'
import { copyJson, isRecord, type JsonObject } from '@antiphon/base'
import { findChunkError } from '@antiphon/core/errors'
import type { AgentEvent } from './agent-event.js'
import { createStep, writeEvent, type AgentStep } from './agent-step.js'

/** The answers of one run, made from its events, each with the results of its calls. */
export interface AgentSteps {
  readonly list: readonly AgentStep[]
  /** Reads one event. Events after the end of the run do not count. */
  take(event: AgentEvent): void
  /** The answer that is being written, begun if there is none. */
  open(): AgentStep
  /** The source is at its end: an answer that has none of its own is cut, by `failure` if there is one. */
  end(failure?: unknown): void
  /** The run is over. */
  readonly ended: boolean
  /** The failure that broke the run off between two answers. */
  readonly failure: unknown
  /** Has an answer of this run begun to say something? */
  readonly hasBegun: boolean
}

/**
 * @param onStepEnd called before the end of an answer is handed out, so that its calls are known by then.
 * @param before the last answer of the thread when the run began: its calls may get results now.
 */
export function createAgentSteps(
  onStepEnd: (step: AgentStep) => void = () => {},
  before?: AgentStep,
): AgentSteps {
  let hasBegun = false
  const steps: AgentStep[] = []
  const held: AgentEvent[] = []
  let ended = false
  let failure: unknown

  function open(): AgentStep {
    const last = steps.at(-1)
    if (last && !last.closed) return last
    const step = createStep()
    steps.push(step)
    for (const event of held.splice(0)) writeEvent(step, event)
    return step
  }

  /** An event without a place in a message does not begin one. It waits for the next message. */
  function keep(event: AgentEvent): void {
    const last = steps.at(-1)
    if (last && !last.closed) writeEvent(last, event)
    else held.push(event)
  }

  return {
    list: steps,
    open,
    take(event) {
      if (ended) return
      if (event.type === 'result' || event.type === 'progress') {
        // From the latest answer with such a call, because ids repeat in later answers.
        const all = before ? [before, ...steps] : steps
        const owner = all.findLast(({ calls }) =>
          calls.some(({ id, isRow }) => !isRow && (id === event.callId || !event.callId)),
        )
        if (event.type === 'progress') owner?.progress.set(event.callId, event.value)
        else if (owner) owner.results.push(event)
        else keep({ type: 'unknown', event: { result_without_call: event.callId, ...event.value } })
        return
      }
      if (event.type === 'unknown' || event.type === 'aside') {
        const { type, event: value } = event
        if (!isRecord(value)) return
        // A server, or one before it, says why the answer ends.
        if (findChunkError(value) !== undefined) return this.take({ type: 'failure', error: value })
        // A copy, because the other system may change the object before an answer takes it.
        return keep({ type, event: copyJson(value) as JsonObject })
      }
      if (event.type === 'over') {
        ended = true
        return
      }
      // An event without an answer stays with the answer before it.
      const last = steps.at(-1)
      if (event.type === 'about' && last?.closed) return
      if (event.type === 'failure' && last?.closed) {
        failure = toFailure(event.error)
        ended = true
        return
      }
      const step = open()
      // A row, such as the state, may come before the result of a call that was asked about.
      hasBegun ||= (event.type === 'delta' && !isRow(event.delta)) || event.type === 'whole'
      writeEvent(step, event)
      if (step.closed) onStepEnd(step)
      if (event.type === 'failure') ended = true
    },
    end(reason) {
      failure = reason ?? failure
      if (held.length > 0 && steps.length === 0 && failure === undefined) open()
      const last = steps.at(-1)
      // Without an end the answer counts as cut: its stream stops without a finish reason.
      if (last && !last.closed) {
        last.closed = true
        last.error = failure
        failure = undefined
        onStepEnd(last)
      }
      ended = true
    },
    get ended() {
      return ended
    },
    get failure() {
      return failure
    },
    get hasBegun() {
      return hasBegun
    },
  }
}

function isRow({ tool_calls: calls }: JsonObject): boolean {
  return (
    Array.isArray(calls) && calls.every((call: unknown) => isRecord(call) && call.providerRun !== undefined)
  )
}

function toFailure(error: unknown): Error {
  if (isChatError(error) || error instanceof Error) return error
  const message = typeof error === 'string' ? error : 'The run failed.'
  return new ChatError({
    kind: 'provider',
    message,
    raw: typeof error === 'string' ? undefined : JSON.stringify(error),
  })
}
