/** Runs the steps one after the other, to the end. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** How long a slice is, and how the pause between two is made. */
export interface PauseOptions {
  /** Milliseconds on some clock. */
  now: () => number
  /** Lets others work: a frame, a task. */
  pause: () => Promise<void>
  /** So long the steps go on without a pause, ms. Default 12. */
  sliceMs?: number
  signal?: AbortSignal
}

/** Runs the steps with a pause whenever a slice of time is over. Rejects when it is aborted. */
export async function runInSlices<Result>(
  steps: Generator<void, Result>,
  { now, pause, sliceMs = 12, signal }: PauseOptions,
): Promise<Result> {
  for (let since = now(); ;) {
    signal?.throwIfAborted()
    const step = steps.next()
    if (step.done) return step.value
    if (now() - since < sliceMs) continue
    await pause()
    since = now()
  }
}
