import { CALL_INDEX_KEY, type ToolCall, type ToolMessage } from '../message/types.js'
import type { MessageStore } from '../tree/message-store.js'
import { getAnswer, nextResult, resultSlots } from './answer-results.js'

/** The results of one answer as they are in the thread at the moment of asking. */
export interface AnswerResults {
  /** By position in `tool_calls`; undefined for a call without a result. */
  slots(): readonly (ToolMessage | undefined)[]
  has(callIndex: number): boolean
  /**
   * Puts a result in its place in the order of the calls. The first result of a call counts. Where there is one, or the answer
   * is gone, this changes nothing and returns false.
   */
  add(callIndex: number, result: ToolMessage): boolean
  /** From now until `close`, reads the thread again only after a change. Without `watch`, every question reads it. */
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
    const slots = resultSlots(store, answerId)
    if (unsubscribe) cached = slots
    return slots
  }
  const repeatedIds = (calls: readonly ToolCall[]): ReadonlySet<string> => {
    const seen = new Set<string>()
    return new Set(calls.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : [])))
  }

  /** The message that the result of a call follows. */
  const placeOf = (callIndex: number, slots: readonly (ToolMessage | undefined)[]): string => {
    let before = callIndex - 1
    // Results of the provider have no id: they are stored on their calls, not as messages of the thread.
    while (before >= 0 && !slots[before]?.id) before--
    return slots[before]?.id ?? answerId
  }

  return {
    slots: read,
    has: (callIndex) => read()[callIndex] !== undefined,
    add(callIndex, result) {
      const calls = getAnswer(store, answerId)?.tool_calls ?? []
      const call = calls[callIndex]
      let slots = read()
      const next = nextResult(store, placeOf(callIndex, slots))
      if (next !== undefined && !slots.some((slot) => slot?.id === next)) {
        // A listener that is called before ours may act on a change that we do not know yet.
        cached = undefined
        slots = read()
      }
      if (!call || slots[callIndex]) return false
      const metadata = { [CALL_INDEX_KEY]: callIndex, ...result.metadata }
      repeated ??= repeatedIds(calls)
      const message = { ...result, timestamp: now(), ...(repeated.has(call.id) && { metadata }) }
      isAdding = true
      const id = store.append(message, { parent: placeOf(callIndex, slots), between: true })
      isAdding = false
      const placed = store.getMessage(id)
      if (cached === slots) slots[callIndex] = placed?.role === 'tool' ? placed : undefined
      return true
    },
    watch() {
      unsubscribe ??= store.subscribeIds(() => {
        // The first call is about our own result. A change that a listener makes then comes with another call.
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
