import { randomUUID } from 'node:crypto'
import type { ChatDatabase } from '../database/schema.js'
import { checkId } from './storage-errors.js'
import { createUserData, type UserData } from './user-data.js'
import { createUserThreads, type PurgingThreads, type ThreadHooks, type UserThreads } from './user-threads.js'

export interface ThreadStoreOptions {
  hooks?: ThreadHooks
  /** Epoch ms. Default `Date.now`. */
  clock?: () => number
  /** A random text for the marks of lists. Default: 122 random bits. */
  newEpoch?: () => string
}

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
  const { hooks = {}, clock = Date.now, newEpoch = randomUUID } = options
  const open = (userId: string): PurgingThreads => {
    checkId(userId, 'user')
    return createUserThreads({ database, userId, hooks, clock, newEpoch })
  }
  return { of: ({ id }) => open(id), ...createUserData(database, open, clock) }
}
