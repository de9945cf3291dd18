import { isRecord, parseJson, type JsonObject } from './json.js'

/** A text, or an empty one for anything else. `String` throws for an object that has a `toString` of its own. */
export const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A number, also one that was written as a text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Seconds below, milliseconds above: the year 5138 in the one, 1973 in the other. */
const MILLISECONDS = 1e11

/** Epoch ms of a time: ISO text, seconds or milliseconds as a number or as text. */
export function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{9,}(?:\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number') {
    if (!Number.isFinite(number) || number <= 0) return undefined
    return Math.round(number < MILLISECONDS ? number * 1000 : number)
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** The sum of those that are numbers; undefined when none is. */
export function sumOf(...values: readonly unknown[]): number | undefined {
  const numbers = values.flatMap((value) => numberOf(value) ?? [])
  return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : undefined
}

/** The value of a JSON text that is an object or a list; anything else as it is. */
export function decodeJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  const decoded = parseJson(value)
  return typeof decoded === 'object' && decoded !== null ? decoded : value
}

/** Entries that should be a list: a list, an object with places as keys, or an entry alone. Nothing for nothing. */
export function entriesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (value === undefined || value === null) return []
  if (!isRecord(value)) return [value]
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key, at) => key === String(at)) ? Object.values(value) : [value]
}

/** Something that should be an object: one, or a list of only one. */
export function recordIn(value: unknown): JsonObject | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isRecord(only) ? only : undefined
}
