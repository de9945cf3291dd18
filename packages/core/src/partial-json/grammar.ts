import type { FieldPath, FieldStatus, JsonValue } from './types.js'

/** Where in a JSON text a reader stands, with what has to come there. */
export const expected = {
  value: 'a value',
  firstItem: 'a value or "]"',
  firstKey: 'a key in double quotes or "}"',
  key: 'a key in double quotes',
  colon: 'a colon',
  afterItem: 'a comma or "]"',
  afterField: 'a comma or "}"',
  afterAll: 'nothing more',
  string: 'the rest of a string, line breaks escaped',
  escape: 'an escape such as \\n',
  word: 'the rest of true, false or null',
  number: 'a number as JSON writes it',
}
export type Place = keyof typeof expected

/** Words that stand for a value. */
export const words = ['true', 'false', 'null']

/** An escape or its beginning. */
export const escapePattern = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{0,4})?$/

/** Characters that numbers consist of; what follows is no part of one. */
export const numberCharacters = /[-+.eE\d]*/y

/** The longest beginning of a text that is a number. */
export const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/

/** The longest beginning of a text that is a number or may become one. */
export const numberBeginning = /^-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][-+]?\d*)?)?|[eE][-+]?\d*)?)?/

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
