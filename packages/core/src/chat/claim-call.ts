/** The part of the Web Locks API that is needed, so that it can be given. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable: true },
    callback: (lock: object | null) => unknown,
  ): Promise<unknown>
}

/**
 * True for the first who asks for this name, in this page and in all other tabs of its origin, until the page is closed;
 * false for everybody after that. Where there are no locks (a page without TLS, a server) it is always true.
 */
export function claimByLock(name: string, locks = webLocks()): Promise<boolean> {
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        // Held for as long as the page lives: another tab may still show the question when this run is long over.
        return lock === null ? undefined : new Promise(() => {})
      })
      // Locks that are there but forbidden must not keep a tool from running.
      .catch(() => resolve(true))
  })
}

function webLocks(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks
}
