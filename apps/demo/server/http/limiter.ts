import type { Limits } from '../config/server-config.js'

/** Counts what runs and what began within the last minute. */
export interface Limiter {
  /**
   * Lets one in and gives the function that lets it out again, or says in how many seconds to come back. Call that
   * function once.
   */
  enter(): { leave: () => void } | { retryAfter: number; reason: 'rate' | 'concurrency' }
}

const MINUTE = 60_000

/** `now` in epoch ms. */
export function createLimiter(
  { requestsPerMinute, concurrentRequests }: Pick<Limits, 'requestsPerMinute' | 'concurrentRequests'>,
  now: () => number = Date.now,
): Limiter {
  let running = 0
  /** When each of the last minute began, oldest first. */
  let began: number[] = []
  return {
    enter() {
      const at = now()
      began = began.filter((time) => time > at - MINUTE && time <= at)
      if (running >= concurrentRequests) return { retryAfter: 1, reason: 'concurrency' }
      const oldest = began[0]
      if (began.length >= requestsPerMinute && oldest !== undefined)
        return { retryAfter: Math.max(1, Math.ceil((oldest + MINUTE - at) / 1000)), reason: 'rate' }
      running++
      began.push(at)
      return { leave: () => void running-- }
    },
  }
}
