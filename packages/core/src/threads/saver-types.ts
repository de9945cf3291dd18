import type { Unsubscribe } from '../store/listeners.js'
import type { AnswerLocks } from './answer-locks.js'
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
  /** Has the thread been read? Until then nothing is written. */
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
  locks?: AnswerLocks
  /** At most this long, in ms, arrives without being stored. Default 1000. */
  interval?: number
}

/** Keeps a chat in a storage: what is there goes into the chat, what happens in the chat goes there. */
export interface ThreadSaver {
  getState(): SaveState
  subscribe(listener: () => void): Unsubscribe
  /** Resolves when the thread has been read, or could not be: `getState` says. Never rejects. */
  readonly loaded: Promise<void>
  /** Stores everything now. Resolves when that succeeded or failed: `getState` says. */
  flush(): Promise<void>
  /** Stores what there is and stops watching the chat. */
  close(): Promise<void>
}
