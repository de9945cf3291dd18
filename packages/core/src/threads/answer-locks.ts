/** The part of the Web Locks API that is needed, so that it can be given. */
export interface AnswerLockManager {
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    callback: (lock: object | null) => unknown,
  ): Promise<unknown>
}

/**
 * Tells an answer that another tab is writing from one that was interrupted: whoever writes one holds a lock of its name,
 * and the browser takes that away with the tab, however it went.
 */
export interface AnswerLocks {
  /** Holds the lock until the returned function is called. */
  hold(messageId: string): () => void
  /** Is it being written somewhere else? */
  isHeld(messageId: string): Promise<boolean>
  /** Resolves when nobody writes it any more; never, when `signal` fires before that. */
  released(messageId: string, signal: AbortSignal): Promise<void>
}

/** Tells which answers are being written by some tab, by Web Locks. Default: the browser's, where there are any. */
export function createAnswerLocks(manager: AnswerLockManager | undefined = browserLocks()): AnswerLocks {
  const nameOf = (messageId: string): string => `antiphon answer ${messageId}`
  return {
    hold(messageId) {
      let release = (): void => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      // Locks that are there but forbidden: an answer may then look interrupted in another tab until it is finished.
      manager?.request(nameOf(messageId), {}, () => held).catch(() => {})
      return release
    },
    isHeld: (messageId) =>
      manager
        ? new Promise((resolve) => {
            manager
              .request(nameOf(messageId), { ifAvailable: true }, (lock) => resolve(lock === null))
              .catch(() => resolve(false))
          })
        : Promise.resolve(false),
    released: (messageId, signal) =>
      new Promise((resolve) => {
        if (!manager) return resolve()
        manager
          .request(nameOf(messageId), { signal }, () => resolve())
          .catch(() => signal.aborted || resolve())
      }),
  }
}

function browserLocks(): AnswerLockManager | undefined {
  return (globalThis as { navigator?: { locks?: AnswerLockManager } }).navigator?.locks
}
