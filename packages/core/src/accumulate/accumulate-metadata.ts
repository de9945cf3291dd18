import type { Extras } from '../chunk/types.js'

/** Name space of everything in `metadata` that came over the wire without a field of its own. */
const PREFIX = 'wire.'

/** Keeps unknown keys, the last value of each (wire-facts 2.2). Returns whether anything is new. */
export function accumulateMetadata(metadata: Map<string, unknown>, extras: Extras): boolean {
  for (const [key, value] of extras) if (value !== '') metadata.set(PREFIX + key, value)
  return extras.length > 0
}

/** The bag in the order of its keys, so that equal answers are equal objects in print too. */
export function buildMetadata(...bags: ReadonlyMap<string, unknown>[]): Record<string, unknown> | undefined {
  const entries = new Map(bags.flatMap((bag) => [...bag]))
  if (entries.size === 0) return undefined
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
