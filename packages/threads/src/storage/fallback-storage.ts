import { createMemoryStorage } from './memory-storage.js'
import { StorageError, type StorageProblem, type StorageProblemKind } from './problem.js'
import type { ThreadStorage } from './types.js'

/** With these problems nothing can be read either, so nothing is lost by using memory. */
const CLOSED: readonly StorageProblemKind[] = ['denied', 'blocked', 'newer']

/**
 * Uses memory when a storage cannot be opened: denied, blocked by another tab, or of a newer version. `getProblem` then
 * says why. A storage that was open and fails at a write (full disk, lost server) stays in use.
 */
export function withMemoryFallback(primary: ThreadStorage, memory = createMemoryStorage()): ThreadStorage {
  let storage = primary
  let problem: StorageProblem | undefined
  let wasOpen = false
  const call = async <T>(work: (storage: ThreadStorage) => Promise<T>): Promise<T> => {
    const used = storage
    try {
      const result = await work(used)
      wasOpen = true
      return result
    } catch (error) {
      if (used === memory || wasOpen || !(error instanceof StorageError)) throw error
      if (!CLOSED.includes(error.problem.kind)) throw error
      problem = error.problem
      storage = memory
      return work(memory)
    }
  }
  return {
    list: () => call((to) => to.list()),
    read: (threadId, ids) => call((to) => to.read(threadId, ids)),
    write: (write) => call((to) => to.write(write)),
    update: (threadId, change) => call((to) => to.update(threadId, change)),
    purge: (threadId) => call((to) => to.purge(threadId)),
    search: (query) => call((to) => to.search(query)),
    subscribe(listener) {
      const removers = [primary.subscribe(listener), memory.subscribe(listener)]
      return () => removers.forEach((remove) => remove())
    },
    getProblem: () => problem,
    close() {
      primary.close()
      memory.close()
    },
  }
}
