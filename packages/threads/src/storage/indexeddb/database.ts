import { StorageError, storageProblem, toStorageProblem, type StorageProblem } from '../problem.js'

/** The result of one request. Await it only inside its own transaction, with nothing else in between. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed.')))
  })
}

/**
 * Runs `work` in a transaction of its own and resolves when that is complete, because its writes are not stored before. An
 * error in `work` aborts it.
 */
export async function changeStores(
  database: IDBDatabase,
  stores: string[],
  work: (transaction: IDBTransaction) => Promise<void>,
  options?: IDBTransactionOptions,
): Promise<void> {
  const transaction = database.transaction(stores, 'readwrite', options)
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError')),
    )
  })
  const worked = work(transaction).catch((error: unknown) => {
    // A request that fails because of an abort only says that there was one; the transaction has the reason.
    if (transaction.error) return
    transaction.abort()
    throw error
  })
  await Promise.all([worked, done])
}

/** The keys of all messages of a thread. */
export function nodeRange(threadId: string): IDBKeyRange {
  return IDBKeyRange.bound([threadId], [threadId, []])
}

/** A browser that does not answer within this time (a known bug) counts as one without storage. */
const OPEN_TIMEOUT_MS = 5000

export interface DatabaseOptions {
  name: string
  factory: IDBFactory | undefined
  setTimer: (callback: () => void, ms: number) => () => void
  /** Tens are versions of the records, ones are changes of the stores around them. */
  version: number
  /** Name and key path of each store that this version has. */
  stores: Readonly<Record<string, string | string[]>>
}

/** A connection that opens itself when it is needed, again after a failure, and makes way for a newer version. */
export interface Database {
  /** @throws StorageError */
  get(): Promise<IDBDatabase>
  close(): void
}

export function createDatabase(options: DatabaseOptions): Database {
  let opening: Promise<IDBDatabase> | undefined
  let over: StorageProblem | undefined
  const forget = (): void => void (opening = undefined)
  return {
    get() {
      if (over) return Promise.reject(new StorageError(over))
      return (opening ??= open(options).then(
        (database) => {
          database.addEventListener('versionchange', ({ newVersion }) => {
            // Without this close the other tab would wait for ever.
            database.close()
            forget()
            // Without a version the database is being deleted; then the next write makes a new one.
            if (newVersion !== null) over = storageProblem('outdated')
          })
          // The browser closed it: its data were cleared, or the disk failed.
          database.addEventListener('close', forget)
          return database
        },
        (error: unknown) => {
          forget()
          throw new StorageError(toStorageProblem(error))
        },
      ))
    },
    close() {
      opening?.then(
        (database) => database.close(),
        () => {},
      )
      forget()
    },
  }
}

function open({ name, factory, setTimer, version, stores }: DatabaseOptions): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!factory) throw new StorageError(storageProblem('denied'))
    const request = factory.open(name, version)
    let given = false
    const giveUp = (kind: 'blocked' | 'denied') => (): void => {
      given = true
      reject(new StorageError(storageProblem(kind)))
    }
    let cancel = setTimer(giveUp('denied'), OPEN_TIMEOUT_MS)
    request.addEventListener('blocked', () => {
      // The other tab is asked to close at this moment; it gets a little time for that.
      cancel()
      cancel = setTimer(giveUp('blocked'), 1000)
    })
    request.addEventListener('upgradeneeded', () => {
      for (const [store, keyPath] of Object.entries(stores))
        if (!request.result.objectStoreNames.contains(store))
          request.result.createObjectStore(store, { keyPath })
    })
    request.addEventListener('error', () => {
      cancel()
      reject(request.error ?? new Error('The database could not be opened.'))
    })
    request.addEventListener('success', () => {
      cancel()
      // Too late: the chat already runs in memory, and an open connection would block other tabs.
      if (given) request.result.close()
      else resolve(request.result)
    })
  })
}

/** The browser's IndexedDB, if it allows access. */
export function browserFactory(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB
  } catch {
    // Some browsers refuse already here.
    return undefined
  }
}
