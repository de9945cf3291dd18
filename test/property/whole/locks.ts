import type { Scheduling } from './scheduling.js'

interface LockOptions {
  mode?: 'exclusive' | 'shared'
  ifAvailable?: boolean
  signal?: AbortSignal
}
type LockCallback = (lock: object | null) => unknown

/** `navigator.locks`: of whichever page runs now. */
export interface PageLocks {
  request(name: string, options: LockOptions, callback: LockCallback): Promise<unknown>
  query(): Promise<{ held: LockInfo[]; pending: LockInfo[] }>
}

interface LockInfo {
  name: string
  mode: 'exclusive' | 'shared'
}

interface LockRequest extends LockInfo {
  page: string
  grant(): void
}

/** The locks of a browser: asked for and granted in tasks of their own, in the order of the requests, and gone with a page. */
export interface LockTable {
  locks: PageLocks
  /** Names of the locks that a page holds or waits for. */
  namesOf(page: string): string[]
  kill(page: string): void
}

export function createLockTable(scheduling: Scheduling): LockTable {
  let held: LockRequest[] = []
  let waiting: LockRequest[] = []
  const dead = new Set<string>()

  const isFree = ({ name, mode }: LockInfo): boolean =>
    !held.some((other) => other.name === name && (mode === 'exclusive' || other.mode === 'exclusive'))
  const release = (request: LockRequest): void => {
    held = held.filter((other) => other !== request)
    grantNext(request.name)
  }
  const grantNext = (name: string): void => {
    for (let next = first(name); next && isFree(next); next = first(name)) {
      const granted = next
      waiting = waiting.filter((other) => other !== granted)
      held.push(granted)
      scheduling.later(`${granted.page} locks`, granted.page, () => granted.grant())
    }
  }
  const first = (name: string): LockRequest | undefined => waiting.find((other) => other.name === name)

  const request: PageLocks['request'] = (name, { mode = 'exclusive', ifAvailable, signal }, callback) =>
    new Promise((resolve, reject) => {
      const { page } = scheduling
      if (signal?.aborted) return reject(signal.reason as Error)
      const own: LockRequest = {
        page,
        name,
        mode,
        grant() {
          if (signal?.aborted) return release(own)
          signal?.removeEventListener('abort', onAbort)
          // As in a browser, the lock is held until what the callback returned has settled.
          const end = (): void => void (dead.has(page) || release(own))
          const work = new Promise((done) => done(callback({ name, mode })))
          work.then(
            (value) => (end(), resolve(value)),
            (error: Error) => (end(), reject(error)),
          )
        },
      }
      const onAbort = (): void => {
        if (dead.has(page)) return
        waiting = waiting.filter((other) => other !== own)
        grantNext(name)
        reject(signal!.reason as Error)
      }
      signal?.addEventListener('abort', onAbort)
      scheduling.later(`${page} locks`, page, () => {
        if (signal?.aborted) return
        if (!first(name) && isFree(own)) {
          held.push(own)
          own.grant()
        } else if (ifAvailable) new Promise((done) => done(callback(null))).then(resolve, reject)
        else waiting.push(own)
      })
    })

  return {
    locks: {
      request,
      query: () =>
        new Promise((resolve) => {
          const { page } = scheduling
          const infos = (list: LockRequest[]) => list.map(({ name, mode }) => ({ name, mode }))
          scheduling.later(`${page} locks`, page, () =>
            resolve({ held: infos(held), pending: infos(waiting) }),
          )
        }),
    },
    namesOf: (page) => [...held, ...waiting].flatMap((one) => (one.page === page ? one.name : [])),
    kill(page) {
      dead.add(page)
      const names = new Set([...held, ...waiting].flatMap((one) => (one.page === page ? one.name : [])))
      held = held.filter((one) => one.page !== page)
      waiting = waiting.filter((one) => one.page !== page)
      for (const name of names) grantNext(name)
    },
  }
}
