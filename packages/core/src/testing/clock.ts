import type { Scheduler } from '../tree/scheduler.js'

/** Ids `m1`, `m2`, … instead of random ones. */
export function countingIds(prefix = 'm'): () => string {
  let count = 0
  return () => `${prefix}${++count}`
}

export interface ManualClock {
  (): number
  /** Moves time on by `ms`. */
  advance(ms: number): void
}

/** A clock for `now` arguments that moves only when told. */
export function manualClock(start = 0): ManualClock {
  let now = start
  return Object.assign(() => now, { advance: (ms: number) => void (now += ms) })
}

/** A scheduler that publishes when `frame` is called. */
export interface ManualScheduler extends Scheduler {
  /** Runs what is scheduled, as a frame would. Returns how many callbacks ran. */
  frame(): number
}

/** Frames that come only when told. */
export function manualScheduler(): ManualScheduler {
  const pending = new Set<() => void>()
  return {
    schedule(callback) {
      const entry = (): void => callback()
      pending.add(entry)
      return () => void pending.delete(entry)
    },
    frame() {
      const due = [...pending]
      pending.clear()
      for (const callback of due) callback()
      return due.length
    },
  }
}
