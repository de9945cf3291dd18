import { isList, type JsonObject } from './json.js'

/** Reports a value of the wrong shape: the rule, its path, the value that was found and the value that was read. */
export type ReportReading = (rule: string, where: string, before: unknown, after: unknown) => void

/** Joins two ways: `messages[1]` and `parts[0]` → `messages[1].parts[0]`. */
export function joinPath(base: string, path: string): string {
  return base === '' || path === '' || path.startsWith('[') ? base + path : `${base}.${path}`
}

export const isText = (value: unknown): value is string => typeof value === 'string'
/** True for a record of fields. Lists, bytes, files and dates are objects, but no records. */
export const isPlainRecord = (value: unknown): value is JsonObject =>
  Object.prototype.toString.call(value) === '[object Object]'

/** Reads keys of a record by their type. Null and absent are the same; a value of another type is reported and not read. */
export function typedReader(source: JsonObject, where: string, report: ReportReading) {
  return <T>(key: string, is: (value: unknown) => value is T): T | undefined => {
    const value = source[key] ?? undefined
    if (value === undefined || is(value)) return value
    report('wrong_type', joinPath(where, key), value, undefined)
    return undefined
  }
}

/** `typedReader` by the names of the types. */
interface FieldReader {
  text(key: string): string | undefined
  number(key: string): number | undefined
  flag(key: string): boolean | undefined
  record(key: string): JsonObject | undefined
  list(key: string): unknown[] | undefined
}

export function fieldReader(source: JsonObject, where: string, report: ReportReading): FieldReader {
  const read = typedReader(source, where, report)
  return {
    text: (key) => read(key, isText),
    number: (key) => read(key, (value) => typeof value === 'number'),
    flag: (key) => read(key, (value) => typeof value === 'boolean'),
    record: (key) => read(key, isPlainRecord),
    list: (key) => read(key, isList),
  }
}

/** Reads the entries of a list that are records; the others are reported. The list itself where no entry changes. */
export function readEach<T>(
  list: readonly unknown[],
  where: string,
  report: ReportReading,
  read: (entry: JsonObject, where: string, at: number) => T,
): T[] {
  const result = list.flatMap((entry, at) => {
    const place = `${where}[${at}]`
    if (isPlainRecord(entry)) return [read(entry, place, at)]
    report('wrong_type', place, entry, undefined)
    return []
  })
  return sameList(list, result)
}

/** Returns the list itself when nothing in it changes, for readers that compare by identity. */
export function sameList<T>(before: readonly unknown[], after: readonly T[]): T[] {
  const same = before.length === after.length && after.every((entry, i) => entry === before[i])
  return (same ? before : after) as T[]
}

/** The entries of a list that are records, with their places. */
export function recordsOf(list: readonly unknown[] | undefined, where: string, report: ReportReading) {
  return readEach(list ?? [], where, report, (entry, place, at) => ({ entry, where: place, at }))
}
