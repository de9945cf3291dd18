import type { ThreadRecord } from '../storage/types.js'

type ThreadAge = 'pinned' | 'today' | 'yesterday' | 'week' | 'earlier'

/** Threads under one heading: those of a folder, or those of an age that are in none. */
export interface ThreadGroup {
  folder?: string
  age?: ThreadAge
  threads: ThreadRecord[]
}

const DAY = 24 * 60 * 60 * 1000

/** The names of the folders that threads are in, as one looks them up in this language. */
export function foldersOf(threads: readonly ThreadRecord[], locale: string): string[] {
  const names = new Set(threads.flatMap(({ folder }) => folder || []))
  return [...names].toSorted(new Intl.Collator(locale, { numeric: true }).compare)
}

/** The list in the order it comes in: pinned ones, then the folders, then by age. */
export function groupThreads(
  threads: readonly ThreadRecord[],
  now: number,
  locale: string,
): readonly ThreadGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const folders = new Map(
    foldersOf(threads, locale).map((folder): [string, ThreadGroup] => [folder, { folder, threads: [] }]),
  )
  const ages: ThreadGroup[] = []
  for (const thread of threads) {
    const age = ageOf(thread, midnight)
    const group = thread.folder ? folders.get(thread.folder) : ages.find((one) => one.age === age)
    if (group) group.threads.push(thread)
    else ages.push({ age, threads: [thread] })
  }
  const isPinned = ({ age }: ThreadGroup): boolean => age === 'pinned'
  return [...ages.filter(isPinned), ...folders.values(), ...ages.filter((group) => !isPinned(group))]
}

function ageOf({ pinnedAt, updatedAt }: ThreadRecord, midnight: number): ThreadAge {
  if (pinnedAt !== undefined) return 'pinned'
  if (updatedAt >= midnight) return 'today'
  if (updatedAt >= midnight - DAY) return 'yesterday'
  return updatedAt >= midnight - 7 * DAY ? 'week' : 'earlier'
}
