import { createChat } from '@antiphon/core'
import { createMemoryStorage, createThreadSessions } from '@antiphon/threads'
import { ThreadsProvider } from '@antiphon/threads/react'
import { ThreadList } from '@antiphon/threads/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'

const queries = new QueryClient()
const storage = createMemoryStorage()
for (const [index, title] of ['Checkout latency', 'A table of colours'].entries()) {
  const threadId = `t${index}`
  const message = { id: `m${index}`, role: 'user' as const, content: title }
  const node = { v: 1, threadId, id: message.id, parent: null, order: 1, message } as const
  void storage.write({ threadId, known: false, nodes: [node], title, at: Date.now(), durability: 'relaxed' })
}
const threads = createThreadSessions({
  storage,
  createChat: (threadId) => createChat({ threadId, endpoint: '/api/v1', model: 'gpt-4o' }),
})

export function Example() {
  const [current, setCurrent] = useState('t0')
  return (
    <QueryClientProvider client={queries}>
      <ThreadsProvider threads={threads}>
        <div style={{ maxWidth: 280, height: 360 }}>
          <ThreadList currentId={current} onOpen={setCurrent} onNew={() => setCurrent('')} />
        </div>
      </ThreadsProvider>
    </QueryClientProvider>
  )
}
