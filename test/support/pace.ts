import type { Sleep } from '@antiphon/endpoint'

/** How fast an answer is played, which a test may change in the middle of one. 0 plays without any waiting. */
export interface Pace {
  speed: number
}

/** So slow that an answer is not over before a test says so, however long its steps take. */
export const HELD = 0.001

/** The waiting of a scripted endpoint, at a pace that may change while it waits. */
export function sleepAt(pace: Pace): Sleep {
  return async (ms, signal) => {
    for (let left = ms; left > 0 && pace.speed > 0;) {
      const wait = Math.min(20, left / pace.speed)
      left -= wait * pace.speed
      await new Promise((resolve) => setTimeout(resolve, wait))
      signal.throwIfAborted()
    }
  }
}
