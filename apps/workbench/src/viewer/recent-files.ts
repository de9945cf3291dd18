/** A file that was opened before, whole. */
export interface RecentFile {
  name: string
  /** Its format and number of messages. */
  detail: string
  /** When it was opened, epoch ms. */
  at: number
  blob: Blob
}

const NAME = 'antiphon-demo-recent'
const STORE = 'files'
/** Nobody would read a longer list. */
const MOST = 5
/** A larger file is opened from the disk again; the storage of the browser is for conversations. */
const MAX_BYTES = 5_000_000

/** Newest first; none where the browser stores nothing. */
export async function listRecent(): Promise<readonly RecentFile[]> {
  try {
    const files = await request<RecentFile[]>('readonly', (store) => store.getAll())
    return files.toSorted((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

/** Keeps a file for the list; the oldest makes room. One of the same name takes the place of the one before. */
export async function keepRecent(file: RecentFile): Promise<void> {
  if (file.blob.size > MAX_BYTES) return
  try {
    await request('readwrite', (store) => store.put(file))
    for (const { name } of (await listRecent()).slice(MOST))
      await request('readwrite', (store) => store.delete(name))
  } catch {
    // Full or blocked: the list is a comfort, not a record.
  }
}

export async function forgetRecent(): Promise<void> {
  await request('readwrite', (store) => store.clear()).catch(() => {})
}

async function request<Value>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  const db = await open()
  try {
    return await new Promise<Value>((resolve, reject) => {
      const asked = ask(db.transaction(STORE, mode).objectStore(STORE))
      asked.addEventListener('success', () => resolve(asked.result as Value))
      asked.addEventListener('error', () => reject(asked.error ?? new Error('No storage')))
    })
  } finally {
    db.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(STORE, { keyPath: 'name' }))
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('No storage')))
    asked.addEventListener('blocked', () => reject(new Error('Blocked')))
  })
}
