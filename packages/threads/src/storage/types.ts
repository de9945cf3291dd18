import type { Unsubscribe, StoredMessage } from '@antiphon/core'
import type { StorageProblem } from './problem.js'

/** Version of the records below. A record of a higher one is left alone. */
export const THREAD_VERSION = 1

/** What is stored of a thread besides its messages. Plain JSON. */
export interface ThreadRecord {
  v: typeof THREAD_VERSION
  id: string
  /** From the first question, until a person gives another. */
  title: string
  /** Epoch ms. */
  createdAt: number
  updatedAt: number
  pinnedAt?: number
  /** Deleted, and still to be had back. */
  removedAt?: number
  /** An answer ended at this time while another thread was on screen, and this one was not since. */
  unreadAt?: number
  /** Deleted for good: only this mark is left, so that no other tab brings the thread back. */
  purged?: true
  /** Messages that are shown although a younger version of them is there. */
  chosen: string[]
}

/** One message in its place. Plain JSON. */
export interface NodeRecord {
  v: typeof THREAD_VERSION
  threadId: string
  /** That of the message. */
  id: string
  /** The message it follows; null at the top. */
  parent: string | null
  /** Place among its siblings: the higher the younger. Two tabs may give the same one; then the ids decide. */
  order: number
  /** The answer was still arriving. Whoever reads this while nobody writes it any more has an interrupted answer. */
  open?: true
  /** Taken out of the thread. The mark stays, so that what another tab put under it finds the way up. */
  removed?: true
  /** Of a removed message: results of a removed answer go with it, also those that another tab stores later. */
  role?: StoredMessage['role']
  /** Absent only when removed. */
  message?: StoredMessage
}

export interface ThreadWrite {
  threadId: string
  /** The thread was stored before: then it is not made again if it is gone. */
  known: boolean
  /** New and changed messages. */
  nodes: readonly NodeRecord[]
  /** Absent: as it was. */
  chosen?: readonly string[]
  /** For a thread that has none. */
  title?: string
  /** Epoch ms. */
  at: number
  /** `strict`: on disk when the promise resolves, where the storage knows the difference. For what a person wrote. */
  durability: 'strict' | 'relaxed'
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
  removedAt?: number | null
  unreadAt?: number | null
}

export interface ThreadEvent {
  threadId: string
  /** `nodes`: messages were written. `thread`: title, pin, unread. `removed`, `restored`, `purged`: as they say. */
  type: 'nodes' | 'thread' | 'removed' | 'restored' | 'purged'
  /** Messages that were written. */
  ids?: readonly string[]
  /** It was this very storage object, not another tab. */
  here: boolean
}

/**
 * Where threads are kept. Small, so that a team can put them on its own server. Nothing that comes out is trusted:
 * `listThreads` and `loadThread` check it, so records are passed on as they lie there. Every method rejects with a
 * `StorageError`.
 */
export interface ThreadStorage {
  /** The records of all threads, deleted ones included, in any order. */
  list(): Promise<unknown[]>
  /** A thread with its messages, or only those with these ids. Undefined when there is none. */
  read(threadId: string, ids?: readonly string[]): Promise<RawThread | undefined>
  /** All or nothing, and only then resolved. */
  write(write: ThreadWrite): Promise<WriteAnswer>
  /** Changes what is there; a thread that is missing, purged or of a newer version stays as it is. */
  update(threadId: string, change: ThreadChange): Promise<void>
  /** Takes the messages away and leaves the mark. */
  purge(threadId: string): Promise<void>
  /** Ids of the threads that have all words of the query in title or text; the last word may be the start of one. */
  search(query: string): Promise<string[]>
  /** Changes by this storage and by those of other tabs. */
  subscribe(listener: (event: ThreadEvent) => void): Unsubscribe
  /** Set while what is written lasts only as long as the page: why. */
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
 * Keeps the files of messages that were begun and not sent, for each thread. It stands beside `ThreadStorage`: such files are no
 * part of a thread, go into no export and stay on the device. Every method rejects with a `StorageError`.
 */
export interface DraftFileStorage {
  /** The files in their order; none when there are none. */
  read(threadId: string): Promise<readonly File[]>
  /** Replaces them; an empty list forgets them. */
  write(threadId: string, files: readonly File[]): Promise<void>
  close(): void
}
