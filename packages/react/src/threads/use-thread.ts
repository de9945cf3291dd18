'use client'
import type { Chat } from '@antiphon/core'
import type { SaveState } from '@antiphon/core/threads'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useThreadSessions } from './threads-context.js'

/** One thread as `useThread` gives it. */
export interface UseThread {
  threadId: string
  /** The chat of the thread, for `<ChatProvider chat={chat}>`. It stays the same however often the thread is shown. */
  chat: Chat
  /** How far it is stored; `isLoaded` is false until its messages are there. */
  save: SaveState
  /** Tries again to store it. */
  saveNow(): Promise<void>
}

/**
 * Opens a thread: its messages are loaded, what happens in it is stored, and an answer goes on arriving in it while
 * another thread is shown or nothing is. While the component is mounted the thread counts as read.
 */
export function useThread(threadId: string): UseThread {
  const sessions = useThreadSessions()
  const { chat, saver } = useMemo(() => sessions.open(threadId), [sessions, threadId])
  useEffect(() => sessions.show(threadId), [sessions, threadId])
  const save = useSyncExternalStore(saver.subscribe, saver.getState, saver.getState)
  return useMemo(() => ({ threadId, chat, save, saveNow: saver.flush }), [threadId, chat, save, saver])
}
