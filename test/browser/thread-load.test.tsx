import { createChat, immediateScheduler } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import {
  createIndexedDbStorage,
  createThreadSaver,
  listThreads,
  type NodeRecord,
} from '@antiphon/core/threads'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** 1,000 threads of 200 messages with `VITE_ANTIPHON_LOAD=1000`; fewer in a normal run, by the same limits. */
const THREADS = Number(import.meta.env['VITE_ANTIPHON_LOAD'] ?? 100)
const MESSAGES = 200
const name = 'load'
const storage = createIndexedDbStorage({ name })

/** Plain words, the same ones in every run. */
let state = 1
const random = (below: number): number => (state = (state * 48271) % 2147483647) % below
const word = (): string => `${syllables[random(40)]}${syllables[random(40)]}${syllables[random(10)]}`
const syllables = Array.from({ length: 40 }, (_, i) => 'bdfgklmnprst'[i % 12]! + 'aeiou'[i % 5]!)
const text = (): string => Array.from({ length: 30 }, word).join(' ')

const time = async (what: string, work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  console.log(`${THREADS} threads of ${MESSAGES} messages: ${what} ${ms.toFixed(0)} ms`)
  return ms
}

beforeAll(async () => {
  for (let t = 0; t < THREADS; t++) {
    const threadId = `t${t}`
    const nodes = Array.from({ length: MESSAGES }, (_, i): NodeRecord => {
      const id = `${threadId}-${i}`
      const role = i % 2 === 0 ? 'user' : 'assistant'
      const parent = i === 0 ? null : `${threadId}-${i - 1}`
      return { v: 1, threadId, id, parent, order: i + 1, message: { id, role, content: text() } }
    })
    await storage.write({
      threadId,
      known: false,
      nodes,
      title: `Thread ${t} ${word()}`,
      at: t,
      durability: 'relaxed',
    })
  }
}, 600_000)
afterAll(async () => {
  storage.close()
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
})

it('R38: many long threads: the list is there in 500 ms, a thread in 300 ms', async () => {
  expect(await time('list', () => listThreads(storage))).toBeLessThan(500)
  const chat = createChat({ transport: scriptedTransport([]), scheduler: immediateScheduler })
  const opened = await time('open one', () => createThreadSaver(chat, storage, { threadId: 't7' }).loaded)
  expect(opened).toBeLessThan(300)
  expect(chat.store.getMessages()).toHaveLength(MESSAGES)
})

it('R38: a key typed into the search is answered in 100 ms, from an index that was read once', async () => {
  await time('first search, which reads the index', () => storage.search('x'))
  const sought = word() + ' ' + word()
  for (let end = 1; end <= sought.length; end++) {
    const start = performance.now()
    await storage.search(sought.slice(0, end))
    expect(performance.now() - start).toBeLessThan(100)
  }
  await time(`search "${sought.slice(0, 1)}"`, () => storage.search(sought.slice(0, 1)))
  await time(`search "${sought}"`, () => storage.search(sought))
})
