import { isRecord, parseJson, type JsonObject } from '@antiphon/base'

/** Places that are tried. More openings in one broken line are its own objects. */
const MOST = 200

/**
 * The whole record at the end of a line whose own record breaks off: two programs wrote into one log, or one was stopped
 * and went on. Undefined when the line has none.
 *
 * @param text The last entry of the broken record, up to the end of the line.
 * @param broken What was read of the broken record before.
 */
export function recordBehind(text: string, broken: JsonObject | undefined): JsonObject | undefined {
  let at = text.indexOf('{"', 1)
  for (let tried = 0; at >= 0 && tried < MOST; tried++) {
    const value = parseJson(text.slice(at))
    if (isRecord(value) && (isAbrupt(text, at) || isAlike(value, broken))) return value
    at = text.indexOf('{"', at + 1)
  }
  return undefined
}

/** An object of the record itself follows a colon, a comma or a bracket. */
const isAbrupt = (text: string, at: number): boolean => !/[:,[]\s*$/.test(text.slice(Math.max(0, at - 8), at))

/** An object inside the record seldom has the keys with which the record begins. */
function isAlike(value: JsonObject, broken: JsonObject | undefined): boolean {
  const first = Object.keys(broken ?? {}).slice(0, 2)
  return first.length === 2 && first.every((key) => key in value)
}
