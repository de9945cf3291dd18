import { isRecord, scalarText } from './read-json.js'

const LONG = 24

/**
 * The two most telling arguments of a call, for its one-line row: scalars in the order they were written, flags and
 * nulls only when nothing better is there, a long value last so that the ellipsis takes from it.
 */
export function pickPeek(args: unknown): { key: string; value: string }[] {
  if (!isRecord(args)) return []
  const entries = Object.entries(args).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ key, value: scalarText(value), rank: typeof value === 'boolean' || value === '' ? 1 : 0 }]
      : [],
  )
  return entries
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 2)
    .sort((a, b) => Number(a.value.length > LONG) - Number(b.value.length > LONG))
    .map(({ key, value }) => ({ key, value: firstLine(value) }))
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0]!
  return line.length > 160 || line.length < text.length ? `${line.slice(0, 160)}…` : line
}
