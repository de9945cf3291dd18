import { matchResults } from '../message/match-results.js'
import {
  type AssistantMessage,
  type Message,
  CALL_INDEX_KEY,
  type StoredMessage,
  type ToolCall,
  type ToolMessage,
} from '../message/types.js'
import type { MessageStore } from '../tree/message-store.js'

/** Under `metadata` of an answer while calls of it run: their positions. Gone when they have results. */
export const RUNNING_CALLS_KEY = 'antiphon.running'

/** May the calls of this answer run? Never those of a turn that was cut off: a call may be half a call. */
export function mayRunCalls(message: AssistantMessage): boolean {
  if (!message.tool_calls?.length || message.isError) return false
  return (
    message.finishReason === 'tool_calls' ||
    message.finishReason === 'stop' ||
    message.finishReason === undefined
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

/** The results that directly follow an answer, on whatever branch it is. */
export function resultsOf(store: MessageStore, answerId: string): (StoredMessage & ToolMessage)[] {
  const results: (StoredMessage & ToolMessage)[] = []
  for (let id = nextResult(store, answerId); id !== undefined; id = nextResult(store, id)) {
    const message = store.getMessage(id)
    if (message?.role === 'tool') results.push(message)
  }
  return results
}

/** Has one of its calls no result? */
export function hasOpenCalls(store: MessageStore, answer: StoredAnswer): boolean {
  return matchResults(answer.tool_calls ?? [], resultsOf(store, answer.id)).slots.includes(undefined)
}

/** The last result that directly follows the message, or the message itself: what comes next follows this. */
export function lastResult(store: MessageStore, id: string): string {
  let last = id
  for (let next = nextResult(store, id); next !== undefined; next = nextResult(store, next)) last = next
  return last
}

function nextResult(store: MessageStore, id: string): string | undefined {
  const results = store.getChildren(id).filter((child) => store.getMessage(child)?.role === 'tool')
  if (results.length <= 1) return results[0]
  const shown = new Set(store.getIds())
  return results.find((result) => shown.has(result)) ?? results.at(-1)
}

/** The results of one answer as they are in the thread at the moment of asking. */
export interface AnswerResults {
  /** By position in `tool_calls`; undefined for a call without a result. */
  slots(): readonly (ToolMessage | undefined)[]
  has(callIndex: number): boolean
  /**
   * Puts a result in its place in the order of the calls. The first result of a call counts: returns false, and changes
   * nothing, where there is one or the answer is gone.
   */
  add(callIndex: number, result: ToolMessage): boolean
  /** Looks for changes of others only when one happened, until `close`. Without it every question reads the thread. */
  watch(): void
  close(): void
}

export function answerResults(store: MessageStore, answerId: string, now: () => number): AnswerResults {
  let cached: (ToolMessage | undefined)[] | undefined
  let repeated: ReadonlySet<string> | undefined
  let unsubscribe: (() => void) | undefined
  let isAdding = false

  const read = (): (ToolMessage | undefined)[] => {
    if (cached) return cached
    const calls = getAnswer(store, answerId)?.tool_calls ?? []
    const { slots } = matchResults(calls, resultsOf(store, answerId))
    if (unsubscribe) cached = slots
    return slots
  }
  const repeatedIds = (calls: readonly ToolCall[]): ReadonlySet<string> => {
    const seen = new Set<string>()
    return new Set(calls.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : [])))
  }

  return {
    slots: read,
    has: (callIndex) => read()[callIndex] !== undefined,
    add(callIndex, result) {
      const calls = getAnswer(store, answerId)?.tool_calls ?? []
      const slots = read()
      const call = calls[callIndex]
      if (!call || slots[callIndex]) return false
      let before = callIndex - 1
      while (before >= 0 && !slots[before]) before--
      const metadata = { [CALL_INDEX_KEY]: callIndex, ...result.metadata }
      repeated ??= repeatedIds(calls)
      const message = { ...result, timestamp: now(), ...(repeated.has(call.id) && { metadata }) }
      isAdding = true
      const id = store.append(message, { parent: slots[before]?.id ?? answerId, between: true })
      isAdding = false
      const placed = store.getMessage(id)
      if (cached === slots) slots[callIndex] = placed?.role === 'tool' ? placed : undefined
      return true
    },
    watch() {
      unsubscribe ??= store.subscribeIds(() => {
        // The first call is about the own result; what a listener of that does comes in one more.
        if (isAdding) isAdding = false
        else cached = undefined
      })
    },
    close() {
      unsubscribe?.()
      unsubscribe = cached = undefined
    },
  }
}
