'use client'
import type { Chat } from '@antiphon/core'
import { useCallback, useSyncExternalStore } from 'react'
import { useThreadSessions } from './threads-context.js'

/** `running`: an answer is on its way, here or in another tab. `awaiting`: a call waits for a person. `error`: the last answer failed. */
export type ThreadActivity = 'running' | 'awaiting' | 'error'

/** What goes on in a thread that is open in this tab, shown or not; undefined for one at rest. */
export function useThreadActivity(threadId: string): ThreadActivity | undefined {
  const sessions = useThreadSessions()
  const subscribe = useCallback(
    (listener: () => void) => {
      let chat: Chat | undefined
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

function activityOf(chat: Chat | undefined): ThreadActivity | undefined {
  const { status, approvals = [] } = chat?.getState() ?? {}
  if (approvals.length > 0) return 'awaiting'
  if (status === 'submitted' || status === 'streaming') return 'running'
  return status === 'error' ? 'error' : undefined
}
