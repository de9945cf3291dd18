import { isRecord, type JsonObject } from '../errors/is-record.js'
import type { AssistantMessage } from '../message/types.js'
import { lastAtMost } from './last-at-most.js'

interface Entry {
  /** Bytes that had been read when the answer became this. */
  at: number
  /** As it was published, but for the lists of `logprobs`, which are lengths. */
  message: AssistantMessage
  /** Which list the lengths belong to. */
  lists: number
  isRead: boolean
}

const EMPTY: AssistantMessage = { role: 'assistant', content: '' }

/**
 * Every state of an answer while it was read. The reader only adds to the three texts and the lists of `logprobs`, so of
 * each state their lengths do: what `at` gives out shares the newest ones. The log takes no more room than the answer and
 * a small object per state.
 */
export function createAnswerLog() {
  const entries: Entry[] = []
  /** The newest state, and each `logprobs` that was begun. */
  let newest = EMPTY
  const logprobs: unknown[] = []
  let slack = 0

  return {
    /** Takes the state after so many bytes. */
    note(at: number, message: AssistantMessage): void {
      if (message === newest) return
      if (logprobs.length === 0 || !goesOn(logprobs.at(-1), message.logprobs)) logprobs.push(undefined)
      logprobs[logprobs.length - 1] = message.logprobs
      newest = message
      const kept = message.logprobs ? { ...message, logprobs: lengthsOf(message.logprobs) } : message
      entries.push({ at, message: kept, lists: logprobs.length - 1, isRead: false })
    },
    at(byteCount: number): AssistantMessage {
      const entry = entries[lastAtMost(entries, byteCount, ({ at }) => at)]
      if (!entry) return EMPTY
      const { message, lists, isRead } = entry
      const { content, reasoning, refusal } = newest
      const restored: AssistantMessage = { ...message, content: content.slice(0, message.content.length) }
      if (message.reasoning) restored.reasoning = reasoning!.slice(0, message.reasoning.length)
      if (message.refusal) restored.refusal = refusal!.slice(0, message.refusal.length)
      if (message.logprobs) restored.logprobs = cutLists(logprobs[lists], message.logprobs)
      if (!isRead) for (const call of message.tool_calls ?? []) slack += call.function.arguments.length
      entry.isRead = true
      return restored
    },
    /**
     * Characters of arguments that were given out. An engine keeps a grown text in pieces until it is read, then each
     * state of it whole: past some tens of millions it is better to make the log anew.
     */
    get slack() {
      return slack
    },
  }
}

/** True when lists only grew: they do so in place, and an answer that replaces them brings other entries. */
function goesOn(before: unknown, after: unknown): boolean {
  if (!isRecord(before) || !isRecord(after)) return before === undefined
  return Object.entries(before).every(([key, list]) => {
    const next = after[key]
    if (!Array.isArray(list)) return true
    return (
      Array.isArray(next) &&
      next.length >= list.length &&
      (list.length === 0 || (next[0] === list[0] && next[list.length - 1] === list.at(-1)))
    )
  })
}

function lengthsOf(bag: unknown): JsonObject {
  const entries = Object.entries(isRecord(bag) ? bag : {})
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Array.isArray(value) ? { count: value.length } : value]),
  )
}

function cutLists(whole: unknown, lengths: unknown): JsonObject {
  const bag = isRecord(whole) ? whole : {}
  return Object.fromEntries(
    Object.entries(lengths as JsonObject).map(([key, value]) => {
      const list = bag[key]
      return [key, Array.isArray(list) && isRecord(value) ? list.slice(0, value.count as number) : value]
    }),
  )
}
