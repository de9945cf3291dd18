/** The part of the Web Locks API that leases need. Pass another one in tests. */
export interface LeaseLocks {
  request(
    name: string,
    options: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean; signal?: AbortSignal },
    callback: (lock: object | null) => unknown,
  ): Promise<unknown>
  query(): Promise<{ held?: { name?: string; mode?: string }[] }>
}

/**
 * A lease is the right to write an answer and to run its calls. One chat in all tabs of a browser has it at a time. When a page
 * dies, the browser frees its leases. Without Web Locks, or when the page may not use them, every lease is granted.
 *
 * One object belongs to one chat and its keeper. All who take the same lease through it share that lease. It is free when all
 * have given it back.
 */
export interface AnswerLeases {
  /**
   * Claims the answer. Resolves with the function that gives it back, or with undefined when another tab, or another chat of this
   * page, has it. Never rejects.
   */
  take(answerId: string): Promise<(() => void) | undefined>
  /** Is it held through this object? */
  holds(answerId: string): boolean
  /** Does anybody have the answer at this moment, this page included? Claims nothing. */
  isTaken(answerId: string): Promise<boolean>
  /** Ids of the answers of this thread that others have: other tabs, and other chats of this page. Claims nothing. */
  takenElsewhere(): Promise<ReadonlySet<string>>
  /** Resolves when nobody has the answer. Never resolves when `signal` fires before that. */
  freed(answerId: string, signal: AbortSignal): Promise<void>
}

interface Claim {
  /** Undefined: refused. */
  release: Promise<(() => void) | undefined>
  /** How many hold it, or wait for the answer. */
  count: number
}

/** How often a claim is tried. A try costs one or two messages to the browser; only a watcher can be in the way between two tries. */
const MAX_TRIES = 100

/**
 * Creates the leases of one thread.
 *
 * @param threadId the name under which the thread is stored: the same one in all tabs.
 * @param locks default: those of the browser, where there are any.
 */
export function createAnswerLeases(
  threadId: string,
  locks: LeaseLocks | undefined = browserLocks(),
): AnswerLeases {
  const prefix = `antiphon answer ${threadId} `
  const nameOf = (answerId: string): string => prefix + answerId
  const claims = new Map<string, Claim>()
  /** Names of the locks that are held here, until the browser has them back. */
  const own = new Set<string>()
  /** Locks on their way back to the browser. A claim that follows at once must not find its own old lock. */
  const returning = new Map<string, Promise<unknown>>()

  /** Names of the locks that somebody has. Those of a watcher are shared. */
  const heldNames = async (): Promise<string[]> => {
    const { held = [] } = (await locks?.query()) ?? {}
    return held.flatMap(({ name = '', mode }) => (mode !== 'shared' && name.startsWith(prefix) ? [name] : []))
  }

  /** Undefined: not available at this moment. */
  const tryTake = (name: string, manager: LeaseLocks): Promise<(() => void) | undefined> =>
    new Promise((resolve, reject) => {
      const done = manager.request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        own.add(name)
        return new Promise<void>((end) => {
          resolve(() => {
            returning.set(name, settled)
            end()
          })
        })
      })
      const settled = done.then(forget, forget)
      done.catch(reject)
      function forget(): void {
        if (returning.get(name) !== settled) return
        returning.delete(name)
        own.delete(name)
      }
    })

  /** Grants every lease, for browsers without locks. */
  const grant = (name: string): (() => void) => {
    own.add(name)
    return () => void own.delete(name)
  }

  const claim = async (name: string): Promise<(() => void) | undefined> => {
    if (!locks) return grant(name)
    try {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        await returning.get(name)
        const release = await tryTake(name, locks)
        if (release) return release
        if ((await heldNames()).includes(name)) return undefined
        // Nobody has it: a tab that waited for it to be freed is being told at this moment.
      }
      return undefined
    } catch {
      // A page may be forbidden to use locks. That must not keep an answer from being written.
      return grant(name)
    }
  }

  return {
    async take(answerId) {
      const name = nameOf(answerId)
      const shared = claims.get(name) ?? { release: claim(name), count: 0 }
      claims.set(name, shared)
      shared.count++
      const release = await shared.release
      if (!release) {
        if (claims.get(name) === shared) claims.delete(name)
        return undefined
      }
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        if (--shared.count > 0) return
        claims.delete(name)
        release()
      }
    },
    holds: (answerId) => own.has(nameOf(answerId)),
    async isTaken(answerId) {
      const names = await heldNames().catch((): string[] => [])
      return names.includes(nameOf(answerId))
    },
    async takenElsewhere() {
      const names = await heldNames().catch((): string[] => [])
      return new Set(names.flatMap((name) => (own.has(name) ? [] : [name.slice(prefix.length)])))
    },
    freed: (answerId, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return
        if (!locks) return resolve()
        // Shared, so that all watchers hear at once. Given back before that, so that the next claim finds the lock free.
        locks
          .request(nameOf(answerId), { mode: 'shared', signal }, () => {})
          .then(
            () => resolve(),
            () => signal.aborted || resolve(),
          )
      }),
  }
}

function browserLocks(): LeaseLocks | undefined {
  return (globalThis as { navigator?: { locks?: LeaseLocks } }).navigator?.locks
}
