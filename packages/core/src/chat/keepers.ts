import type { Unsubscribe } from '@antiphon/base'
import type { AnswerLeases } from './leases.js'

/**
 * Keeps a chat in step with a storage and with other tabs. Every field is optional, and a chat can have several keepers. The
 * chat waits for each hook, so a keeper must make sure that its hooks end.
 */
export interface ChatKeeper {
  /** The leases of the thread. The chat takes its leases from here, so that the keeper can tell them from other tabs' leases. */
  leases?: AnswerLeases
  /** Resolves when the stored thread has been read. A message sent before that follows the stored messages. Never rejects. */
  loaded?: Promise<void>
  /** Awaited before every request, for example to store the question first. If it rejects, the answer fails with that error. */
  beforeRequest?(): Promise<void>
  /**
   * Reads what other tabs have stored. Awaited between the claim of an answer at rest and its calls, so that no call runs
   * that already has a result elsewhere. No call at rest runs where it resolves with false, because that could not be read, or with
   * `removed`: the thread was deleted, so results cannot be stored.
   */
  refresh?(): Promise<boolean | 'removed'>
  /**
   * Stores the present state. Awaited before calls begin and before another tab may continue an answer. Resolves with false when an
   * older state is stored and this one could not be: then no `destructive` call begins, because a reload would ask for it again.
   */
  flush?(): Promise<boolean | void>
  /** Called before a result is added to the thread, even after a stop. The returned function is called when it is there. */
  expect?(): () => void
}

/** All keepers of a chat, as one. */
export interface Keepers {
  attach(keeper: ChatKeeper): Unsubscribe
  isLoaded(): boolean
  /** Resolves when every keeper has read what is stored. */
  loaded(): Promise<void>
  /** Rejects with the first failure. */
  beforeRequest(): Promise<void>
  /** The answer of each of them, false for one that fails. Never rejects: a storage that fails says so itself. */
  refresh(): Promise<unknown[]>
  /** False when one of them could not store what a call notes before it begins. Never rejects. */
  flush(): Promise<boolean>
  /** A result is on its way into the thread, until the returned function is called. */
  expect(): () => void
  /** Does one of them learn what other tabs do? */
  canRefresh(): boolean
  /** The leases of a keeper that has some. */
  leases(): AnswerLeases | undefined
}

/** Joins the keepers of one chat, those that are attached later too. */
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
    refresh: () => endsOf(Array.from(keepers, async (keeper) => keeper.refresh?.())),
    async flush() {
      return !(await endsOf(Array.from(keepers, async (keeper) => keeper.flush?.()))).includes(false)
    },
    expect() {
      const ends = Array.from(keepers, (keeper) => keeper.expect?.())
      return () => ends.forEach((end) => end?.())
    },
    canRefresh: () => Array.from(keepers).some(({ refresh }) => refresh),
    leases: () => Array.from(keepers).find((keeper) => keeper.leases)?.leases,
  }
}

async function endsOf(answers: Promise<unknown>[]): Promise<unknown[]> {
  return (await Promise.allSettled(answers)).map((end) => end.status === 'fulfilled' && end.value)
}
