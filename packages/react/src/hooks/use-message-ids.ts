'use client'

import { useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/** Ids of the active path, oldest first. Re-renders when a message is added or removed, not when one grows. */
export function useMessageIds(): readonly string[] {
  const { store } = useChatInstance()
  return useSyncExternalStore(store.subscribeIds, store.getIds, store.getIds)
}
