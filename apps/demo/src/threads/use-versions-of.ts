import type { ChatController } from '@antiphon/core'
import { useThreadSessions } from '@antiphon/threads/react'
import { useCallback, useSyncExternalStore } from 'react'
import { followChat } from './thread-view.js'

/** The chat of a thread, while some message of it is followed by more than one. */
export function useVersionsOf(threadId: string): ChatController | undefined {
  const threads = useThreadSessions()
  const subscribe = useCallback(
    (listener: () => void) =>
      followChat(threads, threadId, ({ store }) => store.subscribeIds(listener), listener),
    [threadId, threads],
  )
  return useSyncExternalStore(subscribe, () => {
    const current = threads.get(threadId)?.chat
    return current && parts(current) ? current : undefined
  })
}

function parts({ store }: ChatController): boolean {
  const parents = new Set<string | null>()
  for (const { parent } of store.getTree().nodes) {
    if (parents.has(parent)) return true
    parents.add(parent)
  }
  return false
}
