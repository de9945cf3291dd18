// @module-tag hunt
import { createChat } from '@antiphon/core'
import { immediateScheduler, scriptedTransport } from '@antiphon/core/testing'
import { createIndexedDbStorage, createThreadSaver, listThreads, type NodeRecord } from '@antiphon/threads'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/** This test counts reads, which are the same on every machine; `pnpm bench threads` takes the times, with 1,000 threads. */
const THREADS = 100
const MESSAGES = 200
const name = 'load'
const storage = createIndexedDbStorage({ name })

/** Plain words, the same ones in every run. */
let state = 1
const random = (below: number): number => (state = (state * 48271) % 2147483647) % below
const word = (): string => `${syllables[random(40)]}${syllables[random(40)]}${syllables[random(10)]}`
const syllables = Array.from({ length: 40 }, (_, i) => 'bdfgklmnprst'[i % 12]! + 'aeiou'[i % 5]!)
const text = (): string => Array.from({ length: 30 }, word).join(' ')

/** Records that came out of the database since the last call. */
let read = 0
for (const kind of [IDBObjectStore, IDBIndex])
  for (const method of ['get', 'getAll', 'openCursor'] as const) {
    const original = kind.prototype[method] as (this: unknown, ...args: unknown[]) => IDBRequest
    vi.spyOn(kind.prototype, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
      const request = original.apply(this, args)
      request.addEventListener('success', () => {
        const { result } = request as IDBRequest<unknown>
        read += Array.isArray(result) ? result.length : Number(result != null)
      })
      return request as never
    })
  }

const recordsOf = async (work: () => Promise<unknown>): Promise<number> => {
  read = 0
  await work()
  return read
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

it('R38: the list reads one record a thread, and opening a thread reads that thread alone', async () => {
  expect(await recordsOf(() => listThreads(storage))).toBeLessThanOrEqual(THREADS)
  const chat = createChat({ transport: scriptedTransport([]), scheduler: immediateScheduler })
  const opened = await recordsOf(() => createThreadSaver(chat, storage, { threadId: 't7' }).loaded)
  expect(opened).toBeLessThanOrEqual(MESSAGES + 5)
  expect(chat.store.getMessages()).toHaveLength(MESSAGES)
})

it('two searches at the same moment find the same, all of it', async () => {
  const fresh = createIndexedDbStorage({ name })
  const [one, two] = await Promise.all([fresh.search('thre'), fresh.search('thre')])
  expect([one.length, two.length]).toEqual([THREADS, THREADS])
  fresh.close()
})

it('R38: a key typed into the search reads nothing more, from an index that was read once', async () => {
  await storage.search('x')
  const sought = word() + ' ' + word()
  const reads = await recordsOf(async () => {
    for (let end = 1; end <= sought.length; end++) await storage.search(sought.slice(0, end))
  })
  expect(reads).toBe(0)
})
