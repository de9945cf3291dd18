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
 * The right to write an answer and to run its calls. One chat in all tabs of the browser has it at a time. The browser takes it
 * away from a page that dies. Where there are no Web Locks, or the page may not use them, every lease is granted.
 */
export interface AnswerLeases {
  /**
   * Claims the answer for the caller. Resolves with the function that gives it back, or with undefined when another tab, or
   * another chat of this page, has it. Never rejects.
   */
  take(answerId: string): Promise<(() => void) | undefined>
  /** Does anybody have the answer at this moment, this page included? Claims nothing. */
  isTaken(answerId: string): Promise<boolean>
  /** Resolves when nobody has the answer. Never resolves when `signal` fires before that. */
  freed(answerId: string, signal: AbortSignal): Promise<void>
}

/** Each try costs one or two messages to the browser; what can be in the way between two tries is only a watcher. */
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
  const nameOf = (answerId: string): string => `antiphon answer ${threadId} ${answerId}`
  /** Leases that were given back here, until the browser has them: who takes one again at once must not find his own. */
  const returning = new Map<string, Promise<unknown>>()

  const isHeld = async (name: string): Promise<boolean> => {
    const { held = [] } = (await locks?.query()) ?? {}
    return held.some((lock) => lock.name === name && lock.mode !== 'shared')
  }

  /** Undefined: not available at this moment. */
  const tryTake = (name: string): Promise<(() => void) | undefined> =>
    new Promise((resolve, reject) => {
      const done = locks!.request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((end) => {
          resolve(() => {
            const settled = done.then(forget, forget)
            returning.set(name, settled)
            end()
            function forget(): void {
              if (returning.get(name) === settled) returning.delete(name)
            }
          })
        })
      })
      done.catch(reject)
    })

  return {
    async take(answerId) {
      if (!locks) return () => {}
      const name = nameOf(answerId)
      try {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          await returning.get(name)
          const release = await tryTake(name)
          if (release) return release
          if (await isHeld(name)) return undefined
          // Nobody has it: a tab that waited for it to be freed is being told at this moment.
        }
        return undefined
      } catch {
        // Locks that are there but forbidden must not keep an answer from being written.
        return () => {}
      }
    },
    isTaken: (answerId) => isHeld(nameOf(answerId)).catch(() => false),
    freed: (answerId, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return
        if (!locks) return resolve()
        // Shared: all who wait are told at once. It is given back before that, so that a claim that follows finds it free.
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
