import { field } from '@antiphon/base'
import { checkNode, checkThread } from '../read-threads.js'
import type { ThreadEvent } from '../types.js'
import { createWordIndex, searchWords, wordsOf, wordsOfNodes, type WordIndex } from '../word-index.js'
import { nodeRange, settled } from './database.js'

/** All words of a thread, with a space between: a thousand such records are read in a few milliseconds. */
export interface WordRecord {
  id: string
  words: string
}

/** True for a record of words. A broken record does no harm, because the words can be read again from the messages. */
export function isWordRecord(record: unknown): record is WordRecord {
  return typeof field(record, 'id') === 'string' && typeof field(record, 'words') === 'string'
}

/** The words of a thread by its messages, as they lie in the storage. */
export function wordsOfStored(nodes: readonly unknown[], threadId: string): string[] {
  const checked = nodes.map((node) => checkNode(node, threadId))
  return wordsOfNodes(checked.flatMap((node) => ('ok' in node ? node.ok : [])))
}

type Read = <T>(work: (transaction: IDBTransaction) => Promise<T>) => Promise<T>

/**
 * Reads the words of all threads at the first search, and keeps them up to date. Typing in the search then reads nothing
 * from the disk until a thread changes.
 */
export function createSearch(read: Read, subscribe: (listener: (event: ThreadEvent) => void) => () => void) {
  let loading: Promise<WordIndex> | undefined
  let titles: Promise<WordIndex> | undefined
  const titled = new Set<string>()
  /** Threads whose words another tab wrote, or that are gone. */
  const stale = new Set<string>()
  subscribe(({ threadId, type, here }) => {
    if (type !== 'nodes' || !titled.has(threadId)) titles = undefined
    if (type === 'purged' || !here) stale.add(threadId)
  })

  /** The words of a thread by its record; by its messages where that is broken. Undefined: it has none. */
  const textOf = async (transaction: IDBTransaction, threadId: string, record: unknown) => {
    if (record === undefined || isWordRecord(record)) return record?.words
    const store = transaction.objectStore('nodes')
    const nodes = await settled<unknown[]>(store.getAll(nodeRange(threadId)))
    return wordsOfStored(nodes, threadId).join(' ')
  }

  const loadTexts = async (): Promise<WordIndex> => {
    stale.clear()
    const texts = createWordIndex()
    await read(async (transaction) => {
      const store = transaction.objectStore('words')
      for (const record of await settled<{ id: unknown }[]>(store.getAll())) {
        const { id } = record
        // A key of another kind belongs to no thread.
        if (typeof id === 'string') texts.set(id, (await textOf(transaction, id, record)) ?? '')
      }
    })
    return texts
  }

  const readStale = async (texts: WordIndex): Promise<void> => {
    const ids = [...stale]
    if (ids.length === 0) return
    stale.clear()
    try {
      await read(async (transaction) => {
        const store = transaction.objectStore('words')
        for (const id of ids) {
          const text = await textOf(transaction, id, await settled<unknown>(store.get(id)))
          if (text === undefined) texts.delete(id)
          else texts.set(id, text)
        }
      })
    } catch (error) {
      for (const id of ids) stale.add(id)
      throw error
    }
  }

  /** Runs changes of the words one after the other. A search waits for changes that began before it. */
  let changing: Promise<unknown> = Promise.resolve()
  const refreshTexts = async (texts: WordIndex): Promise<WordIndex> => {
    const refreshed = changing.then(() => readStale(texts))
    changing = refreshed.catch(() => {})
    await refreshed
    return texts
  }

  /** Titles are few and short, so a changed title rebuilds their index. */
  const loadTitles = async (): Promise<WordIndex> => {
    const index = createWordIndex()
    titled.clear()
    const threads = await read((transaction) =>
      settled<unknown[]>(transaction.objectStore('threads').getAll()),
    )
    for (const thread of threads) {
      const checked = checkThread(thread)
      if (!('ok' in checked)) continue
      titled.add(checked.ok.id)
      index.add(checked.ok.id, wordsOf(checked.ok.title))
    }
    return index
  }

  return {
    add(threadId: string, words: readonly string[]): void {
      const before = changing
      changing =
        loading?.then(
          // After a read that began before these were stored, since it would remove them.
          (texts) => before.then(() => texts.add(threadId, words)),
          () => {},
        ) ?? before
    },
    async find(query: string): Promise<string[]> {
      loading ??= loadTexts()
      try {
        const texts = await refreshTexts(await loading)
        // Keeps the promise instead of the index, so that a search at the same time does not use a half-filled index.
        titles ??= loadTitles()
        return searchWords([await titles, texts], query)
      } catch (error) {
        loading = undefined
        titles = undefined
        throw error
      }
    },
  }
}
