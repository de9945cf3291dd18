import { isRecord } from '../errors/is-record.js'

/**
 * `incoming` over `existing`, object by object; lists and other values are replaced. Makes new objects and leaves both
 * sides alone. A key named `__proto__` is left out, so nothing reaches a prototype.
 */
export function deepMerge(existing: unknown, incoming: unknown): unknown {
  if (incoming === null || incoming === undefined) return existing
  if (!isRecord(existing) || !isRecord(incoming)) return incoming
  const merged: Record<string, unknown> = { ...existing }
  for (const key of Object.keys(incoming)) {
    if (key !== '__proto__')
      merged[key] = Object.hasOwn(merged, key) ? deepMerge(merged[key], incoming[key]) : incoming[key]
  }
  return merged
}
