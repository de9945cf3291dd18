import { createChat, type ChatConfig } from '@antiphon/core'
import {
  createIndexedDbStorage,
  createThreadSessions,
  withMemoryFallback,
  type ThreadSessions,
} from '@antiphon/threads'
import { useEffect, useState } from 'react'
import { forgetBegun } from '../chat/thread-trays.js'
import { appFetch } from '../settings/endpoints.js'

/** `kept`: until the person deletes it. `evictable`: the browser may take it away. Undefined: nothing stored, or not known. */
export type Persistence = 'kept' | 'evictable'

/** Asks the browser, once there is something to keep, not to take it away. It decides by itself or asks the person. */
export function usePersistence(hasThreads: boolean): Persistence | undefined {
  const [persistence, setPersistence] = useState<Persistence>()
  useEffect(() => {
    if (!hasThreads) return
    askOnce().then(
      (kept) => setPersistence(kept ? 'kept' : 'evictable'),
      () => {},
    )
  }, [hasThreads])
  return persistence
}

let asked: Promise<boolean> | undefined

function askOnce(): Promise<boolean> {
  const { storage } = navigator as { storage?: StorageManager }
  if (!storage?.persist) return Promise.resolve(false)
  return (asked ??= storage.persisted().then((is) => is || storage.persist()))
}

/** All threads of the app, with settings that follow those of the form. A request that runs keeps those it began with. */
export function useDemoThreads({ endpoint, model, parameters, tools }: ChatConfig): ThreadSessions {
  const [{ threads, configure }] = useState(() => createThreads({ endpoint, model, parameters, tools }))
  useEffect(
    () => configure({ endpoint, model, parameters, tools }),
    [configure, endpoint, model, parameters, tools],
  )
  return threads
}

function createThreads(config: ChatConfig) {
  let current = config
  const threads = createThreadSessions({
    storage: withMemoryFallback(createIndexedDbStorage({ name: 'antiphon-demo' })),
    createChat: (threadId) => createChat({ ...current, fetch: appFetch, threadId }),
  })
  threads.storage.subscribe(({ threadId, type }) => {
    if (type === 'purged') forgetBegun(threadId)
  })
  return {
    threads,
    configure(next: ChatConfig) {
      current = next
      threads.configure(next)
    },
  }
}
