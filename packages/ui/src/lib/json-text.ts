/** Levels of a value up to which it is set out. */
const MAX_LEVELS = 200

/** Whether a value is nested further than anybody can follow. Needs no recursion, which would end with the stack. */
export function isDeep(value: unknown): boolean {
  const seen = new Set<unknown>()
  let level = [value]
  for (let depth = 0; level.length > 0 && depth < MAX_LEVELS; depth++)
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null && seen.size < seen.add(one).size ? Object.values(one) : [],
    )
  return level.length > 0
}

/**
 * JSON text to look at, of whatever it is; never throws. Of a deep value the first levels, with an ellipsis for what is below:
 * `JSON.stringify` would run out of stack, and indents grow with the square of the depth.
 */
export function jsonText(value: unknown, indent?: number): string {
  const levels = new Map<unknown, number>()
  function cut(this: unknown, _: string, inner: unknown): unknown {
    const level = levels.get(this) ?? 0
    levels.set(inner, level + 1)
    return level > MAX_LEVELS ? '…' : inner
  }
  try {
    return JSON.stringify(value, isDeep(value) ? cut : undefined, indent) ?? ''
  } catch (error) {
    return String(error)
  }
}
