import { formatOffset } from './offset.js'
import type { LogPage } from './types.js'

/** The events of the last append of a log, which this process made. */
interface Tail {
  first: number
  last: number
  events: readonly string[]
  /** Epoch ms. */
  expiresAt: number
}

/** Logs whose last append is remembered. */
const MAX_TAILS = 10_000

/**
 * The last appends of this process, so that its own readers, who wait at the end, ask the database nothing. Whatever is not here,
 * the database says.
 */
export interface Tails {
  set(name: string, tail: Tail): void
  delete(name: string): void
  /**
   * The events behind an offset, where the last append has them all. An empty page says that the reader is at the end; one that
   * was woken asks the database then, because another process may have written.
   */
  after(name: string, at: number, now: number): LogPage | undefined
}

export function createTails(): Tails {
  const tails = new Map<string, Tail>()
  return {
    set(name, tail) {
      tails.delete(name)
      tails.set(name, tail)
      if (tails.size > MAX_TAILS) tails.delete(tails.keys().next().value!)
    },
    delete: (name) => void tails.delete(name),
    after(name, at, now) {
      const tail = tails.get(name)
      if (!tail || tail.expiresAt <= now || at < tail.first - 1 || at > tail.last) return undefined
      const events = tail.events.slice(at + 1 - tail.first).map((data, index) => ({
        data,
        offset: formatOffset(at + 1 + index),
      }))
      return { state: 'open', events, next: formatOffset(tail.last) }
    },
  }
}
