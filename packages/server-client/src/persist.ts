import { createListeners, type Listeners, wait } from '@antiphon/base'
import { RunRefusal } from './run-refusal.js'

/** The first pause between two tries, which doubles, and the longest one, in ms. */
const FIRST_MS = 300
const LONGEST_MS = 15_000

/** Called when a server has let somebody in: who waits for a login tries at once. */
export const loggedIn: Listeners = createListeners()

export interface Persistence {
  /** Aborts what is tried, and rejects. */
  signal: AbortSignal
  /** A request that nobody needs after the next login: a 401 is a refusal like any other. Default: it waits for the login. */
  needsLogin?: true
  /** Called with each failure and the time in ms until the next try. */
  onFailure?(error: unknown, pauseMs: number, tries: number): void
}

/**
 * Tries until the server has answered, at once when the browser says that the connection is back or somebody has signed in again. Rejects
 * with its refusal, and when the signal is aborted.
 */
export async function persist<Value>(
  work: (tries: number) => Promise<Value>,
  { signal, needsLogin, onFailure }: Persistence,
): Promise<Value> {
  for (let tries = 1, pause = FIRST_MS; ; tries++, pause = Math.min(pause * 2, LONGEST_MS)) {
    try {
      return await work(tries)
    } catch (error) {
      signal.throwIfAborted()
      const isSignedOut = needsLogin === undefined && isLogin(error)
      if (error instanceof RunRefusal && !isSignedOut) throw error
      onFailure?.(error, pause, tries)
      await untilOnline(pause, signal, isSignedOut)
    }
  }
}

/** Has the session ended? It may be there again in a while. */
export const isLogin = (error: unknown): boolean => error instanceof RunRefusal && error.status === 401

/** Waits, but no longer than until the browser says that the connection is back; or, where that is it, until somebody has signed in. */
export async function untilOnline(ms: number, signal: AbortSignal, isSignedOut = false): Promise<void> {
  const back = new AbortController()
  const onBack = (): void => back.abort()
  const forget = isSignedOut ? loggedIn.add(onBack) : undefined
  const { addEventListener, removeEventListener } = globalThis as Partial<typeof globalThis>
  addEventListener?.('online', onBack)
  try {
    await wait(ms, AbortSignal.any([signal, back.signal]))
  } catch {
    signal.throwIfAborted()
  } finally {
    removeEventListener?.('online', onBack)
    forget?.()
  }
}
