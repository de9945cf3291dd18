import type { ChatController } from '@antiphon/core'
import { checkThread } from '../storage/read-threads.js'
import type { ThreadRecord, ThreadStorage } from '../storage/types.js'
import { isRunningHere } from './session-pool.js'

/**
 * Marks threads with an answer that ended while another thread was on screen. The mark is stored with the thread, so all
 * tabs agree.
 */
export interface UnreadMarks {
  /** The thread is on screen, and so counts as read, until the returned function is called. */
  show(threadId: string): () => void
  /** Takes the mark from a record that was read for another reason, so that nothing is asked for the mark alone. */
  note(thread: ThreadRecord): void
  /** Marks the thread when an answer of its chat ends out of sight; not one that ends because the thread is deleted. */
  watch(threadId: string, chat: ChatController, isRemoved: () => boolean): () => void
  close(): void
}

/** @param isRead Has the thread no record, or does somebody else read that? */
export function createUnreadMarks(
  storage: ThreadStorage,
  now: () => number,
  isRead: (threadId: string) => boolean,
): UnreadMarks {
  /** How many views show each thread; effects may run twice. */
  const shown = new Map<string, number>()
  const marked = new Set<string>()
  /** Changed in another tab while they were out of sight. */
  const changed = new Set<string>()
  // If the mark cannot be stored there is none. The saver of the thread reports the failure.
  const update = (threadId: string, unreadAt: number | null): Promise<void> =>
    storage.update(threadId, { unreadAt }).catch(() => {})

  const note = ({ id, unreadAt }: ThreadRecord): void => {
    marked.delete(id)
    if (unreadAt === undefined) return
    if (shown.has(id)) void update(id, null)
    else marked.add(id)
  }
  const ask = async (threadId: string): Promise<void> => {
    const checked = checkThread((await storage.read(threadId, []).catch(() => undefined))?.thread)
    if ('ok' in checked) note(checked.ok)
  }
  const unsubscribe = storage.subscribe(({ threadId, type, here }) => {
    if (type !== 'thread' || here) return
    // Another tab did not know that this tab shows the thread.
    if (shown.has(threadId)) void ask(threadId)
    else changed.add(threadId)
  })

  return {
    note,
    show(threadId) {
      shown.set(threadId, (shown.get(threadId) ?? 0) + 1)
      if (marked.delete(threadId)) void update(threadId, null)
      else if (changed.delete(threadId) || !isRead(threadId)) void ask(threadId)
      return () => {
        const left = (shown.get(threadId) ?? 1) - 1
        if (left > 0) shown.set(threadId, left)
        else shown.delete(threadId)
      }
    },
    watch(threadId, chat, isRemoved) {
      let wasRunning = false
      return chat.subscribe(() => {
        const isRunning = isRunningHere(chat)
        const hasEnded = wasRunning && !isRunning
        wasRunning = isRunning
        if (!hasEnded || isRemoved() || shown.size === 0 || shown.has(threadId)) return
        marked.add(threadId)
        void update(threadId, now())
      })
    },
    close: unsubscribe,
  }
}
