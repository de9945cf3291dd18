import type { FieldPath, FieldStatus, JsonValue } from './types.js'

/**
 * The status of the field at `path`. Fields along `open` are not finished; all others are, because a text grows at one
 * place only. `stopped`: no more text comes.
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
