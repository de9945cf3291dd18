/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const realSleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })

/** Resolves never; rejects with the signal's reason when it is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Waits in the rhythm of one response. */
export type Pace = (ms: number) => Promise<void>

/**
 * `speed` multiplies: 2 is twice as fast, `Infinity` or 0 does not wait at all. Waits under 4 ms are saved up, since
 * timers cannot keep them: at high speed several network chunks leave together, the rate stays right.
 */
export function createPace(speed: number, sleep: Sleep, signal: AbortSignal): Pace {
  let owed = 0
  return async (ms) => {
    signal.throwIfAborted()
    if (!Number.isFinite(speed) || speed <= 0) return
    owed += ms / speed
    if (owed < 4) return
    const due = owed
    owed = 0
    await sleep(due, signal)
  }
}
