import { createChat, type ChatConfig } from '@antiphon/core'
import {
  createIndexedDbStorage,
  createThreadSessions,
  withMemoryFallback,
  type ThreadSessions,
} from '@antiphon/core/threads'
import { useEffect, useState } from 'react'
import { forgetBegun } from '../chat/thread-trays.js'
import { appFetch } from '../endpoint/scripted.js'

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
