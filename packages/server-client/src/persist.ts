import { wait } from '@antiphon/base'
import { RunRefusal } from './run-client.js'

/** The first pause between two tries, which doubles, and the longest one, in ms. */
const FIRST_MS = 300
const LONGEST_MS = 15_000

export interface Persistence {
  /** Aborts what is tried, and rejects. */
  signal: AbortSignal
  /** Called with each failure and the time in ms until the next try. */
  onFailure?(error: unknown, pauseMs: number, tries: number): void
}

/**
 * Tries until the server has answered, at once when the browser says that the connection is back. Rejects with its refusal, and when
 * the signal is aborted.
 */
export async function persist<Value>(
  work: (tries: number) => Promise<Value>,
  { signal, onFailure }: Persistence,
): Promise<Value> {
  for (let tries = 1, pause = FIRST_MS; ; tries++, pause = Math.min(pause * 2, LONGEST_MS)) {
    try {
      return await work(tries)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RunRefusal) throw error
      onFailure?.(error, pause, tries)
      await untilOnline(pause, signal)
    }
  }
}

/** Waits, but no longer than until the browser says that the connection is back. */
export async function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController()
  const onBack = (): void => back.abort()
  const { addEventListener, removeEventListener } = globalThis as Partial<typeof globalThis>
  addEventListener?.('online', onBack)
  try {
    await wait(ms, AbortSignal.any([signal, back.signal]))
  } catch {
    signal.throwIfAborted()
  } finally {
    removeEventListener?.('online', onBack)
  }
}
