import { createChat, defineTool, type Message } from '@antiphon/core'
import { scriptedTransport, sseText, type ScriptedAnswer } from '@antiphon/core/testing'
import { createMemoryStorage } from '../storage/memory-storage.js'
import { createThreadSessions, type ThreadSessions } from '../sessions/thread-sessions.js'
import { ThreadsProvider } from '../react/use-threads.js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { ThreadList } from './thread-list.js'

const meta: StoryMeta = { title: 'App/Thread list' }
export default meta

const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR = 3_600_000
const stored: [title: string, hoursAgo: number, pinned?: boolean, folder?: string][] = [
  ['Checkout latency', 1, true],
  ['Parse server-sent events', 2],
  ['A table of colours in OKLCH', 26],
  ['ميناء الصيد', 60],
]

/** Answers of the threads in the second story. None of them ends by itself. */
const answers: Record<string, ScriptedAnswer> = {
  t1: () => new ReadableStream<Uint8Array>(),
  t2: [
    sseText([
      {
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'deploy', arguments: '{}' } }] },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ]),
  ],
}
const deploy = defineTool({
  name: 'deploy',
  description: 'Deploys.',
  parameters: { type: 'object', properties: {} },
  approval: 'always',
  execute: () => 'done',
})

/** The same in folders, one of which is folded. */
const inFolders: typeof stored = [
  ...stored,
  ['Trains to Lisbon', 3, false, 'Trips'],
  ['Rome in three days', 5, false, 'Trips'],
  ['Release notes', 4, true, 'Work'],
  ['Standup', 30, false, 'Work'],
  ['Taxes 2025', 90, false, 'Household'],
]

function makeSessions(list: typeof stored, busy: boolean): ThreadSessions {
  const storage = createMemoryStorage()
  list.forEach(([title, hours, pinned, folder], index) => {
    const threadId = `t${index}`
    const at = NOW - hours * HOUR
    const message: Message & { id: string } = { id: `m${index}`, role: 'user', content: title }
    const node = { v: 1, threadId, id: message.id, parent: null, order: 1, message } as const
    void storage.write({ threadId, known: false, nodes: [node], title, folder, at, durability: 'relaxed' })
    if (pinned) void storage.update(threadId, { pinnedAt: at })
  })
  if (busy) void storage.update('t0', { unreadAt: NOW })
  return createThreadSessions({
    storage,
    now: () => NOW,
    createChat: (threadId) => {
      const transport = scriptedTransport([answers[threadId] ?? (() => Promise.reject(new Error('Lost.')))])
      return createChat({ threadId, transport, tools: [deploy] })
    },
  })
}

/** Asks in each of the others: one answer never comes, one waits for a person, one is lost. */
function begin(sessions: ThreadSessions): void {
  for (const id of ['t1', 't2', 't3']) {
    if (sessions.get(id)) continue
    const { chat, saver } = sessions.open(id)
    void saver.loaded.then(() => chat.send('Go on.'))
  }
}

function Page({ list = stored, busy = false }: { list?: typeof stored; busy?: boolean }) {
  const [threads] = useState(() => makeSessions(list, busy))
  const [folded, setFolded] = useState<readonly string[]>(['Household'])
  useEffect(() => {
    if (busy) begin(threads)
  }, [busy, threads])
  const [client] = useState(() => new QueryClient())
  const [current, setCurrent] = useState(busy ? '' : 't1')
  return (
    <QueryClientProvider client={client}>
      <ThreadsProvider threads={threads}>
        <div className="ap:h-96 ap:max-w-xs ap:border ap:border-line ap:bg-surface">
          <ThreadList
            now={NOW}
            currentId={current}
            onOpen={setCurrent}
            onNew={() => setCurrent('')}
            folded={folded}
            onFoldedChange={setFolded}
          />
        </div>
      </ThreadsProvider>
    </QueryClientProvider>
  )
}

export const Threads: Story = { render: () => <Page /> }

export const InFolders: Story = { name: 'In folders', render: () => <Page list={inFolders} /> }

export const UnreadAndBusy: Story = { name: 'Unread, running, awaiting, failed', render: () => <Page busy /> }
