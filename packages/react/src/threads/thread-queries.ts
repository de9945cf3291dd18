import type { ThreadStorage } from '@antiphon/core/threads'

const numbers = new WeakMap<ThreadStorage, number>()
let count = 0

/** Under which all queries of a storage lie. Two storages in one page do not share answers. */
export function threadsKey(storage: ThreadStorage): readonly unknown[] {
  let number = numbers.get(storage)
  if (number === undefined) numbers.set(storage, (number = ++count))
  return ['antiphon', 'threads', number]
}

/** Lists and searches of a storage that is in the browser work offline, and reading them again is cheap. */
export const threadQuery = { networkMode: 'always', retry: false, staleTime: Infinity } as const
