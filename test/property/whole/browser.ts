import {
  createMemoryStorage,
  StorageError,
  type MemoryDatabase,
  type ThreadStorage,
  type OpenTabChannel,
} from '@antiphon/threads'
import { createLockTable, type PageLocks } from './locks.js'
import type { Scheduling } from './scheduling.js'

/** The parts that all tabs of one browser share: locks, a channel, and a disk that can be full. */
export interface Browser {
  /** `navigator.locks` of whichever page runs now. */
  readonly locks: PageLocks
  channelOf(page: string): OpenTabChannel
  storageOf(page: string): ThreadStorage
  /** The response of the disk to the next calls. */
  disk: 'fine' | 'full' | 'denied'
  /** It has not always been fine, or not in time: tabs may not know of what others did. */
  wasBroken: boolean
  /** Names of the locks that a page holds or waits for. */
  locksOf(page: string): string[]
  /** Counts what was written. */
  writes(): number
  /** Listeners of a page to its storage. */
  listenersOf(page: string): number
  /** The page is gone, and what it held with it. */
  kill(page: string): void
}

/**
 * A tab waits 3 s for what others have stored, and goes on without. It asks the locks twice and the disk once or twice: something of that
 * took this long.
 */
const LATE_MS = 1000

const TO = ' tells '
/** Does this lane hold what one tab tells another? */
export const isNews = (lane: string): boolean => lane.includes(TO)

export function createBrowser(database: MemoryDatabase, scheduling: Scheduling): Browser {
  const lockTable = createLockTable(scheduling)
  const channels = new Map<string, { page: string; listeners: ((event: { data: unknown }) => void)[] }>()
  const listeners = new Map<string, number>()
  const dead = new Set<string>()
  let opened = 0
  let writes = 0
  let wasBroken = false

  const storageOf = (page: string): ThreadStorage => {
    const storage = createMemoryStorage({ database, channel: browser.channelOf(page) })
    /** Done when the disk comes to it, answered later; both in the order of the calls, as transactions are. */
    const slow = (name: string, work: () => Promise<unknown>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        scheduling.later(`${page} disk`, page, () => {
          const { disk } = browser
          const isWrite = name === 'write' || name === 'update' || name === 'purge'
          const kind = disk === 'denied' ? 'denied' : disk === 'full' && isWrite ? 'quota' : undefined
          if (isWrite) writes++
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
    get wasBroken() {
      return wasBroken || scheduling.longestWait((lane) => / (disk|answers|locks)$/.test(lane)) >= LATE_MS
    },
    set wasBroken(value) {
      wasBroken = value
    },
    locks: lockTable.locks,
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
            scheduling.later(`${id}${TO}${other}`, to, () =>
              channels.get(other)?.listeners.forEach((listener) => listener({ data: copy })),
            )
          }
        },
        addEventListener: (_, listener) => void own.listeners.push(listener),
        close: () => void channels.delete(id),
      }
    },
    storageOf,
    writes: () => writes,
    locksOf: lockTable.namesOf,
    listenersOf: (page) => listeners.get(page) ?? 0,
    kill(page) {
      dead.add(page)
      scheduling.drop(page)
      for (const [id, channel] of channels) if (channel.page === page) channels.delete(id)
      lockTable.kill(page)
    },
  }
  return browser
}
