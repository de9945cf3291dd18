import { isRecord } from '@antiphon/base'

/** Throws an error with both values unless they are the same JSON, whatever the order of their keys. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [print(actual), print(expected)]
  if (is !== should) throw new Error(`${what}: expected ${should}, but it is ${is}`)
}

/** Waits for work that must be refused with a `StorageError`. */
export async function expectRefusal(work: Promise<unknown>, what: string): Promise<void> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  const name = failure instanceof Error ? failure.name : 'nothing was thrown'
  if (name !== 'StorageError') throw new Error(`${what}: expected a StorageError, but ${name}`)
}

function print(value: unknown): string {
  if (value === undefined) return 'undefined'
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
