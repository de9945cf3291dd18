'use client'
import type { LiveStep, StoredMessage } from '@antiphon/core'
import { useCallback, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/** Ids of the active path, oldest first. Re-renders when a message is added or removed, not when one grows. */
export function useMessageIds(): readonly string[] {
  const { store } = useChatInstance()
  return useSyncExternalStore(store.subscribeIds, store.getIds, store.getIds)
}

/** One message. Re-renders only when that message changes. */
export function useMessage(id: string): StoredMessage | undefined {
  const { store } = useChatInstance()
  const subscribe = useCallback((listener: () => void) => store.subscribeMessage(id, listener), [store, id])
  const read = useCallback(() => store.getMessage(id), [store, id])
  return useSyncExternalStore(subscribe, read, read)
}

/** What is known of an answer in flight beyond its message; undefined for a message at rest. */
export function useLiveStep(id: string | undefined): LiveStep | undefined {
  const chat = useChatInstance()
  const subscribe = useCallback(
    (listener: () => void) => (id === undefined ? () => {} : chat.subscribeLiveStep(id, listener)),
    [chat, id],
  )
  const read = useCallback(() => (id === undefined ? undefined : chat.getLiveStep(id)), [chat, id])
  return useSyncExternalStore(subscribe, read, read)
}
