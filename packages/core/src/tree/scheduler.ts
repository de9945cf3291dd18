/** Decides when collected deltas are published. `schedule` runs the callback once, later; the return value cancels it. */
export interface Scheduler {
  schedule(callback: () => void): () => void
}

/**
 * Publishes with the next animation frame, or after 100 ms where frames do not come: in a hidden tab, in a worker, on
 * a server.
 */
export const frameScheduler: Scheduler = {
  schedule(callback) {
    const frames = globalThis as {
      requestAnimationFrame?: (callback: () => void) => number
      cancelAnimationFrame?: (handle: number) => void
    }
    const cancel = (): void => {
      clearTimeout(timer)
      if (frame !== undefined) frames.cancelAnimationFrame?.(frame)
    }
    const run = (): void => {
      cancel()
      callback()
    }
    const frame = frames.requestAnimationFrame?.(run)
    const timer = setTimeout(run, frame === undefined ? 16 : 100)
    return cancel
  },
}

/** Publishes every write at once. For servers, scripts and tests. */
export const immediateScheduler: Scheduler = {
  schedule(callback) {
    callback()
    return () => {}
  },
}
