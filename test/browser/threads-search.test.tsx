import { createIndexedDbStorage, type ThreadStorage } from '@antiphon/threads'
import { afterEach, expect, it } from 'vitest'

const open = new Set<ThreadStorage>()
const names = new Set<string>()
const connect = (name: string): ThreadStorage => {
  names.add(name)
  const storage = createIndexedDbStorage({ name })
  open.add(storage)
  return storage
}
afterEach(async () => {
  for (const storage of open) storage.close()
  open.clear()
  for (const name of names) {
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  }
  names.clear()
})

/** Stores one question. */
const write = (storage: ThreadStorage, threadId: string, id: string, content: string) =>
  storage.write({
    threadId,
    known: false,
    nodes: [{ v: 1, threadId, id, parent: null, order: 1, message: { id, role: 'user', content } }],
    title: 'Untitled',
    at: 1,
    durability: 'strict',
  })

/** Puts anything into the database, past all checks, and reads what is there. */
async function inDatabase(name: string, store: string, ...records: unknown[]): Promise<unknown[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })
  const transaction = database.transaction(store, 'readwrite')
  for (const record of records) transaction.objectStore(store).put(record)
  const all = transaction.objectStore(store).getAll()
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  database.close()
  return all.result
}

/** Resolves when a storage has got the event of the next write of another one. */
const heard = (storage: ThreadStorage): Promise<void> =>
  new Promise((resolve) => {
    const leave = storage.subscribe(({ here }) => {
      if (here) return
      leave()
      resolve()
    })
  })

it('two searches at once, after another tab wrote, both find what it wrote', async () => {
  const [one, two] = [connect('stale'), connect('stale')]
  await write(one, 'a', 'm', 'apples')
  await write(one, 'b', 'n', 'pears')
  expect(await one.search('apples')).toEqual(['a'])
  const told = heard(one)
  await write(two, 'b', 'o', 'apples and plums')
  await told
  const both = await Promise.all([one.search('apples'), one.search('apples')])
  expect(both.map((ids) => ids.toSorted())).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

it.each([
  ['words that are no text', { id: 'a', words: 5 }],
  ['no words', { id: 'a' }],
  ['a list', { id: 'a', words: ['apples'] }],
])(
  'a thread whose search record is broken (%s) can be written to, and is found by all its words',
  async (_, bad) => {
    const name = 'broken'
    const first = connect(name)
    await write(first, 'a', 'm', 'apples')
    await write(first, 'b', 'n', 'apples too')
    await inDatabase(name, 'words', bad)
    // Found at once, by another page that knows nothing of it.
    expect((await connect(name).search('apples')).toSorted()).toEqual(['a', 'b'])
    expect(await write(first, 'a', 'o', 'pears')).toBe('written')
    expect(await connect(name).search('apples pears')).toEqual(['a'])
    expect(await inDatabase(name, 'words')).toContainEqual({ id: 'a', words: 'apples pears' })
  },
)

it('a broken search record that another tab left, or one of nobody, breaks no search', async () => {
  const name = 'foreign'
  const [one, two] = [connect(name), connect(name)]
  await write(one, 'a', 'm', 'apples')
  expect(await one.search('apples')).toEqual(['a'])
  await inDatabase(name, 'words', { id: 'a', words: null }, { id: 7, words: 'apples' }, { id: 'ghost' })
  const told = heard(one)
  await two.update('a', { title: 'pears' })
  await told
  expect(await one.search('apples pears')).toEqual(['a'])
  expect(await connect(name).search('apples')).toEqual(['a'])
})

it('words that a page wrote as it ended are found with those before, here and by the next page', async () => {
  const storage = connect('leaving')
  await write(storage, 'a', 'm', 'apples')
  expect(await storage.search('apples')).toEqual(['a'])
  const message = { id: 'n', role: 'user' as const, content: 'pears' }
  const node = { v: 1 as const, threadId: 'a', id: 'n', parent: 'm', order: 2, message }
  await storage.write({
    threadId: 'a',
    known: true,
    nodes: [node],
    at: 2,
    durability: 'relaxed',
    leaving: true,
  })
  for (const page of [storage, connect('leaving')]) expect(await page.search('apples pears')).toEqual(['a'])
})
