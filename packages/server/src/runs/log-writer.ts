import { LogRefusal, type LogKey, type RunLog } from '../log/types.js'

export interface LogWriterOptions {
  log: RunLog
  key: LogKey
  epoch: number
  /** Longest time in ms that an event waits for others, so that they are written together. Default 40. */
  windowMs?: number
  /** Another process has the run now. */
  onFenced(): void
}

/** How often a write is tried, and the pause after the first time that it failed, which grows each time. */
const TRIES = 5
const RETRY_MS = 200

/** Writes the events of one run. It never fails the run: without a log the answer still comes to its thread. */
export interface LogWriter {
  write(line: string): void
  /** Resolves when everything was written, or could not be. */
  flush(): Promise<void>
  /** Writes what is left and closes the log. */
  end(): Promise<void>
}

/**
 * The first event leaves at once; those that come while a write is on its way, or shortly after it, leave together. All runs of a
 * process write at the same moments, so an engine has one transaction for all of them.
 */
export function createLogWriter({ log, key, epoch, windowMs = 40, onFenced }: LogWriterOptions): LogWriter {
  let lines: string[] = []
  let isBroken = false
  let lastAt = -Infinity
  /** The offset of the last event that is known to be there. */
  let last: string | undefined
  let writing: Promise<void> | undefined
  let hurry: (() => void) | undefined

  const fail = (error: unknown): void => {
    isBroken = true
    lines = []
    if (error instanceof LogRefusal && error.reason === 'fenced') onFenced()
  }
  const open = async (): Promise<void> => {
    await log.open(key, epoch)
    last = (await log.status(key)).next
  }
  /** Nobody else writes, so the end of the log tells whether an append that failed has happened. */
  const append = async (batch: readonly string[], isLast = false): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        if (last === undefined) await open()
        last = await log.append(key, epoch, batch, isLast)
        return
      } catch (error) {
        if (error instanceof LogRefusal || tries === TRIES) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * tries))
        const { state, next } = await log.status(key).catch(() => ({ state: 'open', next: last }))
        if (batch.length > 0 && last !== undefined && state !== 'gone' && next !== last)
          return void (last = next)
      }
    }
  }
  const opening = open().catch((error: unknown) => error instanceof LogRefusal && fail(error))

  const pause = async (): Promise<void> => {
    const now = performance.now()
    if (now - lastAt >= windowMs) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, windowMs - (now % windowMs))
      hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    hurry = undefined
  }
  const run = async (): Promise<void> => {
    await opening
    while (lines.length > 0) {
      await pause()
      const batch = lines.splice(0)
      lastAt = performance.now()
      if (batch.length > 0 && !isBroken) await append(batch).catch(fail)
    }
    writing = undefined
  }
  const flush = async (): Promise<void> => {
    hurry?.()
    await opening
    // A line that came meanwhile begins another write.
    for (let at = writing; at; at = writing) {
      hurry?.()
      await at
    }
  }

  return {
    write(line) {
      if (isBroken) return
      lines.push(line)
      writing ??= run()
    },
    flush,
    async end() {
      await flush()
      if (!isBroken) await append([], true).catch(fail)
    },
  }
}
