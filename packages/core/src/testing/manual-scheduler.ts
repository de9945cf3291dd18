import type { Scheduler } from '../store/scheduler.js'

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
