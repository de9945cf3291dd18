import type { ThreadRecord } from '@antiphon/core/threads'

export type ThreadAge = 'pinned' | 'today' | 'yesterday' | 'week' | 'earlier'

export interface ThreadGroup {
  age: ThreadAge
  threads: ThreadRecord[]
}

const DAY = 24 * 60 * 60 * 1000

/** The list in the order it comes in, by age. */
export function groupThreads(threads: readonly ThreadRecord[], now: number): ThreadGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const groups: ThreadGroup[] = []
  for (const thread of threads) {
    const age = ageOf(thread, midnight)
    const last = groups.at(-1)
    if (last?.age === age) last.threads.push(thread)
    else groups.push({ age, threads: [thread] })
  }
  return groups
}

function ageOf({ pinnedAt, updatedAt }: ThreadRecord, midnight: number): ThreadAge {
  if (pinnedAt !== undefined) return 'pinned'
  if (updatedAt >= midnight) return 'today'
  if (updatedAt >= midnight - DAY) return 'yesterday'
  return updatedAt >= midnight - 7 * DAY ? 'week' : 'earlier'
}
