const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a value has more than `limit` levels of arrays and objects inside of each other, found without recursion. */
function isDeep(value: unknown, limit: number): boolean {
  let level = [value].filter(isNode)
  for (let depth = 0; level.length > 0 && depth <= limit; depth++)
    level = level.flatMap((node) => Object.values(node).filter(isNode))
  return level.length > 0
}

/** A longer text comes only from a value that contains itself. */
const MAX_LENGTH = 1e8

/** `JSON.stringify` without a stack limit. */
function deepJson(root: unknown): string {
  let out = ''
  /** The stack of items to write: texts, and values wrapped in a list. */
  const rest: (string | [unknown])[] = [[root]]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (out.length > MAX_LENGTH) throw new RangeError('too long')
    const value = next[0]
    if (typeof next === 'string') out += next
    else if (!isNode(value)) out += JSON.stringify(value) ?? 'null'
    else {
      const isList = Array.isArray(value)
      const entries = Object.entries(value).filter(
        ([, entry]) => isList || JSON.stringify(isNode(entry) || entry),
      )
      out += isList ? '[' : '{'
      rest.push(isList ? ']' : '}')
      for (let at = entries.length - 1; at >= 0; at--) {
        const [key, entry] = entries[at]!
        rest.push([entry], (at > 0 ? ',' : '') + (isList ? '' : `${JSON.stringify(key)}:`))
      }
    }
  }
  return out
}

/** Values nested deeper than this are written on one line: indents would grow with the square of the depth. */
const MAX_INDENTED = 200

/**
 * JSON text of a value that came out of JSON, however deep it is: `JSON.stringify` runs out of stack at some thousand
 * levels.
 *
 * @param indent Spaces for each level. Default none.
 * @throws TypeError for values that JSON cannot hold, as `JSON.stringify` does.
 */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent && !isDeep(value, MAX_INDENTED) ? indent : 0)
  } catch (error) {
    if (error instanceof RangeError) return deepJson(value)
    throw error
  }
}
