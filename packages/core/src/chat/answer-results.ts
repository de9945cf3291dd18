import { isRecord, parseJson } from '@antiphon/base'
import { hasOwnCalls } from '../message/provider-run.js'
import { matchResults } from '../message/match-results.js'
import {
  type AssistantMessage,
  type Message,
  type StoredMessage,
  type ToolMessage,
} from '../message/types.js'
import type { MessageStore } from '../tree/message-store.js'

/** Key in `metadata` of an answer: the positions of its calls that are running. Removed when they have results. */
export const RUNNING_CALLS_KEY = 'antiphon.running'

/** May the calls of this answer run? Not when the answer was cut off, since a call may be incomplete. */
export function mayRunCalls(message: AssistantMessage): boolean {
  if (!hasOwnCalls(message) || message.isError) return false
  return (
    message.finishReason === 'tool_calls' ||
    message.finishReason === 'stop' ||
    message.finishReason === undefined ||
    // A reason that nobody knows says nothing about the calls; whole arguments do.
    (message.finishReason === 'other' &&
      message.tool_calls!.every((call) => isRecord(parseJson(call.function.arguments))))
  )
}

/** Calls that had begun when the page was closed. They may have taken effect, so they are never begun again. */
export function begunCalls({ metadata }: Message): readonly number[] {
  const begun = metadata?.[RUNNING_CALLS_KEY]
  return Array.isArray(begun) ? begun.filter((index) => typeof index === 'number') : []
}

export type StoredAnswer = StoredMessage & AssistantMessage

/** The answer under this id, when it is one. */
export function getAnswer(store: MessageStore, id: string): StoredAnswer | undefined {
  const message = store.getMessage(id)
  return message?.role === 'assistant' ? message : undefined
}

/** The answer at `id`, or the one whose result `id` is. */
export function answerAt(store: MessageStore, id: string): StoredAnswer | undefined {
  const owner = nearest(store, id, ({ role }) => role !== 'tool')
  return owner && getAnswer(store, owner.id)
}

/** The message at `id`, or the first above it that fits. It reads no more of the thread than that. */
export function nearest(
  store: MessageStore,
  id: string,
  fits: (message: StoredMessage) => boolean,
): StoredMessage | undefined {
  let message = store.getMessage(id)
  while (message && !fits(message)) message = store.getMessage(store.getParent(message.id) ?? '')
  return message
}

/** The results that directly follow an answer, on whatever branch it is. */
export function resultsOf(store: MessageStore, answerId: string): (StoredMessage & ToolMessage)[] {
  const results: (StoredMessage & ToolMessage)[] = []
  for (let id = nextResult(store, answerId); id !== undefined; id = nextResult(store, id)) {
    const message = store.getMessage(id)
    if (message?.role === 'tool') results.push(message)
  }
  return results
}

/** The results of an answer by position in `tool_calls`; undefined for a call without one. */
export function resultSlots(store: MessageStore, answerId: string): (ToolMessage | undefined)[] {
  return matchResults(getAnswer(store, answerId)?.tool_calls ?? [], resultsOf(store, answerId)).slots
}

/** Has one of its calls no result? */
export function hasOpenCalls(store: MessageStore, { id }: StoredAnswer): boolean {
  return resultSlots(store, id).includes(undefined)
}

/** The last result that directly follows the message, or the message itself: what comes next follows this. */
export function lastResult(store: MessageStore, id: string): string {
  let last = id
  for (let next = nextResult(store, id); next !== undefined; next = nextResult(store, next)) last = next
  return last
}

/** The result that directly follows the message: of several versions, the one that is shown, or the last. */
export function nextResult(store: MessageStore, id: string): string | undefined {
  const results = store.getChildren(id).filter((child) => store.getMessage(child)?.role === 'tool')
  if (results.length <= 1) return results[0]
  const shown = new Set(store.getIds())
  return results.find((result) => shown.has(result)) ?? results.at(-1)
}
