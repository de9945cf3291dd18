import { createChat, type ChatConfig } from '@antiphon/core'
import {
  createIndexedDbStorage,
  createThreadSessions,
  withMemoryFallback,
  type ThreadSessions,
} from '@antiphon/core/threads'
import { useEffect, useState } from 'react'
import { appFetch } from '../endpoint/scripted.js'

/** All threads of the app, with settings that follow those of the form. A thread that runs goes on with what it has. */
export function useDemoThreads(config: ChatConfig): ThreadSessions {
  const [{ threads, current }] = useState(() => {
    const current = { config }
    const threads = createThreadSessions({
      storage: withMemoryFallback(createIndexedDbStorage({ name: 'antiphon-demo' })),
      createChat: (threadId) => createChat({ ...current.config, fetch: appFetch, threadId }),
    })
    return { threads, current }
  })
  const { endpoint, model, parameters, tools } = config
  useEffect(() => {
    current.config = { endpoint, model, parameters, tools }
    threads.configure(current.config)
  }, [current, threads, endpoint, model, parameters, tools])
  return threads
}
