/** Settles with the promise, or rejects with the signal's reason as soon as it aborts: a tool may never listen to it. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    // Attached also after an abort: a late rejection is nobody's unhandled one.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
