import type { Limits } from './config.js'

/** Seconds until another try, and the limit that was reached. */
export interface LimitReached {
  retryAfter: number
  reason: 'rate' | 'concurrency'
}

/** Counts what runs and what began within the last minute. */
export interface Limiter {
  /** Why `enter` would refuse now; undefined when it would not. Counts nothing. */
  closed(): LimitReached | undefined
  /** Counts one request in. Returns a function that counts it out; call it once. */
  enter(): { leave: () => void } | LimitReached
}

const MINUTE = 60_000

/** `now` in epoch ms. */
export function createLimiter(
  { requestsPerMinute, concurrentRequests }: Pick<Limits, 'requestsPerMinute' | 'concurrentRequests'>,
  now: () => number = Date.now,
): Limiter {
  let running = 0
  /** The start times of requests in the last minute, oldest first. */
  let began: number[] = []
  function closed(): LimitReached | undefined {
    const at = now()
    began = began.filter((time) => time > at - MINUTE && time <= at)
    if (running >= concurrentRequests) return { retryAfter: 1, reason: 'concurrency' }
    const oldest = began[0]
    if (began.length < requestsPerMinute || oldest === undefined) return undefined
    return { retryAfter: Math.max(1, Math.ceil((oldest + MINUTE - at) / 1000)), reason: 'rate' }
  }

  return {
    closed,
    enter() {
      const reached = closed()
      if (reached) return reached
      running++
      began.push(now())
      return { leave: () => void running-- }
    },
  }
}
