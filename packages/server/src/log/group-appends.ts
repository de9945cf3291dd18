import type { LogKey } from './types.js'

/** One append that waits for its transaction. */
export interface QueuedAppend {
  key: LogKey
  epoch: number
  events: readonly string[]
  isLast: boolean
  resolve(offset: string): void
  reject(error: unknown): void
}

/** Appends in one transaction, at most. */
const MAX_GROUP = 500

/**
 * Batches the appends of many runs: those that come while a transaction is running wait for the next one. A thousand runs that
 * write at once then cost a few transactions instead of a thousand. Two appends of one run never share a group, because a
 * statement changes a row once.
 *
 * @param write settles each append of a group. If it rejects, every append of the group fails.
 */
export function groupAppends(
  write: (group: readonly QueuedAppend[]) => Promise<void>,
): (append: Omit<QueuedAppend, 'resolve' | 'reject'>) => Promise<string> {
  let queue: QueuedAppend[] = []
  let isWriting = false

  const takeGroup = (): QueuedAppend[] => {
    const seen = new Set<string>()
    const group: QueuedAppend[] = []
    const rest: QueuedAppend[] = []
    for (const append of queue) {
      const { userId, threadId, runId } = append.key
      const name = JSON.stringify([userId, threadId, runId])
      if (group.length === MAX_GROUP || seen.has(name)) rest.push(append)
      else group.push(append)
      seen.add(name)
    }
    queue = rest
    return group
  }

  const run = async (): Promise<void> => {
    isWriting = true
    // Appends of timers that are due together share the first transaction.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const group = takeGroup()
      try {
        await write(group)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isWriting = false
  }

  return (append) =>
    new Promise((resolve, reject) => {
      queue.push({ ...append, resolve, reject })
      if (!isWriting) void run()
    })
}
