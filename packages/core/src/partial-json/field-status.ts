import type { FieldPath, FieldStatus, JsonValue } from './types.js'

/**
 * How far the field at `path` has come in a value of which the fields along `open` are not finished. Every other one is:
 * a text has one place at which it grows. `stopped`: nothing comes any more.
 */
export function fieldStatus(
  value: JsonValue | undefined,
  open: FieldPath | undefined,
  stopped: boolean,
  path: FieldPath,
): FieldStatus {
  const grows =
    open !== undefined &&
    path.length <= open.length &&
    path.every((key, depth) => String(key) === String(open[depth]))
  if (grows) return stopped ? 'cut-off' : 'arriving'
  return has(value, path) ? 'complete' : 'absent'
}

function has(value: JsonValue | undefined, path: FieldPath): boolean {
  let at = value
  for (const key of path) {
    const inside = Array.isArray(at) ? key !== 'length' : typeof at === 'object' && at !== null
    if (!inside || !Object.hasOwn(at as object, key)) return false
    at = (at as Record<string | number, JsonValue>)[key]
  }
  return at !== undefined
}
