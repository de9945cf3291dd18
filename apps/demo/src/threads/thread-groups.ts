import type { ThreadRecord } from '@antiphon/core/threads'

export interface ThreadGroup {
  name: string
  threads: ThreadRecord[]
}

const DAY = 24 * 60 * 60 * 1000

/** The list in the order it comes in, under the names of days. */
export function groupThreads(threads: readonly ThreadRecord[], now: number): ThreadGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const groups: ThreadGroup[] = []
  for (const thread of threads) {
    const name = nameOf(thread, midnight)
    const last = groups.at(-1)
    if (last?.name === name) last.threads.push(thread)
    else groups.push({ name, threads: [thread] })
  }
  return groups
}

function nameOf({ pinnedAt, updatedAt }: ThreadRecord, midnight: number): string {
  if (pinnedAt !== undefined) return 'Pinned'
  if (updatedAt >= midnight) return 'Today'
  if (updatedAt >= midnight - DAY) return 'Yesterday'
  return updatedAt >= midnight - 7 * DAY ? 'Last 7 days' : 'Earlier'
}
