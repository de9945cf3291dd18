/** Work that waits until the page has nothing better to do. */
export interface IdleLoop {
  /** There is something to do. */
  start(): void
  stop(): void
}

/** A page that is never idle still gets on, so many ms later. */
const LATEST_MS = 32

/** Calls `work` again and again, once in a turn, until it returns false. */
export function createIdleLoop(work: () => boolean): IdleLoop {
  let cancel: (() => void) | undefined
  const run = (): void => {
    cancel = undefined
    if (work()) start()
  }
  const start = (): void => {
    if (cancel) return
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(run, { timeout: LATEST_MS })
      cancel = () => cancelIdleCallback(handle)
    } else {
      const handle = setTimeout(run, LATEST_MS)
      cancel = () => clearTimeout(handle)
    }
  }
  return {
    start,
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}
