import type { Timeline } from './types.js'

/** Index of the row that went wrong; if all are readable, of the last data row, which says how the answer ended. -1 without one. */
export function failingRow({ rows }: Pick<Timeline, 'rows'>): number {
  const odd = rows.findIndex((row) => row.kind === 'unparsed' || row.isError || row.isCut)
  return odd >= 0 ? odd : rows.findLastIndex(({ kind }) => kind === 'data')
}

/** Bytes of the answer up to the end of the row that went wrong. */
export function failingByte(timeline: Pick<Timeline, 'rows' | 'length'>): number {
  return timeline.rows[failingRow(timeline)]?.end ?? timeline.length
}
