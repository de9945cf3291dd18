import { firstOf, formatOffset, placeOf, type LogBounds } from './offset.js'
import { DEFAULT_LOG_TTL_MS, LogRefusal, nameOf, type LogKey, type RunLog } from './types.js'
import { createWaiters, topicOf } from './waiters.js'

export interface MemoryLogOptions {
  /** How long a log is kept after its last event, in ms. Default: a day. */
  ttlMs?: number
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
}

interface Log extends LogBounds {
  userId: string
  epoch: number
  isClosed: boolean
  expiresAt: number
  events: string[]
}

/** Logs that last as long as the process. `eraseUser` removes all of a user. */
export function createMemoryLog(
  options: MemoryLogOptions = {},
): RunLog & { eraseUser(userId: string): void } {
  const { ttlMs = DEFAULT_LOG_TTL_MS, now = Date.now } = options
  const logs = new Map<string, Log>()
  const waiters = createWaiters()

  const find = (key: LogKey): Log | undefined => {
    const log = logs.get(nameOf(key))
    return log && log.expiresAt > now() ? log : undefined
  }
  const sweep = (): void => {
    for (const [name, { expiresAt }] of logs) if (expiresAt <= now()) logs.delete(name)
  }

  return {
    async open(key, epoch) {
      sweep()
      const log = find(key)
      if (!log) {
        const first = firstOf(epoch)
        const expiresAt = now() + ttlMs
        const { userId } = key
        const begun = { userId, epoch, first, last: first - 1, isClosed: false, expiresAt, events: [] }
        logs.set(nameOf(key), begun)
        return
      }
      if (log.isClosed) throw new LogRefusal('closed')
      if (log.epoch > epoch) throw new LogRefusal('fenced')
      log.epoch = epoch
      log.expiresAt = now() + ttlMs
    },
    async append(key, epoch, events, isLast = false) {
      const log = find(key)
      if (!log) throw new LogRefusal('gone')
      if (log.isClosed) throw new LogRefusal('closed')
      if (log.epoch !== epoch) throw new LogRefusal('fenced')
      log.events.push(...events)
      log.last += events.length
      log.isClosed = isLast
      log.expiresAt = now() + ttlMs
      waiters.wake(topicOf(key))
      return formatOffset(log.last)
    },
    read(key, after, reading = {}) {
      const look = async () => {
        const log = find(key)
        const at = log && placeOf(after, log)
        if (!log || at === undefined) return { state: 'gone' as const, events: [], next: after }
        const events = log.events.slice(at + 1 - log.first).map((data, index) => ({
          data,
          offset: formatOffset(at + 1 + index),
        }))
        const state = log.isClosed ? ('closed' as const) : ('open' as const)
        return { state, events, next: formatOffset(at + events.length) }
      }
      return waiters.readWhen(topicOf(key), look, reading, Infinity)
    },
    async status(key) {
      const log = find(key)
      if (!log) return { state: 'gone', next: '-1' }
      return { state: log.isClosed ? 'closed' : 'open', next: formatOffset(log.last) }
    },
    async delete(key) {
      logs.delete(nameOf(key))
      waiters.wake(topicOf(key))
    },
    eraseUser(userId) {
      for (const [name, log] of logs) if (log.userId === userId) logs.delete(name)
      waiters.wakeAll()
    },
    async close() {
      waiters.close()
    },
  }
}
