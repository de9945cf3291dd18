import { createChat, type Message } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { createMemoryStorage, createThreadSessions, type ThreadSessions } from '@antiphon/core/threads'
import { ThreadsProvider } from '@antiphon/react/threads'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { Story, StoryMeta } from '../fixtures/story.js'
import { ThreadList } from './thread-list.js'

const meta: StoryMeta = { title: 'App/Thread list' }
export default meta

const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR = 3_600_000
const stored: [title: string, hoursAgo: number, pinned?: boolean][] = [
  ['Checkout latency', 1, true],
  ['Parse server-sent events', 2],
  ['A table of colours in OKLCH', 26],
  ['ميناء الصيد', 60],
]

function makeSessions(): ThreadSessions {
  const storage = createMemoryStorage()
  stored.forEach(([title, hours, pinned], index) => {
    const threadId = `t${index}`
    const at = NOW - hours * HOUR
    const message: Message & { id: string } = { id: `m${index}`, role: 'user', content: title }
    const node = { v: 1, threadId, id: message.id, parent: null, order: 1, message } as const
    void storage.write({ threadId, known: false, nodes: [node], title, at, durability: 'relaxed' })
    if (pinned) void storage.update(threadId, { pinnedAt: at })
  })
  return createThreadSessions({
    storage,
    createChat: (threadId) => createChat({ threadId, transport: scriptedTransport([]) }),
  })
}

function Page() {
  const [threads] = useState(makeSessions)
  const [client] = useState(() => new QueryClient())
  const [current, setCurrent] = useState('t1')
  return (
    <QueryClientProvider client={client}>
      <ThreadsProvider threads={threads}>
        <div className="ap:h-96 ap:max-w-xs ap:border ap:border-line ap:bg-surface">
          <ThreadList now={NOW} currentId={current} onOpen={setCurrent} onNew={() => setCurrent('')} />
        </div>
      </ThreadsProvider>
    </QueryClientProvider>
  )
}

export const Threads: Story = { render: () => <Page /> }
