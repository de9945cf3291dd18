import { ChatProvider } from '@antiphon/react'
import { createHttpStorage, createServerChat } from '@antiphon/server-client'
import { createThreadSessions } from '@antiphon/threads'
import { ThreadsProvider, useThread, useThreadSessions } from '@antiphon/threads/react'
import { Chat } from '@antiphon/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import '@antiphon/ui/styles.css'

const queries = new QueryClient()
const threads = createThreadSessions({
  storage: createHttpStorage({ baseUrl: '/api' }),
  createChat: (threadId) => createServerChat({ baseUrl: '/api', threadId }),
})

/** The conversation that the address names: its answers go on over a reload. */
export function Conversation() {
  return (
    <QueryClientProvider client={queries}>
      <ThreadsProvider threads={threads}>
        <Thread />
      </ThreadsProvider>
    </QueryClientProvider>
  )
}

function Thread() {
  const sessions = useThreadSessions()
  const [threadId] = useState(() => location.hash.slice(1) || sessions.newId())
  useEffect(() => history.replaceState(null, '', `#${threadId}`), [threadId])
  const { chat } = useThread(threadId)
  return (
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>
  )
}
