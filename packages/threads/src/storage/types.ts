import type { StoredMessage } from '@antiphon/core'
import type { StorageProblem } from './problem.js'

/** Version of the records below. A record of a higher one is left alone. */
export const THREAD_VERSION = 1

/** The stored data of a thread without its messages. Plain JSON. */
export interface ThreadRecord {
  v: typeof THREAD_VERSION
  id: string
  /** From the first question, until a person gives another. */
  title: string
  /** Epoch ms. */
  createdAt: number
  updatedAt: number
  pinnedAt?: number
  /** Name of the folder that it is in. There is a folder as long as a thread is in it. */
  folder?: string
  /** Deleted, but it can still be restored. */
  removedAt?: number
  /** An answer ended at this time while another thread was on screen, and this one was not since. */
  unreadAt?: number
  /** Deleted for good: only this mark is left, so that no other tab brings the thread back. */
  purged?: true
  /** Messages that are shown although a younger version of them is there. */
  chosen: string[]
}

/** One message with its place in the tree. Plain JSON. */
export interface NodeRecord {
  v: typeof THREAD_VERSION
  threadId: string
  /** The id of the message. */
  id: string
  /** The message it follows; null at the top. */
  parent: string | null
  /** Place among its siblings: the higher the younger. Two tabs may give the same one; then the ids decide. */
  order: number
  /** The answer was still arriving. If nobody writes it any more, it was interrupted. */
  open?: true
  /** Removed from the thread. The mark stays, so that a message of another tab below it finds its parent. */
  removed?: true
  /** The role of a removed message. Results of a removed answer are removed too, also those that another tab stores later. */
  role?: StoredMessage['role']
  /** Absent only when removed. */
  message?: StoredMessage
}

/** Messages to store in one step, with the record of their thread. */
export interface ThreadWrite {
  threadId: string
  /** True when the thread was stored before. A missing thread is then not created again. */
  known: boolean
  /** New and changed messages. */
  nodes: readonly NodeRecord[]
  /** Absent: as it was. */
  chosen?: readonly string[]
  /** For a thread that has none. */
  title?: string
  /** For a thread that is not stored yet. */
  folder?: string
  /** Epoch ms. */
  at: number
  /** `strict`: on disk when the promise resolves, where the storage knows the difference. For what a person wrote. */
  durability: 'strict' | 'relaxed'
  /**
   * The page may end now: what waits for an answer of the storage is lost with it. A storage that can sends the messages at once,
   * without a look at the thread. Where the page goes on, they come again in a write without this.
   */
  leaving?: true
}

/**
 * `missing`: not there although `known`; write it whole. `removed`: deleted, and nothing was written. `newer`: its record
 * is of a newer version, and nothing was written.
 */
export type WriteAnswer = 'written' | 'missing' | 'removed' | 'newer'

/** `null` takes a field away. */
export interface ThreadChange {
  title?: string
  pinnedAt?: number | null
  folder?: string | null
  removedAt?: number | null
  unreadAt?: number | null
}

/** A change of a thread, here or in another tab. */
export interface ThreadEvent {
  threadId: string
  /** `nodes`: messages were written. `thread`: title, pin, folder, unread. `removed`, `restored`, `purged`: as they say. */
  type: 'nodes' | 'thread' | 'removed' | 'restored' | 'purged'
  /** Messages that were written. */
  ids?: readonly string[]
  /** True when this storage object made the change, and not another tab. */
  here: boolean
}

/**
 * A store for threads, small enough to implement on your own server. Return records as they are stored: `listThreads` and
 * `loadThread` check them. Every method rejects with a `StorageError`.
 */
export interface ThreadStorage {
  /** Where it keeps the threads, for messages on screen. Default: they name no place. */
  readonly place?: 'browser' | 'server'
  /** The records of all threads, deleted ones included, in any order. */
  list(): Promise<unknown[]>
  /** A thread with its messages, or only those with these ids. Undefined when there is none. */
  read(threadId: string, ids?: readonly string[]): Promise<RawThread | undefined>
  /** Writes all or nothing, and resolves when that is done. */
  write(write: ThreadWrite): Promise<WriteAnswer>
  /** Changes what is there; a thread that is missing, purged or of a newer version stays as it is. */
  update(threadId: string, change: ThreadChange): Promise<void>
  /** Takes the messages away and leaves the mark. */
  purge(threadId: string): Promise<void>
  /** Ids of the threads that have all words of the query in title or text; the last word may be the start of one. */
  search(query: string): Promise<string[]>
  /** Changes by this storage and by those of other tabs. */
  subscribe(listener: (event: ThreadEvent) => void): () => void
  /** Why writes last only as long as the page; undefined when they are stored. */
  getProblem?(): StorageProblem | undefined
  /** Ends the subscription to other tabs and what else is open. */
  close(): void
}

/** A thread as it lies in the storage, unchecked. */
export interface RawThread {
  thread: unknown
  nodes: unknown[]
}

/**
 * Keeps the files of unsent messages by thread. It is separate from `ThreadStorage`, because such files are not part of a
 * thread, are not exported and stay on the device. Every method rejects with a `StorageError`.
 */
export interface DraftFileStorage {
  /** The files in their order; none when there are none. */
  read(threadId: string): Promise<readonly File[]>
  /** Replaces them; an empty list forgets them. */
  write(threadId: string, files: readonly File[]): Promise<void>
  close(): void
}
