import type { ChatController } from '@antiphon/core'
import type { ThreadSessions } from '@antiphon/threads'
import { useThreadSessions } from '@antiphon/threads/react'
import { useCallback, useSyncExternalStore } from 'react'

/** Subscribes to the chat of a thread, also when its session is opened, or replaced, later. Returns how to end that. */
export function followChat(
  threads: ThreadSessions,
  threadId: string,
  subscribe: (chat: ChatController) => () => void,
  listener: () => void,
): () => void {
  let leave: (() => void) | undefined
  const follow = (): void => {
    leave?.()
    const chat = threads.get(threadId)?.chat
    leave = chat && subscribe(chat)
    listener()
  }
  follow()
  const end = threads.subscribe(follow)
  return () => {
    end()
    leave?.()
  }
}

/** Calls the listener when a part of the chat has changed. Returns how to end that. Must be the same function each time. */
export type SubscribeChat = (chat: ChatController, listener: () => void) => () => void

/** For whom only the messages count that are there, not what is written into them. */
export const subscribeIds: SubscribeChat = ({ store }, listener) => store.subscribeIds(listener)

/** A value of the chat of a thread, as it changes; of undefined while the thread is not open. */
export function useOfChat<Value>(
  threadId: string,
  subscribe: SubscribeChat,
  read: (chat: ChatController | undefined) => Value,
): Value {
  const threads = useThreadSessions()
  const follow = useCallback(
    (listener: () => void) => followChat(threads, threadId, (chat) => subscribe(chat, listener), listener),
    [subscribe, threadId, threads],
  )
  const get = (): Value => read(threads.get(threadId)?.chat)
  return useSyncExternalStore(follow, get, get)
}
