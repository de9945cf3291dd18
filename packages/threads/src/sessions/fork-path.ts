import type { ChatController, StoredMessage } from '@antiphon/core'
import { matchResults } from '@antiphon/core/message'
import { plainData } from '../saver/change-log.js'
import { THREAD_VERSION, type NodeRecord } from '../storage/types.js'

/** Endings after which the calls of an answer may still run. */
const runnable: readonly unknown[] = [undefined, 'stop', 'tool_calls', 'other']

/**
 * The path down to a message with the rest of its answer; empty for an unknown message. An answer that is being written, or whose calls
 * wait, ends there as a stopped one, so that a fork runs and asks nothing that the thread itself still may.
 */
export function forkPath(chat: ChatController, messageId: string): StoredMessage[] {
  const { store } = chat
  store.flush()
  const path = [...store.getPath(messageId)]
  const shown = new Set(store.getIds())
  const isOfAnswer = (message: StoredMessage | undefined): message is StoredMessage =>
    message?.role === 'assistant' || message?.role === 'tool'
  for (let last = path.at(-1); isOfAnswer(last); last = path.at(-1)) {
    const below = store.getChildren(last.id)
    const next = store.getMessage(below.find((id) => shown.has(id)) ?? below.at(-1) ?? '')
    if (!isOfAnswer(next)) break
    path.push(next)
  }
  const at = path.findLastIndex(({ role }) => role !== 'tool')
  const step = path[at]
  if (step?.role !== 'assistant') return path
  const live = chat.getLiveStep(step.id)
  // Nothing of it has arrived.
  if (live?.phase === 'waiting' && !live.elsewhere) return path.slice(0, at)
  const { tool_calls: calls = [], finishReason } = step
  const results = path.slice(at + 1).filter((one) => one.role === 'tool')
  const { slots } = matchResults(calls, results)
  const waits = calls.some((call, index) => !call.providerRun && !slots[index])
  if (waits ? runnable.includes(finishReason) : live && finishReason === undefined)
    path[at] = { ...step, finishReason: 'cancelled' }
  return path
}

/** The messages of a path as records of a thread. */
export function pathNodes(threadId: string, path: readonly StoredMessage[]): NodeRecord[] {
  return path.map((message, at) => {
    const place = { id: message.id, parent: path[at - 1]?.id ?? null, order: at + 1 }
    return { v: THREAD_VERSION, threadId, ...place, message: plainData(message) }
  })
}

/** The title with a number behind it that no other thread has: it reads the same in every language. */
export function numberedTitle(title: string, taken: ReadonlySet<string>): string {
  const stem = title.replace(/ \(\d+\)$/, '')
  const base = taken.has(stem) ? stem : title
  let number = 2
  while (taken.has(`${base} (${number})`)) number++
  return title && `${base} (${number})`
}
