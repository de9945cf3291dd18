import { raceAbort } from './abort.js'

/** Longest delay of a timer, 24 days; a longer one would fire at once. */
export const MAX_TIMER = 2 ** 31 - 1

/**
 * Whether this is a limit in time: more than 0 ms, and no longer than a timer can wait. Any other value means unlimited: 0 and
 * less, NaN, `Infinity` and more than 24 days.
 */
export function isLimit(ms: number | undefined): ms is number {
  return ms !== undefined && ms > 0 && ms <= MAX_TIMER
}

/** Calls `fire` when the limit is over; not where there is none (`isLimit`). The returned function takes it back. */
export function startLimit(ms: number | undefined, fire: () => void): () => void {
  if (!isLimit(ms)) return () => {}
  const timer = setTimeout(fire, ms)
  return () => clearTimeout(timer)
}

/**
 * Milliseconds between two readings of the page's wall clock, to show to a person. Never less than 0, because that clock may be
 * set back. The rest of a time limit is measured with `performance.now()` instead.
 */
export function elapsed(since: number, now: number): number {
  return Math.max(0, now - since) || 0
}

/** Resolves after `ms`; rejects at once when the signal is aborted, and leaves no timer behind. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await raceAbort(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Math.min(ms, MAX_TIMER))
      }),
      signal,
    )
  } finally {
    clearTimeout(timer)
  }
}
