import { raceAbort } from './abort.js'

/** Longest delay of a timer; a longer one would fire at once. */
export const MAX_TIMER = 2 ** 31 - 1

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
