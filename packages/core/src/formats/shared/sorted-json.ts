import { isRecord } from '../../errors/is-record.js'

/** JSON text with the keys in order: what a value looks like must not depend on how it was put together. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    isRecord(entry) && Object.getPrototypeOf(entry) === Object.prototype
      ? Object.fromEntries(
          Object.keys(entry)
            .sort()
            .map((key) => [key, entry[key]]),
        )
      : entry,
  )
}
