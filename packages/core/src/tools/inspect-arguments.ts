/** Deeper than this is an attack or an accident; viewers and schemas walk values by recursion. */
export const MAX_ARGUMENT_DEPTH = 500

/**
 * Looks for what parses as JSON but must not reach a tool: a key `__proto__` or a `constructor.prototype` (a careless
 * merge would change the prototype of every object), a number too large for a double, bottomless nesting. Returns what
 * is wrong in words, or undefined.
 */
export function inspectArguments(value: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value === 'number' && !Number.isFinite(next.value))
      return 'A number in them is too large.'
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth > MAX_ARGUMENT_DEPTH) return `They are nested deeper than ${MAX_ARGUMENT_DEPTH} levels.`
    for (const [key, inner] of Object.entries(next.value)) {
      if (key === '__proto__') return 'The key "__proto__" is not accepted.'
      if (
        key === 'constructor' &&
        typeof inner === 'object' &&
        inner !== null &&
        Object.hasOwn(inner, 'prototype')
      ) {
        return 'The key "constructor" with a "prototype" is not accepted.'
      }
      pending.push({ value: inner, depth: next.depth + 1 })
    }
  }
  return undefined
}
