import type { Unsubscribe } from '../lib/listeners.js'
import type { AnswerLeases } from './leases.js'
import type { ChatKeeper } from './types.js'

/** All keepers of a chat, as one. */
export interface Keepers {
  attach(keeper: ChatKeeper): Unsubscribe
  isLoaded(): boolean
  /** Resolves when every keeper has read what is stored. */
  loaded(): Promise<void>
  /** Rejects with the first failure. */
  beforeRequest(): Promise<void>
  /** False when one of them could not read what other tabs have stored. Never rejects: a storage that fails says so itself. */
  refresh(): Promise<boolean>
  /** False when one of them could not store what a call notes before it begins. Never rejects. */
  flush(): Promise<boolean>
  /** A result is on its way into the thread, until the returned function is called. */
  expect(): () => void
  /** Does one of them learn what other tabs do? */
  canRefresh(): boolean
  /** Those that a keeper brings. */
  leases(): AnswerLeases | undefined
}

export function createKeepers(): Keepers {
  const keepers = new Set<ChatKeeper>()
  const loading = new Set<ChatKeeper>()
  return {
    attach(keeper) {
      keepers.add(keeper)
      if (keeper.loaded) {
        const end = (): void => void loading.delete(keeper)
        loading.add(keeper)
        keeper.loaded.then(end, end)
      }
      return () => {
        keepers.delete(keeper)
        loading.delete(keeper)
      }
    },
    isLoaded: () => loading.size === 0,
    async loaded() {
      while (loading.size > 0) await Promise.allSettled(Array.from(loading, async ({ loaded }) => loaded))
    },
    async beforeRequest() {
      await Promise.all(Array.from(keepers, async (keeper) => keeper.beforeRequest?.()))
    },
    async refresh() {
      return areAll(Array.from(keepers, async (keeper) => keeper.refresh?.()))
    },
    async flush() {
      return areAll(Array.from(keepers, async (keeper) => keeper.flush?.()))
    },
    expect() {
      const ends = Array.from(keepers, (keeper) => keeper.expect?.())
      return () => ends.forEach((end) => end?.())
    },
    canRefresh: () => Array.from(keepers).some(({ refresh }) => refresh),
    leases: () => Array.from(keepers).find((keeper) => keeper.leases)?.leases,
  }
}

async function areAll(answers: Promise<unknown>[]): Promise<boolean> {
  const ends = await Promise.allSettled(answers)
  return ends.every((end) => end.status === 'fulfilled' && end.value !== false)
}
