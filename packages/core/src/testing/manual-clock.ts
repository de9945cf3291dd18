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
