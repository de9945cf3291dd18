// JSON helpers for requests, readers and logs. A page that only shows messages does not load them.

/** Deepest nesting that is copied. Nobody sends deeper JSON, and the recursion would need too much stack. */
const MAX_DEPTH = 500

/**
 * A copy that shares nothing with `value` and holds only what JSON can hold. Functions, cycles and what lies deeper than 500
 * levels are left out, big integers become text, NaN becomes null, and `toJSON` counts. Throws only what a getter throws.
 */
export function copyJson(value: unknown, above: readonly object[] = []): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (above.length === MAX_DEPTH || above.includes(value)) return undefined
  const inside = [...above, value]
  if ('toJSON' in value && typeof value.toJSON === 'function') return copyJson(value.toJSON(), inside)
  if (Array.isArray(value)) return value.map((entry: unknown) => copyJson(entry, inside) ?? null)
  const entries = Object.entries(value).map(([key, entry]) => [key, copyJson(entry, inside)] as const)
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
}

/** Are both the same as JSON? */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(copyJson(a)) === JSON.stringify(copyJson(b))
}

/** JSON text of anything, without ever throwing: cycles, big integers and bottomless nesting become a plain word. */
export function safeStringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/** True when `text` could be the beginning of a JSON object or list that was cut off. Linear; tells, does not parse. */
export function isJsonPrefix(text: string): boolean {
  const bare = text
    .trim()
    .replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, '"')
    .replace(/\s+/g, '')
  if (!/^[{[]/.test(bare) || /\{[^"}]/.test(bare)) return false
  const words = bare.match(/[^{}[\],:"]+/g) ?? []
  return words.every(
    (word) =>
      /^-?[\d.eE+-]*$/.test(word) || ['true', 'false', 'null'].some((known) => known.startsWith(word)),
  )
}
