import type { Unsubscribe } from '../../store/listeners.js'
import { checkThread } from '../thread-schemas.js'
import type { ThreadEvent } from '../thread-types.js'
import { createWordIndex, searchWords, wordsOf, type WordIndex } from '../word-index.js'
import { settled } from './requests.js'

/** All words of a thread, with a space between: a thousand such records are read in a few milliseconds. */
export interface WordRecord {
  id: string
  words: string
}

type Read = <T>(work: (transaction: IDBTransaction) => Promise<T>) => Promise<T>

/**
 * Reads the words of all threads once, at the first search, and keeps them in step from then on: a key typed into the
 * search reads nothing from the disk while nothing changes.
 */
export function createSearch(read: Read, subscribe: (listener: (event: ThreadEvent) => void) => Unsubscribe) {
  let loading: Promise<WordIndex> | undefined
  let titles: Promise<WordIndex> | undefined
  const titled = new Set<string>()
  /** Threads whose words another tab wrote, or that are gone. */
  const stale = new Set<string>()
  subscribe(({ threadId, type, here }) => {
    if (type !== 'nodes' || !titled.has(threadId)) titles = undefined
    if (type === 'purged' || !here) stale.add(threadId)
  })

  const loadTexts = async (): Promise<WordIndex> => {
    stale.clear()
    const texts = createWordIndex()
    const records = await read((transaction) =>
      settled<WordRecord[]>(transaction.objectStore('words').getAll()),
    )
    for (const { id, words } of records) texts.set(id, words)
    return texts
  }

  const refreshTexts = async (texts: WordIndex): Promise<WordIndex> => {
    const ids = [...stale]
    if (ids.length === 0) return texts
    stale.clear()
    const records = await read((transaction) => {
      const store = transaction.objectStore('words')
      return Promise.all(ids.map((id) => settled<WordRecord | undefined>(store.get(id))))
    })
    for (const [i, record] of records.entries()) {
      if (record) texts.set(record.id, record.words)
      else texts.delete(ids[i]!)
    }
    return texts
  }

  /** Titles are few and short, and change: they are indexed anew when one did. */
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
      loading?.then(
        (texts) => texts.add(threadId, words),
        () => {},
      )
    },
    async find(query: string): Promise<string[]> {
      loading ??= loadTexts()
      try {
        const texts = await refreshTexts(await loading)
        // The promise, not the index: who searches at the same moment must not find one that is half filled.
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
