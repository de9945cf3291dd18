import { field, listOf } from '@antiphon/base'
import { setBrowserTimer } from '../../saver/page-events.js'
import { StorageError, toStorageProblem } from '../problem.js'
import type { DraftFileStorage } from '../types.js'
import { browserFactory, changeStores, createDatabase, settled } from './database.js'

/** The name of the database, and how long files stay. */
export interface IndexedDbDraftFilesOptions {
  /** Name of the database. Default `antiphon-drafts`. */
  name?: string
  /** Default: the browser's. */
  indexedDB?: IDBFactory
  setTimer?: (callback: () => void, ms: number) => () => void
  /** Epoch ms. */
  now?: () => number
  /** Threads whose files are kept. Beyond that, the oldest are deleted. Default 20. */
  keep?: number
}

interface DraftRecord {
  id: string
  /** Epoch ms. */
  at: number
  files: File[]
}

/** This store has only an id and a time, so that the search for the oldest draft reads no file. */
interface DraftEntry {
  id: string
  at: number
}

/**
 * Files in IndexedDB, without encoding and without a copy in memory. They have their own database, which can be filled and
 * deleted without touching a thread.
 */
export function createIndexedDbDraftFiles(options: IndexedDbDraftFilesOptions = {}): DraftFileStorage {
  const { name = 'antiphon-drafts', setTimer = setBrowserTimer, now = Date.now, keep = 20 } = options
  const factory = options.indexedDB ?? browserFactory()
  const stores = { files: 'id', entries: 'id' }
  const database = createDatabase({ name, factory, setTimer, version: 10, stores })
  const toError = (error: unknown): StorageError => new StorageError(toStorageProblem(error))

  return {
    async read(threadId) {
      try {
        const transaction = (await database.get()).transaction('files', 'readonly')
        const record = await settled<unknown>(transaction.objectStore('files').get(threadId))
        return listOf(field(record, 'files')).filter((file) => file instanceof File)
      } catch (error) {
        throw toError(error)
      }
    },
    async write(threadId, files) {
      try {
        await changeStores(await database.get(), ['files', 'entries'], async (transaction) => {
          const fileStore = transaction.objectStore('files')
          const entryStore = transaction.objectStore('entries')
          const forget = (id: string): void => {
            fileStore.delete(id)
            entryStore.delete(id)
          }
          if (files.length === 0) return forget(threadId)
          const at = now()
          fileStore.put({ id: threadId, at, files: [...files] } satisfies DraftRecord)
          entryStore.put({ id: threadId, at } satisfies DraftEntry)
          const entries = await settled<Partial<DraftEntry>[]>(entryStore.getAll())
          // One without a time counts as the oldest.
          const read = entries.flatMap(({ id, at: time }) =>
            typeof id === 'string' && id !== threadId ? { id, at: typeof time === 'number' ? time : 0 } : [],
          )
          const old = read.toSorted((a, b) => b.at - a.at)
          for (const { id } of old.slice(keep - 1)) forget(id)
        })
      } catch (error) {
        throw toError(error)
      }
    },
    close: database.close,
  }
}
