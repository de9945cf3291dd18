'use client'
import type { ThreadSessions } from '@antiphon/core/threads'
import { createContext, use, type ReactNode } from 'react'

const ThreadsContext = createContext<ThreadSessions | undefined>(undefined)

export interface ThreadsProviderProps {
  /**
   * Made once per app with `createThreadSessions`. It belongs to the app, not to the tree: answers go on arriving and
   * being stored while nothing of it is mounted. `close()` ends that.
   */
  threads: ThreadSessions
  children?: ReactNode
}

/** Gives the threads of an app to the hooks below it. Needs a `QueryClientProvider` above. */
export function ThreadsProvider({ threads, children }: ThreadsProviderProps) {
  return <ThreadsContext value={threads}>{children}</ThreadsContext>
}

/** The threads of the nearest provider. Throws a clear error when there is none above. */
export function useThreadSessions(): ThreadSessions {
  const threads = use(ThreadsContext)
  if (!threads) {
    throw new Error(
      'This hook needs a <ThreadsProvider threads={threads}> above it. Make the threads with createThreadSessions(options).',
    )
  }
  return threads
}
