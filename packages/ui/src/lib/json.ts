import { isRecord } from '@antiphon/base'

/** Levels of a value up to which it is set out. */
const MAX_LEVELS = 200

/** True for a value that is nested too deeply to read. Works without recursion, which could exhaust the stack. */
function isDeep(value: unknown): boolean {
  const seen = new Set<unknown>()
  let level = [value]
  for (let depth = 0; level.length > 0 && depth < MAX_LEVELS; depth++)
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null && seen.size < seen.add(one).size ? Object.values(one) : [],
    )
  return level.length > 0
}

/**
 * Indented JSON of any value; never throws. A deep value shows its first levels and an ellipsis: `JSON.stringify` would run
 * out of stack, and indents grow with the square of the depth.
 */
export function prettyJson(value: unknown, indent?: number): string {
  const levels = new Map<unknown, number>()
  function cut(this: unknown, _: string, inner: unknown): unknown {
    const level = levels.get(this) ?? 0
    levels.set(inner, level + 1)
    return level > MAX_LEVELS ? '…' : inner
  }
  try {
    return JSON.stringify(value, isDeep(value) ? cut : undefined, indent) ?? ''
  } catch (error) {
    return String(error)
  }
}

/**
 * Parses JSON without throwing. `exact` is false when the original text should be shown: a number does not fit a double and
 * would look different, or the value is too `deep` to read.
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
 * Sixteen digits in a row outside a string are more than a double holds, and most exponents of three digits are out of
 * range. The check is cheap, and its errors only show the raw text. `from`: where a text that was checked before has grown.
 */
export function hasLossyNumber(text: string, from = 0): boolean {
  if (from <= OVERLAP) return lossy.test(text) || /^-?\d{16,}/.test(text)
  // A match must end in the new part. It begins at most this far before it.
  return lossy.test(text.slice(from - OVERLAP))
}

const OVERLAP = 64
const lossy = /[:[,\s-]\d{16,}|\d\.\d{16,}|[:[,]\s?-?\d{1,20}(?:\.\d{1,20})?[eE][-+]?\d{3,}/

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

const LONG = 24

/** A path or an address, up to about half a row: where it is the first argument it says most, such as the file of an edit. */
const pathOrAddress = /^(?=\S{1,64}$)\S*[/\\]/

/**
 * The arguments of a call for its one-line row, which shows as many as fit: scalars in the order they were written, flags and
 * empty texts behind them, a long value last so that the ellipsis takes from it.
 */
export function pickPreview(args: unknown): { key: string; value: string }[] {
  if (!isRecord(args)) return []
  const entries = Object.entries(args).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ key, value: scalarText(value), rank: typeof value === 'boolean' || value === '' ? 1 : 0 }]
      : [],
  )
  return entries
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 8)
    .map((one, at) => ({
      ...one,
      isLong: one.value.length > LONG && !(at === 0 && pathOrAddress.test(one.value)),
    }))
    .sort((a, b) => Number(a.isLong) - Number(b.isLong))
    .map(({ key, value }) => ({ key, value: firstLine(value) }))
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > 160 || line.length < text.length ? `${line.slice(0, 160)}…` : line
}
