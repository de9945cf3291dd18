import { setBrowserTimer } from '../saver/page-events.js'
import { createMemoryStorage } from './memory-storage.js'
import { StorageError, type StorageProblem, type StorageProblemKind } from './problem.js'
import { checkThread } from './read-threads.js'
import type { NodeRecord, ThreadEvent, ThreadStorage } from './types.js'

/** With these problems nothing can be read either, so nothing is lost by using memory. */
const CLOSED: readonly StorageProblemKind[] = ['denied', 'blocked', 'newer']
/** Pause between two tries to open a storage that another tab blocks. */
const RETRY_MS = 10_000

/**
 * Uses memory when a storage cannot be opened: denied, blocked by another tab, or of a newer version. `getProblem` then
 * says why. One that is blocked is tried again at each call and every 10 s; when it opens, it takes what waits in memory, and
 * everything goes on there. A storage that was open and fails at a write (full disk, lost server) stays in use.
 */
export function withMemoryFallback(
  primary: ThreadStorage,
  memory = createMemoryStorage(),
  setTimer = setBrowserTimer,
): ThreadStorage {
  let storage = primary
  let problem: StorageProblem | undefined
  let wasOpen = false
  const listeners = new Set<(event: ThreadEvent) => void>()
  const running = new Set<Promise<unknown>>()
  let moving: Promise<void> | undefined
  let isTrying = false
  let isClosed = false
  let cancelRetry = (): void => {}

  const call = async <T>(work: (storage: ThreadStorage) => Promise<T>): Promise<T> => {
    void tryAgain()
    // Only where there is one: a call that has begun must be among those that the move waits for.
    if (moving) await moving.catch(() => {})
    const used = storage
    try {
      const result = await track(work(used))
      wasOpen = true
      return result
    } catch (error) {
      if (used === memory || wasOpen || !(error instanceof StorageError)) throw error
      if (!CLOSED.includes(error.problem.kind)) throw error
      problem = error.problem
      storage = memory
      retryLater()
      return track(work(memory))
    }
  }
  const track = <T>(work: Promise<T>): Promise<T> => {
    const end = (): void => void running.delete(work)
    running.add(work)
    work.then(end, end)
    return work
  }
  const retryLater = (): void => {
    cancelRetry()
    if (problem?.kind === 'blocked' && !isClosed) cancelRetry = setTimer(() => void tryAgain(), RETRY_MS)
  }

  /** Nobody waits for the try itself: a storage takes a second to say that it is still blocked. */
  const tryAgain = async (): Promise<void> => {
    if (isTrying || isClosed || problem?.kind !== 'blocked') return
    isTrying = true
    try {
      await primary.list()
      moving = moveIn()
      await moving
    } catch {
      // The storage is still blocked, or failed while the threads were moved to it. They stay in memory.
      retryLater()
    } finally {
      isTrying = false
    }
  }
  const moveIn = async (): Promise<void> => {
    try {
      await Promise.allSettled(running)
      for (const record of await memory.list()) await moveThread(record)
      const all = await primary.list()
      wasOpen = true
      storage = primary
      problem = undefined
      for (const record of all) {
        const thread = checkThread(record)
        if (!('ok' in thread)) continue
        const event: ThreadEvent = { threadId: thread.ok.id, type: 'nodes', here: false }
        for (const listener of Array.from(listeners)) listener(event)
      }
    } finally {
      moving = undefined
    }
  }
  const moveThread = async (record: unknown): Promise<void> => {
    const thread = checkThread(record)
    if (!('ok' in thread)) return
    const { id: threadId, title, chosen, updatedAt: at, purged } = thread.ok
    const { pinnedAt, folder, removedAt, unreadAt } = thread.ok
    if (purged) return primary.purge(threadId)
    const nodes = ((await memory.read(threadId))?.nodes ?? []) as NodeRecord[]
    await primary.write({ threadId, known: false, nodes, chosen, title, at, durability: 'strict' })
    await primary.update(threadId, { pinnedAt, folder, removedAt, unreadAt })
  }

  return {
    list: () => call((to) => to.list()),
    read: (threadId, ids) => call((to) => to.read(threadId, ids)),
    write: (write) => call((to) => to.write(write)),
    update: (threadId, change) => call((to) => to.update(threadId, change)),
    purge: (threadId) => call((to) => to.purge(threadId)),
    search: (query) => call((to) => to.search(query)),
    subscribe(listener) {
      listeners.add(listener)
      const removers = [primary.subscribe(listener), memory.subscribe(listener)]
      return () => {
        listeners.delete(listener)
        removers.forEach((remove) => remove())
      }
    },
    getProblem: () => problem,
    close() {
      isClosed = true
      cancelRetry()
      primary.close()
      memory.close()
    },
  }
}
