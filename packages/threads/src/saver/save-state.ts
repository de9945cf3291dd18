import type { StorageProblem } from '../storage/problem.js'
import type { Quarantined } from '../storage/read-threads.js'

/** Whether everything is stored, and why not. */
export interface SaveState {
  /**
   * `saved`: everything shown is stored. `saving`: a write is running. `memory-only`: it lasts only as long as the page,
   * for the reason in `problem`; every change and `flush` try again.
   */
  status: 'saved' | 'saving' | 'memory-only'
  problem?: StorageProblem
  /**
   * True once the thread has been read, or reading failed; then the chat may be shown. After a failure `problem` says why,
   * and nothing is written until the thread has been read; new messages then follow it. Stays false for a thread of a newer
   * version.
   */
  isLoaded: boolean
  /** Records of this thread that could not be used. They stay where they are. */
  quarantined: readonly Quarantined[]
}
