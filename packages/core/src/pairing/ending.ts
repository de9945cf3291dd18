import { messageParts } from '../message/content.js'
import { PAUSED } from '../message/provider-run.js'
import type { AssistantMessage } from '../message/types.js'
import { pairStep } from './pair-step.js'
import type { LiveStep, Step } from './types.js'

/**
 * How a step ended, as the transcript tells it. `none`: still running, or a step whose calls were answered. `thought-only`: it
 * stopped after its thoughts, as where a server takes the whole answer for thoughts.
 */
export type EndingKind =
  | 'none'
  | 'stop'
  | 'length-text'
  | 'length-thinking'
  | 'length-call'
  | 'thought-only'
  | 'filter-empty'
  | 'filter-midway'
  | 'refusal'
  | 'unanswered'
  | 'paused'
  | 'incomplete'
  | 'error'
  | 'cancelled'
  | 'other'

/** How one step of an answer ended, with the facts that its words need. */
export interface Ending {
  kind: EndingKind
  /** The provider's own word, for `other`. */
  raw?: string
  /** Name of the tool whose call was cut off, for `length-call`. */
  callName?: string
  /** Calls without a result and calls in all, for `unanswered`. */
  unanswered?: number
  total?: number
}

/**
 * Derives the ending from the message, its results and the live stream; it is never stored. `isLast`: no step of the same
 * answer follows. Then a step with answered calls is `paused`, or `cancelled` when one of its calls was. An answer is also `paused` when its
 * provider stopped in the middle of its own calls.
 */
export function describeEnding(step: Step, live?: LiveStep, isLast = false): Ending {
  const message = step.assistant
  if (!message || live) return { kind: 'none' }
  const { calls } = pairStep(step)
  const raw = message.finishReasonRaw

  switch (message.finishReason) {
    case 'error':
      return { kind: lostOnTheWay(message) ? 'incomplete' : 'error', raw }
    case 'cancelled':
      return { kind: 'cancelled', raw }
    case 'incomplete':
      return { kind: 'incomplete', raw }
    case 'length': {
      const cut = calls.find((call) => call.state === 'cut-off')
      if (cut) return { kind: 'length-call', raw, callName: cut.call.function.name }
      return { kind: hasText(message) || calls.length > 0 ? 'length-text' : 'length-thinking', raw }
    }
    case 'content_filter':
      return { kind: hasText(message) ? 'filter-midway' : 'filter-empty', raw }
    case 'other':
      return { kind: raw === PAUSED ? 'paused' : 'other', raw }
  }
  if (message.isError || message.error) return { kind: 'error', raw }
  if (message.refusal) return { kind: 'refusal', raw }
  // Nobody else can answer a call of the provider, and nothing follows it.
  const own = calls.filter(({ call }) => !call.providerRun)
  const unanswered = own.filter((call) => call.state === 'unanswered' || call.state === 'cut-off').length
  if (unanswered > 0) return { kind: 'unanswered', unanswered, total: own.length, raw }
  if (isLast && own.length > 0)
    return { kind: own.some(({ state }) => state === 'cancelled') ? 'cancelled' : 'paused', raw }
  if (own.length > 0 || !message.finishReason) return { kind: 'none', raw }
  return { kind: isOnlyThought(message) ? 'thought-only' : 'stop', raw }
}

/** The connection broke after the answer had begun: the server was reached, so the causes of an unreachable one do not apply. */
function lostOnTheWay(message: AssistantMessage): boolean {
  return message.error?.kind === 'network_or_cors' && messageParts(message).length > 0
}

/** There are thoughts, and nothing else that a reader could see. */
function isOnlyThought(message: AssistantMessage): boolean {
  return Boolean(message.reasoning?.trim()) && messageParts(message).every(({ type }) => type === 'reasoning')
}

function hasText(message: AssistantMessage): boolean {
  return (message.content ?? '').trim() !== ''
}
