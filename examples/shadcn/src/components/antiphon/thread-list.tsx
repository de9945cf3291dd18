'use client'

/** A list of stored conversations beside the open one. They are kept in the browser. */
import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { createIndexedDbStorage, createThreadSessions, withMemoryFallback } from '@antiphon/threads'
import { ThreadsProvider, useThread, useThreadSessions } from '@antiphon/threads/react'
import { ThreadList } from '@antiphon/threads/ui'
import { Chat } from '@antiphon/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MessageBox } from './composer'
import { endpoint, model, tools } from './endpoint'
import { slots } from './transcript'

const queries = new QueryClient()
const threads = createThreadSessions({
  storage: withMemoryFallback(createIndexedDbStorage({ name: 'conversations' })),
  createChat: (threadId) => createChat({ threadId, endpoint, model, tools }),
})

function Conversation({ threadId }: { threadId: string }) {
  const { chat, save } = useThread(threadId)
  return (
    <ChatProvider chat={chat}>
      <section className="flex min-h-0 flex-col">
        {save.problem && <p role="alert">{save.problem.message}</p>}
        <Chat className="min-h-0 flex-1" slots={{ Composer: MessageBox }} transcript={{ slots }} />
      </section>
    </ChatProvider>
  )
}

function Conversations() {
  const sessions = useThreadSessions()
  const [threadId, open] = useState(() => sessions.newId())
  const openNew = () => open(sessions.newId())
  return (
    <div className="grid h-full grid-cols-[18rem_minmax(0,1fr)]">
      <ThreadList currentId={threadId} onOpen={open} onNew={openNew} onCurrentRemoved={openNew} />
      <Conversation key={threadId} threadId={threadId} />
    </div>
  )
}

export const AppThreads = () => (
  <QueryClientProvider client={queries}>
    <ThreadsProvider threads={threads}>
      <Conversations />
    </ThreadsProvider>
  </QueryClientProvider>
)
