/** Names a log: one for each run. A run id alone opens nothing, because every look-up carries the user too. */
export interface LogKey {
  userId: string
  threadId: string
  runId: string
}

/** A run or its log in a map. */
export const nameOf = ({ userId, threadId, runId }: LogKey): string =>
  JSON.stringify([userId, threadId, runId])

/** One event of a run, as it was appended. */
export interface LogEvent {
  /** The position after this event: read from here to get what follows. Opaque; sorts as text. */
  offset: string
  /** One line of JSON. */
  data: string
}

/**
 * `open`: events may follow. `closed`: the run has ended, and nothing follows. `gone`: there is no such log, it has expired, or it
 * was lost and begun again behind the offset that was asked for. A reader then takes the thread instead.
 */
export type LogState = 'open' | 'closed' | 'gone'

/** The events of a run behind an offset. */
export interface LogPage {
  /** `closed` only on the page that reaches the end. */
  state: LogState
  events: readonly LogEvent[]
  /** Where to go on reading. */
  next: string
}

/** How long a read waits for more. */
export interface LogReadOptions {
  /** How long to wait when there is no new event yet, in ms. Default 0: returns immediately. */
  waitMs?: number
  /** Ends the wait. The page is then empty. */
  signal?: AbortSignal
}

/** The offset before the first event. */
export const LOG_START = '-1'

/**
 * Keeps the events of runs for a while, so that a reader may come late, come back, or sit at another process. The record
 * of what was said is the thread. Losing a log loses no message, and a run goes on when its log fails.
 *
 * Each run has one writer at a time. A later writer has a higher epoch, and from its `open` on the earlier one is refused.
 */
export interface RunLog {
  /**
   * Begins a log, or goes on with one in place of a writer of a lower epoch. Where the log was lost, a new one begins, whose
   * offsets sort behind all offsets of the lost one.
   *
   * @throws LogRefusal `fenced` where a higher epoch has it, `closed` where it has ended.
   */
  open(key: LogKey, epoch: number): Promise<void>
  /**
   * Appends events in order, all or none, and wakes readers. Resolves with the offset of the last one. `isLast` closes the log
   * in the same step; `events` may then be empty.
   *
   * @param events one line of JSON each, without a line break.
   * @throws LogRefusal `fenced`, `closed`, or `gone` where there is no such log.
   */
  append(key: LogKey, epoch: number, events: readonly string[], isLast?: boolean): Promise<string>
  /** Events after an offset, oldest first; not necessarily all. Never rejects for a log that is gone. */
  read(key: LogKey, after: string, options?: LogReadOptions): Promise<LogPage>
  /** Whether there is such a log, and its end. */
  status(key: LogKey): Promise<{ state: LogState; next: string }>
  delete(key: LogKey): Promise<void>
  /** Gives back what the log holds open. Readers that wait are answered. */
  close(): Promise<void>
}

/** Why a writer may not write. */
export class LogRefusal extends Error {
  constructor(readonly reason: 'fenced' | 'closed' | 'gone') {
    super(
      reason === 'fenced'
        ? 'Another process has taken this run over, so this one writes no more of it.'
        : reason === 'closed'
          ? 'This run has ended, so nothing is added to its log.'
          : 'There is no log of this run. It has expired, was deleted or was lost.',
    )
    this.name = 'LogRefusal'
  }
}

/** How long a log is kept after its last event, in ms, unless the host sets another: a day. */
export const DEFAULT_LOG_TTL_MS = 24 * 60 * 60 * 1000
