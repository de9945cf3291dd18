import { isRecord } from '../errors/is-record.js'
import type { Extras, ReportRepair } from './types.js'

/** A text that is not empty. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A text, also an empty one. Numbers and booleans become text, anything else is reported and dropped. */
export function readText(
  value: unknown,
  rule: string,
  where: string,
  report: ReportRepair,
): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  report(rule, where, value, text)
  return text
}

/** A list; a single value is wrapped and reported, null is nothing. */
export function readList(value: unknown, rule: string, where: string, report: ReportRepair): unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  const list = isRecord(value) ? [value] : []
  report(rule, where, value, list)
  return list
}

/** Deepest nesting that is kept of values the kit does not know. More would break every reader that recurses. */
const MAX_DEPTH = 64

/** Keys that are not among `known` and have a value. What is nested without reason is reported and left out. */
export function readExtras(
  source: Record<string, unknown>,
  known: ReadonlySet<string>,
  where: string,
  report: ReportRepair,
): Extras {
  const extras: Extras = []
  for (const key of Object.keys(source)) {
    const value = source[key]
    if (known.has(key) || value === null || value === undefined || key === '__proto__') continue
    if (isTooDeep(value)) report('too_deep', `${where}.${key}`, '(deeply nested value)', undefined)
    else extras.push([key, value])
  }
  return extras
}

/** True when `value` nests deeper than any honest payload. Does not recurse itself. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    const next: unknown[] = []
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue
      for (const child of Object.values(entry))
        if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
  return false
}
