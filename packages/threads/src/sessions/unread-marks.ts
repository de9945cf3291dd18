import type { ChatController } from '@antiphon/core'
import { checkThread } from '../storage/read-threads.js'
import type { ThreadStorage } from '../storage/types.js'
import { isRunningHere } from './session-pool.js'

/**
 * Marks threads with an answer that ended while another thread was on screen. The mark is stored with the thread, so all
 * tabs agree.
 */
export interface UnreadMarks {
  /** The thread is on screen, and so counts as read, until the returned function is called. */
  show(threadId: string): () => void
  /** Marks the thread when an answer of its chat ends out of sight; not one that ends because the thread is deleted. */
  watch(threadId: string, chat: ChatController, isRemoved: () => boolean): () => void
  close(): void
}

export function createUnreadMarks(
  storage: ThreadStorage,
  now: () => number,
  isNew: (threadId: string) => boolean,
): UnreadMarks {
  /** How many views show each thread; effects may run twice. */
  const shown = new Map<string, number>()
  // If the mark cannot be stored there is none. The saver of the thread reports the failure.
  const update = (threadId: string, unreadAt: number | null): Promise<void> =>
    storage.update(threadId, { unreadAt }).catch(() => {})

  const clear = async (threadId: string): Promise<void> => {
    const raw = isNew(threadId) ? undefined : await storage.read(threadId, []).catch(() => undefined)
    const checked = checkThread(raw?.thread)
    if ('ok' in checked && checked.ok.unreadAt !== undefined && shown.has(threadId))
      await update(threadId, null)
  }
  const unsubscribe = storage.subscribe(({ threadId, type, here }) => {
    // Another tab did not know that this tab shows the thread.
    if (type === 'thread' && !here && shown.has(threadId)) void clear(threadId)
  })

  return {
    show(threadId) {
      shown.set(threadId, (shown.get(threadId) ?? 0) + 1)
      void clear(threadId)
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
        if (hasEnded && !isRemoved() && shown.size > 0 && !shown.has(threadId)) void update(threadId, now())
      })
    },
    close: unsubscribe,
  }
}
