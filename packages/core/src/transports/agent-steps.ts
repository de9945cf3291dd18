import { ChatError, isChatError } from '../errors/chat-error.js'
import { createStep, writeEvent, type AgentStep } from './agent-step.js'
import type { AgentEvent } from './agent-types.js'

/** The answers of one run as its events make them, each with the results that came for its calls. */
export interface AgentSteps {
  readonly list: readonly AgentStep[]
  /** Takes one event in. Nothing that follows the end of the run counts. */
  take(event: AgentEvent): void
  /** The answer that is being written, begun if there is none. */
  open(): AgentStep
  /** The source is at its end: an answer that has none of its own is cut, by `failure` if there is one. */
  end(failure?: unknown): void
  /** The run is over. */
  readonly ended: boolean
  /** What broke the run off between two answers. */
  readonly failure: unknown
}

/** @param onStepEnd called before the end of an answer is handed out, so that its calls are known by then. */
export function createAgentSteps(onStepEnd: (step: AgentStep) => void = () => {}): AgentSteps {
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

  /** What has no place in a message does not begin one: it waits for the next. */
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
      if (event.type === 'result') {
        // Of the latest answer that has such a call: ids come back in later answers.
        const owner = steps.findLast(({ calls }) =>
          calls.some(({ id }) => id === event.callId || !event.callId),
        )
        if (owner) owner.results.push(event)
        else keep({ type: 'unknown', event: { result_without_call: event.callId, ...event.value } })
        return
      }
      if (event.type === 'unknown') return keep(event)
      if (event.type === 'over') {
        ended = true
        return
      }
      // What belongs to no answer yet stays with the one before it.
      const last = steps.at(-1)
      if (event.type === 'about' && last?.closed) return
      if (event.type === 'failure' && last?.closed) {
        failure = toFailure(event.error)
        ended = true
        return
      }
      const step = open()
      writeEvent(step, event)
      if (step.closed) onStepEnd(step)
      if (event.type === 'failure') ended = true
    },
    end(reason) {
      failure = reason ?? failure
      if (held.length > 0 && steps.length === 0 && failure === undefined) open()
      const last = steps.at(-1)
      // Without its end the answer is cut: its stream stops without a finish reason.
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
  }
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
