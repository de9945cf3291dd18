'use client'

import type { ChatController } from '@antiphon/core'
import type { SaveState } from '../index.js'
import { useEffect, useMemo, useReducer, useSyncExternalStore, useCallback } from 'react'
import { useThreadSessions } from './use-threads.js'

/** One thread as `useThread` gives it. */
export interface UseThread {
  threadId: string
  /**
   * The chat of the thread, for `<ChatProvider chat={chat}>`. It stays the same while the component is mounted, even when
   * many other threads open, or when the thread is deleted and restored.
   */
  chat: ChatController
  /** The state of storing. `isLoaded` is false until the messages are there. A deleted thread has the problem `removed`. */
  save: SaveState
  /** Tries again to store it. */
  saveNow(): Promise<void>
}

/**
 * Opens a thread: loads its messages and stores every change. An answer continues while another thread is shown, or none.
 * While the component is mounted the thread counts as read.
 */
export function useThread(threadId: string): UseThread {
  const sessions = useThreadSessions()
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  // Looked up in each render and not kept: a session that nobody held may have been closed before the effect below.
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

/** The activity of a thread that is open in this tab, shown or not; undefined for a thread at rest. */
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
  const { status, approvals = [], questions = [] } = chat?.getState() ?? {}
  if (approvals.length + questions.length > 0) return 'awaiting'
  if (status === 'submitted' || status === 'streaming') return 'running'
  return status === 'error' ? 'error' : undefined
}
