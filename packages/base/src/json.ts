export type JsonObject = Record<string, unknown>

/** True for a plain JSON object: not null, not an array. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The record, or an empty one. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}

export const isList = (value: unknown): value is unknown[] => Array.isArray(value)
/** The list, or none. */
export const listOf = (value: unknown): unknown[] => (isList(value) ? value : [])

/** `value[key]`, or undefined when `value` is not a JSON object. */
export function field(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Leaves out keys without a value, so that equal things are equal objects. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T
}

/** Whether two objects have the same values under the same keys. Absent and undefined are the same. */
export function hasSameFields(
  one: object,
  other: object,
  isSame: (a: unknown, b: unknown) => boolean = Object.is,
): boolean {
  return Object.keys({ ...one, ...other }).every((key) =>
    isSame(Reflect.get(one, key), Reflect.get(other, key)),
  )
}

/** The value of a JSON text, or undefined when the text is not JSON: no JSON text stands for undefined. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
