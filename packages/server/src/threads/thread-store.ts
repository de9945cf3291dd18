import { randomUUID } from 'node:crypto'
import type { ChatDatabase } from '../database/schema.js'
import type { FileStore } from '../files/types.js'
import { checkId } from './storage-errors.js'
import { createUserData, type UserData } from './user-data.js'
import { createUserFiles, type UserFiles } from './user-files.js'
import { createUserThreads, type PurgingThreads, type ThreadHooks, type UserThreads } from './user-threads.js'
import { withFiles } from './with-files.js'

/** Hooks, files and clock of a store of threads. */
export interface ThreadStoreOptions {
  hooks?: ThreadHooks
  /** Keeps the large files of messages. Default: they are a part of their messages, in the database. */
  files?: FileStore
  /** Bytes of one file. Default 25,000,000. */
  fileBytes?: number
  /** Epoch ms. Default `Date.now`. */
  clock?: () => number
  /** A random text for the marks of lists. Default: 122 random bits. */
  newEpoch?: () => string
}

/** Bytes of one file, where the host says nothing. */
export const FILE_BYTES = 25_000_000

/** The threads of all users in a database. */
export interface ThreadStore extends UserData {
  /** The threads of a user. It costs nothing to make one for each request. */
  of(user: { readonly id: string }): UserThreads
}

/**
 * Threads in a database, for a server with many users. Each change is one transaction, which orders the changes of its user. Every
 * method rejects with a `StorageError`, whose `problem.raw` has the words of the engine.
 */
export function createThreadStore(database: ChatDatabase, options: ThreadStoreOptions = {}): ThreadStore {
  const {
    hooks = {},
    clock = Date.now,
    newEpoch = randomUUID,
    files: store,
    fileBytes = FILE_BYTES,
  } = options
  const filesOf = (userId: string): UserFiles | undefined =>
    store && createUserFiles({ store, most: fileBytes }, userId)
  const open = (userId: string): PurgingThreads => {
    checkId(userId, 'user')
    const files = filesOf(userId)
    return withFiles(createUserThreads({ database, userId, hooks, clock, newEpoch, files }), files)
  }
  return { of: ({ id }) => open(id), ...createUserData(database, open, clock, filesOf) }
}
