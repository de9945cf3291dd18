import { createHash } from 'node:crypto'
import { putFilesBack, takeFilesOut, type NodeRecord } from '@antiphon/threads'
import type { FileStore, WriteAddress } from '../files/types.js'
import { toEngineProblem, tooLarge } from './storage-errors.js'

/** Where files of messages are kept, and how large one may be. */
export interface FileKeeping {
  store: FileStore
  /** Bytes of one file. */
  most: number
}

/** The files of one user. A key begins with the user, so no id leads to a file of somebody else. */
export interface UserFiles {
  put(threadId: string, id: string, bytes: Uint8Array): Promise<void>
  get(threadId: string, id: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Where a page uploads or reads a file itself; undefined where the bytes pass through this server. */
  writeAddress(threadId: string, id: string, bytes: number): Promise<WriteAddress | undefined>
  readAddress(threadId: string, id: string): Promise<string | undefined>
  /** Stores the large files of messages, and gives the messages with references to them. */
  takeOut(threadId: string, nodes: readonly NodeRecord[]): Promise<NodeRecord[]>
  putBack(threadId: string, nodes: readonly unknown[]): Promise<unknown[]>
  deleteThread(threadId: string): Promise<void>
  deleteUser(): Promise<void>
}

/** One length, without characters that a path or an address treats in its own way. */
const nameOf = (id: string): string => createHash('sha256').update(id).digest('hex')

/** Every method rejects with a `StorageError`. */
export function createUserFiles({ store, most }: FileKeeping, userId: string): UserFiles {
  const user = `${nameOf(userId)}/`
  const below = (threadId: string): string => `${user}${nameOf(threadId)}/`
  const check = (bytes: number): void => {
    if (bytes > most) throw tooLarge(`A file is longer than ${most} bytes (limits.fileBytes).`)
  }
  const engine = async <T>(work: () => Promise<T> | undefined): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      throw toEngineProblem(error)
    }
  }
  const files: UserFiles = {
    async put(threadId, id, bytes) {
      check(bytes.length)
      await engine(() => store.put(below(threadId) + id, bytes))
    },
    get: (threadId, id) => engine(() => store.get(below(threadId) + id)),
    async writeAddress(threadId, id, bytes) {
      check(bytes)
      return engine(() => store.writeAddress?.(below(threadId) + id, { bytes }))
    },
    readAddress: (threadId, id) => engine(() => store.readAddress?.(below(threadId) + id)),
    takeOut: (threadId, nodes) =>
      takeFilesOut(nodes, async (id, bytes) => {
        await files.put(threadId, id, bytes)
        return true
      }),
    putBack: (threadId, nodes) => putFilesBack(nodes, (id) => files.get(threadId, id)),
    deleteThread: (threadId) => engine(() => store.deleteAll(below(threadId))),
    deleteUser: () => engine(() => store.deleteAll(user)),
  }
  return files
}
