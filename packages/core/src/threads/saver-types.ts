import type { LeaseLocks } from '../chat/answer-leases.js'
import type { Unsubscribe } from '../store/listeners.js'
import type { PageEvents } from './page-events.js'
import type { StorageProblem } from './storage-problem.js'
import type { Quarantined } from './thread-schemas.js'
import type { SetTimer } from './timer.js'

export interface SaveState {
  /**
   * `saved`: all that is shown is stored. `saving`: on its way. `memory-only`: it lasts as long as the page, for the
   * reason in `problem`; every change tries again, and so does `flush`.
   */
  status: 'saved' | 'saving' | 'memory-only'
  problem?: StorageProblem
  /**
   * May the chat be shown? False until the thread has been read, or could not be: then `problem` says why, nothing is written,
   * and once it is read what was said meanwhile follows it. Stays false for a thread of a newer version.
   */
  isLoaded: boolean
  /** Records of this thread that could not be used. They stay where they are. */
  quarantined: readonly Quarantined[]
}

export interface ThreadSaverOptions {
  threadId: string
  /** Epoch ms. */
  now?: () => number
  setTimer?: SetTimer
  page?: PageEvents
  /** Tell which tab writes an answer. Default: the Web Locks of the browser, where there are any. */
  locks?: LeaseLocks
  /** At most this long, in ms, arrives without being stored. Default 1000. */
  interval?: number
}

/** Keeps a chat in a storage: what is there goes into the chat, what happens in the chat goes there. */
export interface ThreadSaver {
  getState(): SaveState
  subscribe(listener: () => void): Unsubscribe
  /**
   * Resolves when the thread has been read, could not be, or was not in 10 s: `getState` says. Never rejects.
   */
  readonly loaded: Promise<void>
  /** Has the user written something that is not stored? In a deleted thread, what was said since. */
  hasUnstored(): boolean
  /** Stores everything now. Resolves when that succeeded or failed: `getState` says. */
  flush(): Promise<void>
  /**
   * Resolves when every result that was given to a call is in the thread, or could not be taken; after 1 s in any case. Await it
   * before a thread is deleted.
   */
  arrived(): Promise<void>
  /**
   * The thread was deleted, or had back. What is said in a deleted thread stays in memory, and is stored when it is had back. For
   * what deletes threads; a deletion that the storage tells of is noticed anyway.
   */
  setRemoved(isRemoved: boolean): void
  /** Stores what there is, stops watching the chat and gives back all leases. */
  close(): Promise<void>
}
