/** Rows of one statement. SQLite takes 32,766 values, and a row has at most four. */
const ROWS_AT_ONCE = 500

/** A list in parts, each of which one statement takes. */
export function inParts<T>(list: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < list.length; at += ROWS_AT_ONCE) parts.push(list.slice(at, at + ROWS_AT_ONCE))
  return parts
}
