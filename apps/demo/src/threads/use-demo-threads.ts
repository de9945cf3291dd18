import { createChat, type AnswerEnd, type ChatConfig, type ChatController } from '@antiphon/core'
import {
  createIndexedDbStorage,
  createThreadSessions,
  withMemoryFallback,
  type ThreadSessions,
} from '@antiphon/threads'
import { useEffect, useState } from 'react'
import { registerWorker } from '../offline/register-worker.js'
import { forgetBegun } from '../chat/thread-trays.js'
import { appFetch, causeOfSilence } from '../settings/endpoints.js'
import { originOf } from '../settings/settings.js'
import { browserStorageName } from './keeping.js'

/** All threads of the app, with settings that follow those of the form. A request that runs keeps those it began with. */
export function useDemoThreads(config: ChatConfig): ThreadSessions {
  const [{ threads, configure }] = useState(() => createThreads(config))
  useEffect(() => configure(config), [config, configure])
  return threads
}

/** Writes why the server gave no answer into the error, as it was then. A browser does not tell a page. */
async function noteCause({ getConfig, store }: ChatController, { id, error }: AnswerEnd['message']) {
  const { baseUrl = '' } = getConfig().endpoint ?? {}
  // On the host of this page nothing has to be allowed, and the page itself came from there.
  const isElsewhere = error?.host !== location.host && originOf(baseUrl) !== undefined
  if (error?.kind !== 'network_or_cors' || error.code === 'offline' || !isElsewhere) return
  const cause = await causeOfSilence(baseUrl)
  const message = store.getMessage(id)
  if (message?.role === 'assistant' && message.error)
    store.write(id, { ...message, error: { ...message.error, cause } })
}

function createThreads(config: ChatConfig) {
  let current = config
  const threads = createThreadSessions({
    storage: withMemoryFallback(createIndexedDbStorage({ name: browserStorageName })),
    createChat: (threadId) => {
      const onFinish = ({ message }: AnswerEnd): void => {
        registerWorker()
        void noteCause(chat, message)
      }
      const chat: ChatController = createChat({ ...current, fetch: appFetch, threadId, onFinish })
      return chat
    },
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
