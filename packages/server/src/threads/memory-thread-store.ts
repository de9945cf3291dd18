import { randomUUID } from 'node:crypto'
import { field } from '@antiphon/base'
import { createMemoryDatabase, createMemoryStorage, type MemoryDatabase } from '@antiphon/threads'
import { pageOf, readMark } from './changes.js'
import { checkId } from './storage-errors.js'
import type { ThreadStore } from './thread-store.js'
import { exportThreads } from './user-data.js'
import { createUserFiles, type FileKeeping, type UserFiles } from './user-files.js'
import type { UserThreads } from './user-threads.js'
import { withFiles } from './with-files.js'

interface UserEntry {
  epoch: string
  /** The number of the user's last change. */
  version: number
  data: MemoryDatabase
  /** The change that wrote each record last. */
  versions: Map<string, number>
}

/** Threads of all users that last as long as the process. */
export function createMemoryThreadStore(clock: () => number = Date.now, keeping?: FileKeeping): ThreadStore {
  const filesOf = (userId: string): UserFiles | undefined => keeping && createUserFiles(keeping, userId)
  const users = new Map<string, UserEntry>()

  const entryOf = (userId: string): UserEntry => {
    checkId(userId, 'user')
    let entry = users.get(userId)
    if (!entry) {
      entry = { epoch: randomUUID(), version: 0, data: createMemoryDatabase(), versions: new Map() }
      users.set(userId, entry)
    }
    return entry
  }
  const of = ({ id: userId }: { readonly id: string }): UserThreads => {
    // A writer of before an erasure keeps the entry that nobody reads any more.
    const entry = entryOf(userId)
    const { data, versions } = entry
    const storage = createMemoryStorage({ database: data })
    const files = filesOf(userId)
    const change = async <T>(threadId: string, work: () => Promise<T>): Promise<T> => {
      checkId(threadId, 'thread')
      const before = data.threads.get(threadId)
      const done = await work()
      if (data.threads.get(threadId) !== before) versions.set(threadId, ++entry.version)
      return done
    }
    const threads: UserThreads = {
      ...storage,
      place: 'server',
      async changes(since, limit = 500) {
        const known = entry.version > 0 ? entry : undefined
        const from = readMark(since, known)
        const later = [...versions]
          .filter(([, version]) => version > from)
          .toSorted(([, a], [, b]) => a - b)
          .map(([id, version]) => ({ record: structuredClone(data.threads.get(id)), version }))
        return pageOf(known, later, from, limit)
      },
      async write(write) {
        for (const { id } of write.nodes) checkId(id, 'message')
        return change(write.threadId, () => storage.write(write))
      },
      update: (threadId, update) => change(threadId, () => storage.update(threadId, update)),
      purge: (threadId) =>
        change(threadId, async () => {
          await storage.purge(threadId)
          await files?.deleteThread(threadId)
        }),
    }
    return withFiles(threads, files)
  }

  return {
    of,
    exportUser: (userId) => exportThreads(of({ id: userId })),
    async eraseUser(userId) {
      checkId(userId, 'user')
      users.delete(userId)
      await filesOf(userId)?.deleteUser()
    },
    async purgeRemoved(olderThanMs, limit = 1000) {
      const before = clock() - olderThanMs
      const old = [...users].flatMap(([userId, { data }]) =>
        [...data.threads].flatMap(([threadId, record]) =>
          Number(field(record, 'removedAt') ?? Number.POSITIVE_INFINITY) < before
            ? [{ userId, threadId }]
            : [],
        ),
      )
      const purged = old.slice(0, limit)
      for (const { userId, threadId } of purged) await of({ id: userId }).purge(threadId)
      return purged.length
    },
  }
}
