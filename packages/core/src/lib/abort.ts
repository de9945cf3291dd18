/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted, for work that does not listen. */
export async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

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
