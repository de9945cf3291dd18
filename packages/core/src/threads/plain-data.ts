/** Nested deeper than this, a value is replaced by a word. */
const MAX_DEPTH = 1000

/**
 * The value as JSON has it: what a tool put into `details` may hold functions, dates or cycles, and no storage may fail
 * for them. Returns the same object when it is plain already.
 */
export function plainData<T>(value: T): T {
  return plain(value, []) as T
}

/** Are both the same as JSON? */
export function isSameData(a: unknown, b: unknown): boolean {
  return JSON.stringify(plainData(a)) === JSON.stringify(plainData(b))
}

function plain(value: unknown, above: readonly unknown[]): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return String(value)
    case 'object':
      break
    default:
      return undefined
  }
  if (value === null) return null
  if (above.includes(value)) return '[circular]'
  if (above.length > MAX_DEPTH) return '[nested too deeply]'
  const path = [...above, value]
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item, path) ?? null)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return plain(toJSON.call(value), path)
  let same = isPlain(value)
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const next = plain(item, path)
    if (next !== item || next === undefined) same = false
    return next === undefined ? [] : [[key, next] as const]
  })
  // `fromEntries` defines, so a key `__proto__` stays a key.
  return same ? value : Object.fromEntries(entries)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
