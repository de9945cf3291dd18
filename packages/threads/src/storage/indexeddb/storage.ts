import { setBrowserTimer } from '../../saver/page-events.js'
import { applyChange, applyWrite, changeType, purgedRecord } from '../apply-write.js'
import { StorageError, toStorageProblem } from '../problem.js'
import { createThreadEvents, type OpenTabChannel } from '../tab-channel.js'
import type { ThreadRecord, ThreadStorage, WriteAnswer } from '../types.js'
import { wordsOfNodes } from '../word-index.js'
import { browserFactory, changeStores, createDatabase, nodeRange, settled } from './database.js'
import { createSearch, isWordRecord, wordsOfStored, type WordRecord } from './search-words.js'

/** The name of the database, and the channel to other tabs. */
export interface IndexedDbStorageOptions {
  /** Name of the database and of the channel between tabs. Default `antiphon-threads`. */
  name?: string
  /** Default: the browser's. */
  indexedDB?: IDBFactory
  /** Default: `BroadcastChannel`, where there is one. */
  channel?: OpenTabChannel
  setTimer?: (callback: () => void, ms: number) => () => void
  /** Epoch ms. */
  now?: () => number
}

type StoreName = 'threads' | 'nodes' | 'words'
const ALL: StoreName[] = ['threads', 'nodes', 'words']
const VERSION = 10
const STORES: Record<StoreName, string | string[]> = { threads: 'id', nodes: ['threadId', 'id'], words: 'id' }

/**
 * Threads in IndexedDB. Each method is one transaction, awaits nothing else inside it, and resolves when the transaction is
 * complete. Without IndexedDB every method rejects with a `StorageError`.
 */
export function createIndexedDbStorage(options: IndexedDbStorageOptions = {}): ThreadStorage {
  const { name = 'antiphon-threads', channel, setTimer = setBrowserTimer, now = Date.now } = options
  const database = createDatabase({
    name,
    factory: options.indexedDB ?? browserFactory(),
    setTimer,
    version: VERSION,
    stores: STORES,
  })
  const events = createThreadEvents(name, channel)

  const change = async (
    stores: StoreName[],
    durability: 'strict' | 'relaxed',
    work: (store: (name: StoreName) => IDBObjectStore) => Promise<void>,
  ): Promise<void> => {
    try {
      await changeStores(
        await database.get(),
        stores,
        (transaction) => work((store) => transaction.objectStore(store)),
        { durability },
      )
    } catch (error) {
      throw new StorageError(toStorageProblem(error))
    }
  }
  const read = async <T>(
    stores: StoreName[],
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work((await database.get()).transaction(stores, 'readonly'))
    } catch (error) {
      throw new StorageError(toStorageProblem(error))
    }
  }
  const search = createSearch((work) => read(ALL, work), events.subscribe)

  return {
    place: 'browser',
    list: () => read(['threads'], (transaction) => settled(transaction.objectStore('threads').getAll())),
    read: (threadId, ids) =>
      read(['threads', 'nodes'], async (transaction) => {
        const store = transaction.objectStore('nodes')
        const wanted = ids
          ? ids.map((id) => settled<unknown>(store.get([threadId, id])))
          : [settled<unknown[]>(store.getAll(nodeRange(threadId)))]
        const [thread, ...found] = await Promise.all([
          settled<unknown>(transaction.objectStore('threads').get(threadId)),
          ...wanted,
        ])
        const nodes = found.flat().filter((node) => node !== undefined)
        return thread === undefined && nodes.length === 0 ? undefined : { thread, nodes }
      }),
    async write(write) {
      const { threadId, nodes } = write
      const words = wordsOfNodes(nodes)
      let answer: WriteAnswer = 'written'
      await change(ALL, write.durability, async (store) => {
        if (write.leaving) {
          for (const node of nodes) store('nodes').put(node)
          // A record without words is made again from the messages.
          store('words').put({ id: threadId })
          store('words').transaction.commit()
          return
        }
        const next = applyWrite(await settled<unknown>(store('threads').get(threadId)), write)
        if ('answer' in next) {
          answer = next.answer
          return
        }
        if (next.record) store('threads').put(next.record)
        for (const node of nodes) store('nodes').put(node)
        if (words.length === 0) return
        const record = await settled<unknown>(store('words').get(threadId))
        // A broken record is made again from all messages, including those of this write.
        const isBroken = record !== undefined && !isWordRecord(record)
        const before = isBroken
          ? wordsOfStored(await settled<unknown[]>(store('nodes').getAll(nodeRange(threadId))), threadId)
          : (record?.words.split(' ') ?? [])
        const all = new Set([...before, ...words])
        if (isBroken || all.size > before.length)
          store('words').put({ id: threadId, words: [...all].join(' ') } satisfies WordRecord)
      })
      if (answer !== 'written') return answer
      search.add(threadId, words)
      events.tell({ threadId, type: 'nodes', ids: nodes.map(({ id }) => id) })
      return answer
    },
    async update(threadId, update) {
      let next: ThreadRecord | undefined
      await change(['threads'], 'strict', async (store) => {
        next = applyChange(await settled<unknown>(store('threads').get(threadId)), update)
        if (next) store('threads').put(next)
      })
      if (next) events.tell({ threadId, type: changeType(update) })
    },
    async purge(threadId) {
      await change(ALL, 'strict', async (store) => {
        store('threads').put(purgedRecord(threadId, now()))
        store('nodes').delete(nodeRange(threadId))
        store('words').delete(threadId)
      })
      events.tell({ threadId, type: 'purged' })
    },
    search: search.find,
    subscribe: events.subscribe,
    close() {
      events.close()
      database.close()
    },
  }
}
