import type {
  RunDecision as SentDecision,
  RunMessage,
  RunOrder,
  RunOutcome,
  WaitingCall,
} from '@antiphon/server-client'
import type { LogKey } from '../log/types.js'

/** The state of a run that no query asks for. Plain JSON. */
export interface RunData {
  order: RunOrder
  /** Epoch ms. */
  startedAt: number
  outcome?: RunOutcome
  /** Why it could not begin, in words. */
  problem?: string
  /** The user has stopped it. */
  isStopped?: true
  /** How many calls its owner is about to ask about: they are stored in `waiting`, and may not be told yet. */
  asking?: number
  /** Calls that nobody has answered yet. */
  waiting?: readonly WaitingCall[]
  /** The marks of the pages that have begun to run calls, by the keys of the calls. */
  begun?: Readonly<Record<string, string>>
  /** A call of this turn was interrupted, and no person has decided anything since. */
  isInterrupted?: boolean
  /** The answers to them. Kept, because a call runs only when all that are asked about together have been answered. */
  decisions?: readonly RunDecision[]
  /** Messages that were sent while it ran. Those that reached no answer are still here when it has ended. */
  inbox?: readonly RunMessage[]
}

/** An answer as it is kept: an interruption has its result. */
export type RunDecision = Exclude<SentDecision, { interrupted: true }>

export type { RunMessage, RunOrder, RunOutcome, SentDecision, WaitingCall }

export type RunStatus = 'running' | 'waiting' | 'ended'

/** Runs that were stopped before they began, of one user: the newest are kept, so that nobody fills the database with them. */
export const MAX_STOPPED_EARLY = 20

export interface Run extends LogKey {
  status: RunStatus
  /** Who executes it, while it is `running`. */
  owner: string
  /** Grows each time that somebody begins to execute it; 0 where it was stopped before it began. */
  epoch: number
  /** Counts signs of life of its owner. */
  beat: number
  /** Counts changes. */
  version: number
  data: RunData
}

/** Stores the runs. When two processes want a run, the one that changes its row first gets it. */
export interface RunStore {
  /**
   * Adds a run. Where one with its id is there already, or another run of the thread has not ended, gives that one: a request that
   * is sent twice begins one run. Of one with epoch 0 the user keeps the newest `MAX_STOPPED_EARLY`.
   */
  add(run: Run): Promise<{ run: Run; isNew: boolean }>
  get(key: LogKey): Promise<Run | undefined>
  /** The run of the thread that has not ended. */
  openOf(userId: string, threadId: string): Promise<Run | undefined>
  /**
   * Changes a run. `change` gets it as it is now and may be called again when somebody else was faster; undefined changes nothing.
   * Resolves with the changed run.
   */
  change(key: LogKey, change: (run: Run) => Run | undefined): Promise<Run | undefined>
  /** A sign of life of all running runs of an owner. Resolves with them. */
  beat(owner: string): Promise<Run[]>
  /** The running runs of all owners but this one. */
  others(owner: string): Promise<Run[]>
  remove(key: LogKey): Promise<void>
  /** Called with the id of a run that somebody changed, here or, where the engine tells, in another process. */
  subscribe(listener: (runId: string) => void): () => void
  close(): Promise<void>
}
