import { isRecord, type JsonObject } from '@antiphon/base'

/** A value in the form that a format reads, and the fields that were around it. */
export interface Unwrapped {
  value: unknown
  around?: JsonObject
}

/** The list under a key of an object, with the other keys around it; undefined where there is none. */
export function listUnder(value: unknown, key: string): Unwrapped | undefined {
  if (!isRecord(value) || !Array.isArray(value[key])) return undefined
  const { [key]: list, ...around } = value
  return { value: list, around }
}

/** Each entry of a list in another form; undefined where none has one. */
export function eachEntry(
  value: unknown,
  change: (entry: JsonObject) => JsonObject | undefined,
): Unwrapped | undefined {
  if (!Array.isArray(value)) {
    const only = isRecord(value) ? change(value) : undefined
    return only && { value: only }
  }
  let isChanged = false
  const list = (value as unknown[]).map((entry) => {
    const made = isRecord(entry) ? change(entry) : undefined
    isChanged ||= made !== undefined
    return made ?? entry
  })
  return isChanged ? { value: list } : undefined
}
