import type { ChatController, StoredMessage } from '@antiphon/core'
import { matchResults } from '@antiphon/core/message'

/** Endings after which the calls of an answer may still run. */
const runnable: readonly unknown[] = [undefined, 'stop', 'tool_calls', 'other']

/**
 * The messages that a conversation keeps when it is forked at a message: the path down to it, and the rest of the answer that it is
 * part of. Empty for an unknown message. An answer that is being written, or whose calls wait, ends there as one that was stopped, so
 * that the fork runs and asks nothing that the thread itself still may.
 */
export function forkPath(chat: ChatController, messageId: string): StoredMessage[] {
  const { store } = chat
  store.flush()
  const path = [...store.getPath(messageId)]
  const shown = new Set(store.getIds())
  const isOfAnswer = (message?: StoredMessage): boolean =>
    message?.role === 'assistant' || message?.role === 'tool'
  for (let last = path.at(-1); last && isOfAnswer(last);) {
    const below = store.getChildren(last.id)
    const next = store.getMessage(below.find((id) => shown.has(id)) ?? below.at(-1) ?? '')
    last = isOfAnswer(next) ? next : undefined
    if (last) path.push(last)
  }
  const at = path.findLastIndex(({ role }) => role !== 'tool')
  const step = path[at]
  if (step?.role !== 'assistant') return path
  const live = chat.getLiveStep(step.id)
  // Nothing of it has arrived.
  if (live?.phase === 'waiting' && !live.elsewhere) return path.slice(0, at)
  const { tool_calls: calls = [], finishReason } = step
  const { slots } = matchResults(
    calls,
    path.slice(at + 1).filter((one) => one.role === 'tool'),
  )
  const waits = calls.some((call, index) => !call.providerRun && !slots[index])
  if (waits ? runnable.includes(finishReason) : live && finishReason === undefined)
    path[at] = { ...step, finishReason: 'cancelled' }
  return path
}

/** The title with a number behind it that no other thread has: it reads the same in every language. */
export function numberedTitle(title: string, taken: ReadonlySet<string>): string {
  const stem = title.replace(/ \(\d+\)$/, '')
  const base = taken.has(stem) ? stem : title
  let number = 2
  while (taken.has(`${base} (${number})`)) number++
  return title && `${base} (${number})`
}
