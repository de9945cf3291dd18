import { applyChange, applyWrite, changeType, purgedRecord } from './apply-write.js'
import { checkNode, checkThread } from './read-threads.js'
import { createThreadEvents, type OpenTabChannel } from './tab-channel.js'
import type { ThreadStorage } from './types.js'
import { createWordIndex, searchWords, wordsOf, wordsOfNodes } from './word-index.js'

/** The data of a memory storage. Several storages over the same data act like several tabs of one browser. */
export interface MemoryDatabase {
  threads: Map<string, unknown>
  nodes: Map<string, Map<string, unknown>>
}

/** The data of a storage, and its channel to others over the same data. */
export interface MemoryStorageOptions {
  /** Default: an empty one. */
  database?: MemoryDatabase
  /** Tells other storages over the same database of changes. Default: nobody. */
  channel?: OpenTabChannel
}

/** The data of `createMemoryStorage`. Share it to give two storages the same threads, like two tabs. */
export function createMemoryDatabase(): MemoryDatabase {
  return { threads: new Map(), nodes: new Map() }
}

/** Threads that last as long as the page: for tests, servers, and where the browser stores nothing. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): ThreadStorage {
  const { database = createMemoryDatabase(), channel = () => undefined } = options
  const { threads, nodes } = database
  const events = createThreadEvents('antiphon-threads', channel)
  return {
    list: async () => structuredClone([...threads.values()]),
    async read(threadId, ids) {
      const own = nodes.get(threadId)
      if (!threads.has(threadId) && !own) return undefined
      const wanted = ids ? ids.flatMap((id) => own?.get(id) ?? []) : [...(own?.values() ?? [])]
      return structuredClone({ thread: threads.get(threadId), nodes: wanted })
    },
    async write(write) {
      const { threadId } = write
      const next = applyWrite(threads.get(threadId), write)
      if ('answer' in next) return next.answer
      if (next.record) threads.set(threadId, next.record)
      let own = nodes.get(threadId)
      if (!own) nodes.set(threadId, (own = new Map()))
      for (const node of write.nodes) own.set(node.id, structuredClone(node))
      events.tell({ threadId, type: 'nodes', ids: write.nodes.map(({ id }) => id) })
      return 'written'
    },
    async update(threadId, change) {
      const next = applyChange(threads.get(threadId), change)
      if (!next) return
      threads.set(threadId, next)
      events.tell({ threadId, type: changeType(change) })
    },
    async purge(threadId) {
      threads.set(threadId, purgedRecord(threadId, Date.now()))
      nodes.delete(threadId)
      events.tell({ threadId, type: 'purged' })
    },
    async search(query) {
      // Small enough to read each time. Apps with many threads use another storage.
      const index = createWordIndex()
      for (const [threadId, record] of threads) {
        const thread = checkThread(record)
        if ('ok' in thread) index.add(threadId, wordsOf(thread.ok.title))
        for (const node of nodes.get(threadId)?.values() ?? []) {
          const checked = checkNode(node, threadId)
          if ('ok' in checked) index.add(threadId, wordsOfNodes([checked.ok]))
        }
      }
      return searchWords([index], query)
    },
    subscribe: events.subscribe,
    close: events.close,
  }
}
