import { entriesIn, isRecord, type JsonObject } from '@antiphon/base'

/** How one system writes a conversation that has the usual messages under other keys. */
export interface Dialect {
  /** The system, as the document's shape. */
  shape: string
  /** The entries of a conversation; undefined for a conversation of another system. A bare list is given as `{ messages }`. */
  entriesOf(conversation: JsonObject): readonly unknown[] | undefined
  /** The messages of an entry as the frameworks write them, or a word for its kind where it makes none. */
  messagesOf(entry: JsonObject, at: number): readonly JsonObject[] | string
  /** The place of an entry among versions, in a system that keeps them. */
  placeOf?(entry: JsonObject): { id: string; parent: string | undefined }
  /** The last entry of the path that is shown. Default: the last one. */
  leafOf?(conversation: JsonObject): string | undefined
  /** The key that tells the conversations of one list apart. */
  groupBy?: string
}

/** The list under a key, where one of its first entries is of the system. */
export function listOf(
  list: unknown,
  isEntry: (entry: JsonObject) => boolean,
): readonly unknown[] | undefined {
  if (!Array.isArray(list)) return undefined
  const isOwn = (entry: unknown): boolean =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) && isEntry(entry as JsonObject)
  return list.slice(0, 20).some(isOwn) ? (list as unknown[]) : undefined
}

/** The records of a list, and those that are each in a list of their own. */
export const recordsIn = (value: unknown): JsonObject[] =>
  entriesIn(value)
    .flatMap((entry): unknown => entry)
    .filter(isRecord)

/** Oldest first. Some systems list the newest first. */
export function oldestFirst(list: readonly unknown[], key: string): readonly unknown[] {
  const timeOf = (entry: unknown): number => {
    const value = (entry as JsonObject | null)?.[key]
    return typeof value === 'number' ? value : Date.parse(String(value))
  }
  return timeOf(list[0]) > timeOf(list.at(-1)) ? list.toReversed() : list
}
