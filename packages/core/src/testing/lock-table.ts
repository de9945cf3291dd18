import type { LeaseLocks } from '../chat/leases.js'

/** The locks of one page: what it holds is free when the page dies. */
export interface PageLocks extends LeaseLocks {
  /** Ends the page as a crash does: its locks are free, and nothing that it asked for is answered any more. */
  kill(): void
}

/** The Web Locks of one browser, for tests of code that runs in several tabs. */
export interface LockTable {
  /** Opens a tab. */
  page(): PageLocks
  /** Names of all locks that are held or waited for. */
  names(): string[]
}

interface Entry {
  page: object
  name: string
  mode: string
  /** Called when the lock is granted. */
  grant(): void
}

/**
 * Creates the locks of one browser. As in a browser a request is answered later, waits in the order of asking, and a lock is free
 * when the promise of its callback has ended.
 *
 * @param later passes the time until an answer. Default: until the next task.
 */
export function createLockTable(
  later: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve)),
): LockTable {
  let held: Entry[] = []
  let waiting: Entry[] = []

  const isFree = (entry: Entry, ahead: readonly Entry[]): boolean =>
    ![...held, ...ahead].some(
      ({ name, mode }) => name === entry.name && (mode === 'exclusive' || entry.mode === 'exclusive'),
    )
  const grantNext = (): void => {
    const left: Entry[] = []
    for (const entry of waiting) {
      if (!isFree(entry, left)) {
        left.push(entry)
        continue
      }
      held.push(entry)
      entry.grant()
    }
    waiting = left
  }
  const without = (list: Entry[], entry: Entry): Entry[] => list.filter((other) => other !== entry)

  return {
    names: () => [...held, ...waiting].map(({ name }) => name),
    page() {
      const page = {}
      let isDead = false
      const never = new Promise<never>(() => {})
      /** Requests of a dead page are never answered. */
      const alive = async <T>(value: T): Promise<T> => (isDead ? never : value)
      return {
        async request(name, { mode = 'exclusive', ifAvailable, signal }, callback) {
          signal?.throwIfAborted()
          await alive(await later())
          let granted = (): void => {}
          const got = new Promise<void>((resolve) => (granted = resolve))
          const entry: Entry = { page, name, mode, grant: () => granted() }
          if (ifAvailable && !isFree(entry, waiting)) return alive(await callback(null))
          waiting.push(entry)
          grantNext()
          await new Promise<void>((resolve, reject) => {
            void got.then(resolve)
            signal?.addEventListener('abort', () => {
              if (!waiting.includes(entry)) return
              waiting = without(waiting, entry)
              grantNext()
              reject(new DOMException('The request was aborted.', 'AbortError'))
            })
          })
          await alive(await later())
          try {
            return await alive(await callback({}))
          } finally {
            held = without(held, entry)
            grantNext()
          }
        },
        async query() {
          await alive(await later())
          return { held: held.map(({ name, mode }) => ({ name, mode })) }
        },
        kill() {
          isDead = true
          held = held.filter((entry) => entry.page !== page)
          waiting = waiting.filter((entry) => entry.page !== page)
          grantNext()
        },
      }
    },
  }
}
