/**
 * A copy of checked arguments that nobody can change any more: neither the screen that shows them, nor a gate, nor one
 * tool for the next. Plain objects and arrays are copied and frozen all the way down (an object without a prototype gets
 * the usual one); what a schema made of other kinds (a `Date`, an instance of the host's) is passed as it is.
 */
export function freezeArguments(value: unknown): unknown {
  const copies = new Map<object, object>()
  const copy = (from: unknown): unknown => {
    if (!isPlain(from)) return from
    const known = copies.get(from)
    if (known) return known
    const to: object = Array.isArray(from) ? [] : {}
    copies.set(from, to)
    for (const [key, inner] of Object.entries(from)) {
      Object.defineProperty(to, key, {
        value: copy(inner),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    if (Array.isArray(from)) (to as unknown[]).length = from.length
    return Object.freeze(to)
  }
  return copy(value)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
