import { createMemoryStorage, StorageError, type MemoryDatabase, type ThreadStorage } from '@antiphon/core/threads'
import type { OpenTabChannel } from '@antiphon/core/threads'
import type { Scheduling } from './scheduling.js'

/** What all tabs of one browser share: locks, a channel, and a disk that can be full. */
export interface Browser {
  /** `navigator.locks` of whichever page runs now. */
  readonly locks: PageLocks
  channelOf(page: string): OpenTabChannel
  storageOf(page: string): ThreadStorage
  /** What the disk says to the next calls. */
  disk: 'fine' | 'full' | 'denied'
  /** Names of the locks that a page holds or waits for. */
  locksOf(page: string): string[]
  /** Listeners of a page to its storage. */
  listenersOf(page: string): number
  /** The page is gone, and what it held with it. */
  kill(page: string): void
}

export interface LockOptions {
  ifAvailable?: boolean
  signal?: AbortSignal
}
type LockCallback = (lock: object | null) => unknown
export interface PageLocks {
  request(name: string, options: LockOptions | LockCallback, callback?: LockCallback): Promise<unknown>
  query(): Promise<{ held: { name: string }[]; pending: { name: string }[] }>
}

interface LockRequest {
  page: string
  name: string
  grant(): void
}

export function createBrowser(database: MemoryDatabase, scheduling: Scheduling): Browser {
  const held = new Map<string, LockRequest>()
  const waiting: LockRequest[] = []
  const channels = new Map<string, { page: string; listeners: ((event: { data: unknown }) => void)[] }>()
  const listeners = new Map<string, number>()
  const dead = new Set<string>()
  let opened = 0

  const release = (request: LockRequest): void => {
    if (held.get(request.name) !== request) return
    held.delete(request.name)
    const next = waiting.findIndex(({ name }) => name === request.name)
    if (next < 0) return
    const [granted] = waiting.splice(next, 1)
    held.set(request.name, granted!)
    scheduling.later(`${granted!.page} locks`, granted!.page, () => granted!.grant())
  }

  const request = (page: string, name: string, options: LockOptions, callback: LockCallback) =>
    new Promise<unknown>((resolve, reject) => {
      const { ifAvailable, signal } = options
      if (dead.has(page)) return
      if (signal?.aborted) return reject(signal.reason as Error)
      let isGranted = false
      const own: LockRequest = {
        page,
        name,
        grant() {
          if (signal?.aborted) return release(own)
          isGranted = true
          // As in a browser, the lock is held until what the callback returned has settled.
          const work = new Promise((done) => done(callback({ name })))
          const end = (): void => void (dead.has(page) || release(own))
          work.then((value) => (end(), resolve(value)), (error: Error) => (end(), reject(error)))
        },
      }
      signal?.addEventListener('abort', () => {
        if (isGranted) return
        const at = waiting.indexOf(own)
        if (at >= 0) waiting.splice(at, 1)
        else release(own)
        reject(signal.reason as Error)
      })
      scheduling.later(`${page} locks`, page, () => {
        if (signal?.aborted) return
        if (!held.has(name)) {
          held.set(name, own)
          own.grant()
        } else if (ifAvailable) void new Promise((done) => done(callback(null))).then(resolve, reject)
        else waiting.push(own)
      })
    })

  const storageOf = (page: string): ThreadStorage => {
    const storage = createMemoryStorage({ database, channel: browser.channelOf(page) })
    /** Done when the disk comes to it, answered later; both in the order of the calls, as transactions are. */
    const slow = (name: string, work: () => Promise<unknown>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        scheduling.later(`${page} disk`, page, () => {
          const { disk } = browser
          const isWrite = name === 'write' || name === 'update' || name === 'purge'
          const kind = disk === 'denied' ? 'denied' : disk === 'full' && isWrite ? 'quota' : undefined
          const done = kind
            ? Promise.reject(new StorageError({ kind, message: `The disk is ${disk}.` }))
            : work()
          void done.then(
            (value) => scheduling.later(`${page} answers`, page, () => resolve(value)),
            (error: Error) => scheduling.later(`${page} answers`, page, () => reject(error)),
          )
        })
      })
    return {
      ...storage,
      list: () => slow('list', storage.list) as ReturnType<ThreadStorage['list']>,
      read: (id, ids) => slow('read', () => storage.read(id, ids)) as ReturnType<ThreadStorage['read']>,
      write: (write) => slow('write', () => storage.write(write)) as ReturnType<ThreadStorage['write']>,
      update: (id, change) => slow('update', () => storage.update(id, change)) as Promise<void>,
      purge: (id) => slow('purge', () => storage.purge(id)) as Promise<void>,
      subscribe(listener) {
        listeners.set(page, (listeners.get(page) ?? 0) + 1)
        const remove = storage.subscribe(listener)
        return () => {
          listeners.set(page, listeners.get(page)! - 1)
          remove()
        }
      },
    }
  }

  const browser: Browser = {
    disk: 'fine',
    locks: {
      request: (name, options, callback) =>
        typeof options === 'function'
          ? request(scheduling.page, name, {}, options)
          : request(scheduling.page, name, options, callback!),
      query: async () => ({
        held: [...held.keys()].map((name) => ({ name })),
        pending: waiting.map(({ name }) => ({ name })),
      }),
    },
    channelOf: (page) => () => {
      const id = `${page}#${++opened}`
      const own = { page, listeners: [] as ((event: { data: unknown }) => void)[] }
      channels.set(id, own)
      return {
        postMessage(data) {
          if (dead.has(page)) return
          const copy: unknown = structuredClone(data)
          for (const [other, { page: to }] of channels) {
            if (other === id) continue
            scheduling.later(`${id} to ${other}`, to, () =>
              channels.get(other)?.listeners.forEach((listener) => listener({ data: copy })),
            )
          }
        },
        addEventListener: (_, listener) => void own.listeners.push(listener),
        close: () => void channels.delete(id),
      }
    },
    storageOf,
    locksOf: (page) =>
      [...held.values(), ...waiting].filter((request) => request.page === page).map(({ name }) => name),
    listenersOf: (page) => listeners.get(page) ?? 0,
    kill(page) {
      dead.add(page)
      scheduling.drop(page)
      for (const [id, channel] of channels) if (channel.page === page) channels.delete(id)
      for (let i = waiting.length - 1; i >= 0; i--) if (waiting[i]!.page === page) waiting.splice(i, 1)
      for (const request of [...held.values()]) if (request.page === page) release(request)
    },
  }
  return browser
}
