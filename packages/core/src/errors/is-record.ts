export type JsonObject = Record<string, unknown>

/** True for a plain JSON object: not null, not an array. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `value[key]`, or undefined where `value` is no object that could have it. */
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
