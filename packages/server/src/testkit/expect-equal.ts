import { isRecord } from '@antiphon/base'

/** Throws an error with both values unless they are the same JSON, whatever the order of their keys. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [print(actual), print(expected)]
  if (is !== should) throw new Error(`${what}: expected ${should}, but it is ${is}`)
}

function print(value: unknown): string {
  if (value === undefined) return 'undefined'
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
