/** Threads as an app uses them: IndexedDB, `<ThreadList>` beside `<Chat>`. Each figure is what a person waits for, on screen. */
import { createChat } from '@antiphon/core'
import { createIndexedDbStorage, createThreadSessions, type NodeRecord } from '@antiphon/threads'
import { ChatProvider } from '@antiphon/react'
import { ThreadsProvider, useThread } from '@antiphon/threads/react'
import { Chat } from '@antiphon/ui'
import '../../../packages/ui/css/source.css'
import { ThreadList } from '@antiphon/threads/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createWords } from './words.js'

const storage = createIndexedDbStorage({ name: 'bench' })
const sessions = createThreadSessions({
  storage,
  createChat: (threadId) =>
    createChat({ threadId, transport: { send: () => Promise.reject(new Error('Nothing is asked here.')) } }),
})

const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())))

/** Looks with each frame whether it is there, and gives the ms until that was painted. */
async function until(isThere: () => boolean, start = performance.now()): Promise<number> {
  while (!isThere()) await painted()
  await painted()
  return performance.now() - start
}

function Thread({ id }: { id: string }) {
  const { chat, save } = useThread(id)
  return save.isLoaded ? (
    <ChatProvider chat={chat}>
      <Chat style={{ height: '100%' }} />
    </ChatProvider>
  ) : null
}

function App() {
  const [current, setCurrent] = useState('')
  return (
    <QueryClientProvider client={client}>
      <ThreadsProvider threads={sessions}>
        <div style={{ display: 'grid', gridTemplateColumns: '16rem 1fr', height: '100%' }}>
          <ThreadList currentId={current} onOpen={setCurrent} onNew={() => setCurrent('')} />
          {current && <Thread key={current} id={current} />}
        </div>
      </ThreadsProvider>
    </QueryClientProvider>
  )
}
const client = new QueryClient()
const rows = () => document.querySelectorAll('[data-slot="thread-item"]')
/** The figure in the line below the list, in digits only; undefined without such a line. */
const found = (): string | undefined =>
  [...document.querySelectorAll('nav [role="status"]')]
    .find((note) => note.textContent)
    ?.textContent.replace(/\D/g, '')

export const threads = {
  /** Fills the storage; every text is made of plain words, the same ones in every run. */
  async seed(count: number, messages: number) {
    const { words } = createWords(7)
    const write = (t: number) => {
      const threadId = `t${t}`
      const nodes = Array.from({ length: messages }, (_, i): NodeRecord => {
        const id = `${threadId}-${i}`
        const parent = i === 0 ? null : `${threadId}-${i - 1}`
        const role = i % 2 === 0 ? 'user' : 'assistant'
        return { v: 1, threadId, id, parent, order: i + 1, message: { id, role, content: words(30) } }
      })
      const title = `Thread ${t} ${words(2)}`
      return storage.write({ threadId, known: false, nodes, title, at: t, durability: 'relaxed' })
    }
    // Some on their way at once, so that the disk is never waited for alone.
    const AT_ONCE = 25
    for (let t = 0; t < count; t += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - t) }, (_, i) => write(t + i)))
  },
  /** From nothing to the last row of the list. */
  list(count: number): Promise<number> {
    const start = performance.now()
    createRoot(document.querySelector('#root')!).render(<App />)
    return until(() => rows().length === count, start)
  },
  /** From the press on a row to the last message of its thread. */
  open(at: number): Promise<number> {
    const start = performance.now()
    const link = rows()[at]!.querySelector('a')!
    const id = /\bThread (\d+)/.exec(link.textContent)![1]!
    link.click()
    return until(() => document.querySelector(`[data-slot="turn"][data-turn-id^="t${id}-"]`) !== null, start)
  },
  /** Types a text into the search, key by key, and returns for each key the time until the list has followed. */
  async search(text: string): Promise<number[]> {
    const box = document.querySelector<HTMLInputElement>('input[type="search"]')!
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    box.focus()
    // The index is read when the box takes the focus; a person needs longer than this until the first key.
    await storage.search('')
    const times: number[] = []
    for (let end = 1; end <= text.length; end++) {
      const expected = (await storage.search(text.slice(0, end))).length
      const start = performance.now()
      set.call(box, text.slice(0, end))
      box.dispatchEvent(new Event('input', { bubbles: true }))
      times.push(
        await until(
          () => found() === (expected === 0 ? '' : String(expected)) && rows().length === expected,
          start,
        ),
      )
    }
    return times
  },
}

Object.assign(window, { threads })
