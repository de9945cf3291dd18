import { safeStringify } from '../errors/safe-stringify.js'
import { isRecord, type JsonObject } from '../errors/is-record.js'
import type { ReportRepair } from './types.js'

/**
 * `source[key]` as what it should be. Null and absent are the same (wire-facts 2.2). What `as` has to change is reported
 * with what was made of it; the rule is called after the key.
 */
export function read<T>(
  source: JsonObject,
  key: string,
  as: (value: unknown) => T | undefined,
  where: string,
  report: ReportRepair,
): T | undefined {
  const value = source[key]
  if (value === undefined || value === null) return undefined
  const result = as(value)
  if (result !== value) report(`${key}_type`, `${where}${key}`, value, result)
  return result
}

/** Numbers and booleans become text, a list of text parts its joined texts. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'object') return Array.isArray(value) ? flatText(value) : undefined
  return typeof value === 'string' ? value : safeStringify(value)
}

/** A single object is wrapped. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : isRecord(value) ? [value] : []
}

export function asRecord(value: unknown): JsonObject | undefined {
  return isRecord(value) ? value : undefined
}

/** A whole number from 0, also as text. */
export function asIndex(value: unknown): number | undefined {
  const index = typeof value === 'string' && value !== '' ? Number(value) : value
  return Number.isSafeInteger(index) && (index as number) >= 0 ? (index as number) : undefined
}

/** The text of a value, or the joined texts of a list of parts, whatever a part calls its text. */
export function flatText(value: unknown): string {
  const text = isRecord(value)
    ? (value.text ?? value.summary ?? value.thinking ?? value.reasoning ?? value.refusal)
    : value
  return typeof text === 'string' ? text : Array.isArray(text) ? text.map(flatText).join('') : ''
}

/** Deepest nesting that is kept of values the kit does not know. More would break every reader that recurses. */
const MAX_DEPTH = 64

/** True when `value` nests deeper than any honest payload. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > MAX_DEPTH || Object.values(value).some((child) => isTooDeep(child, depth + 1))
}

/** Calls `keep` for each key that is not among `known` and has a value. What is nested without reason is left out. */
export function readExtras(
  source: JsonObject,
  known: readonly string[],
  where: string,
  report: ReportRepair,
  keep: (key: string, value: unknown) => void,
): void {
  for (const key of Object.keys(source)) {
    const value = source[key]
    if (known.includes(key) || value === null || value === undefined || key === '__proto__') continue
    if (isTooDeep(value)) report('too_deep', where + key, undefined, undefined)
    else keep(key, value)
  }
}
