import { isDeep } from './json-text.js'

/**
 * A JSON text read without throwing. `exact` is false when it is better shown as it was written: a number in it does not fit and
 * would show changed, or it is `deep`, nested further than anybody can follow.
 */
export type JsonReading = { ok: true; value: unknown; exact: boolean; deep?: boolean } | { ok: false }

export function readJson(text: string): JsonReading {
  try {
    const value: unknown = JSON.parse(text)
    const deep = isDeep(value)
    return { ok: true, value, exact: !deep && !hasLossyNumber(text), deep }
  } catch {
    return { ok: false }
  }
}

/**
 * Sixteen digits in a row outside a string are more than a double holds, and an exponent of three digits is mostly none
 * that it has. Cheap, and wrong only towards showing the raw text. `from`: where a text that was looked at before has grown.
 */
export function hasLossyNumber(text: string, from = 0): boolean {
  if (from <= OVERLAP) return lossy.test(text) || /^-?\d{16,}/.test(text)
  // What is found must end in the new part, and begins at most this much before it.
  return lossy.test(text.slice(from - OVERLAP))
}

const OVERLAP = 64
const lossy = /[:[,\s-]\d{16,}|\d\.\d{16,}|[:[,]\s?-?\d{1,20}(?:\.\d{1,20})?[eE][-+]?\d{3,}/

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** A value as one line, strings without quotes. `null`, `false`, `0` and `""` print as themselves. */
export function scalarText(value: string | number | boolean | null): string {
  if (Object.is(value, -0)) return '-0'
  return typeof value === 'string' ? (value === '' ? '""' : value) : String(value)
}

export function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
