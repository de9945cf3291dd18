'use client'

import type { ChatController } from '@antiphon/core'
import type { SaveState } from '../index.js'
import { useEffect, useMemo, useReducer, useSyncExternalStore, useCallback } from 'react'
import { useThreadSessions } from './use-threads.js'

/** One thread as `useThread` gives it. */
export interface UseThread {
  threadId: string
  /**
   * The chat of the thread, for `<ChatProvider chat={chat}>`. The same one as long as the component is mounted, however many other
   * threads are opened, and also while the thread is deleted and had back.
   */
  chat: ChatController
  /** How far it is stored; `isLoaded` is false until its messages are there. A deleted thread has the problem `removed`. */
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
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  // Asked in each render and never kept: one that nobody held may have been closed before the effect below.
  const session = sessions.open(threadId)
  useEffect(() => {
    const held = sessions.acquire(threadId)
    const leave = sessions.show(threadId)
    if (held.session !== session) renderAgain()
    return () => {
      leave()
      held.release()
    }
  }, [sessions, threadId, session])
  const { chat, saver } = session
  const save = useSyncExternalStore(saver.subscribe, saver.getState, saver.getState)
  return useMemo(() => ({ threadId, chat, save, saveNow: saver.flush }), [threadId, chat, save, saver])
}

/** `running`: an answer is on its way, here or in another tab. `awaiting`: a call waits for a person. `error`: the last answer failed. */
export type ThreadActivity = 'running' | 'awaiting' | 'error'

/** What goes on in a thread that is open in this tab, shown or not; undefined for one at rest. */
export function useThreadActivity(threadId: string): ThreadActivity | undefined {
  const sessions = useThreadSessions()
  const subscribe = useCallback(
    (listener: () => void) => {
      let chat: ChatController | undefined
      let unsubscribe = (): void => {}
      const follow = (): void => {
        const next = sessions.get(threadId)?.chat
        if (next === chat) return
        unsubscribe()
        chat = next
        unsubscribe = next?.subscribe(listener) ?? (() => {})
        listener()
      }
      follow()
      const stop = sessions.subscribe(follow)
      return () => {
        stop()
        unsubscribe()
      }
    },
    [sessions, threadId],
  )
  const read = useCallback(() => activityOf(sessions.get(threadId)?.chat), [sessions, threadId])
  return useSyncExternalStore(subscribe, read, read)
}

function activityOf(chat: ChatController | undefined): ThreadActivity | undefined {
  const { status, approvals = [] } = chat?.getState() ?? {}
  if (approvals.length > 0) return 'awaiting'
  if (status === 'submitted' || status === 'streaming') return 'running'
  return status === 'error' ? 'error' : undefined
}
