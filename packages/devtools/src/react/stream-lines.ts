import type { RowFeed, WireRow } from '../types.js'

/** A line of the list: a row, or the head over rows that follow each other and fed the same part of the answer. */
export interface StreamLine {
  /** Index of the row; of a head, of the last row below it. */
  row: number
  /** The rows below a head. */
  group?: { first: number; last: number; isOpen: boolean }
  /** 1, and 2 below a head. Place among the lines of its level, from 1, and how many they are. */
  level: 1 | 2
  position: number
  size: number
}

/** The lines of a stream. Nothing is made for a line before it is asked for. */
export interface StreamLines {
  count: number
  at(line: number): StreamLine | undefined
  /** The line that shows a row: its own, or the head of its closed group. With `isHead` the head of its group in any case. */
  lineOf(row: number, isHead?: boolean): number
  /** First row of the group that a row is in; undefined for a row by itself. */
  groupOf(row: number): number | undefined
}

/** Fewer rows than this are not grouped, because a head over two saves only one line. */
const LEAST = 3

/** The key of the part that a feed belongs to. */
export function partOf(feed: RowFeed): string {
  return feed.part === 'tool_call' ? `call ${feed.callIndex}` : feed.part
}

/** A key that equal neighbouring rows share; undefined for a row that deserves a line of its own. */
function sameness({ kind, feeds, isError, isCut }: WireRow): string | undefined {
  const [feed] = feeds
  if (kind !== 'data' || isError || isCut || !feed || feed.part === 'usage') return undefined
  const key = `${partOf(feed)} ${feed.choice}`
  return feeds.every((other) => other.part !== 'usage' && `${partOf(other)} ${other.choice}` === key)
    ? key
    : undefined
}

/** Neighbouring rows, and the first line they take. */
interface Stretch {
  first: number
  last: number
  line: number
  /** The number of lines of the first level before it. */
  before: number
  isGroup: boolean
  isOpen: boolean
}

/**
 * Groups equal rows that follow each other.
 *
 * @param opened First rows of the groups that are open.
 */
export function groupLines(rows: readonly WireRow[], opened: ReadonlySet<number>): StreamLines {
  const stretches: Stretch[] = []
  let count = 0
  let before = 0
  const add = (first: number, last: number, isGroup: boolean): void => {
    const isOpen = isGroup && opened.has(first)
    const previous = stretches.at(-1)
    if (!isGroup && previous && !previous.isGroup) previous.last = last
    else stretches.push({ first, last, line: count, before, isGroup, isOpen })
    const length = last - first + 1
    count += isGroup ? (isOpen ? length + 1 : 1) : length
    before += isGroup ? 1 : length
  }
  for (let first = 0; first < rows.length;) {
    const key = sameness(rows[first]!)
    let last = first
    if (key !== undefined) for (; last + 1 < rows.length && sameness(rows[last + 1]!) === key;) last++
    add(first, last, last - first + 1 >= LEAST)
    first = last + 1
  }
  const size = before

  return {
    count,
    at(line) {
      const found = lastWhere(stretches, (one) => one.line <= line)
      if (!found || line < 0 || line >= count) return undefined
      const { first, last, isGroup, isOpen } = found
      const inside = line - found.line
      if (!isGroup) return { row: first + inside, level: 1, position: found.before + inside + 1, size }
      if (inside === 0)
        return { row: last, group: { first, last, isOpen }, level: 1, position: found.before + 1, size }
      return { row: first + inside - 1, level: 2, position: inside, size: last - first + 1 }
    },
    lineOf(row, isHead = false) {
      const found = row < 0 ? undefined : lastWhere(stretches, ({ first }) => first <= row)
      if (!found || row > found.last) return -1
      if (!found.isGroup) return found.line + row - found.first
      return found.isOpen && !isHead ? found.line + 1 + row - found.first : found.line
    },
    groupOf(row) {
      const found = lastWhere(stretches, ({ first }) => first <= row)
      return found?.isGroup && row <= found.last ? found.first : undefined
    },
  }
}

/** Only these rows, without groups. */
export function flatLines(rows: readonly number[]): StreamLines {
  return {
    count: rows.length,
    at: (line) =>
      rows[line] === undefined
        ? undefined
        : { row: rows[line], level: 1, position: line + 1, size: rows.length },
    lineOf: (row) => rows.indexOf(row),
    groupOf: () => undefined,
  }
}

/** Found by halving: `holds` is true up to some element, and false from there on. */
function lastWhere<T>(all: readonly T[], holds: (one: T) => boolean): T | undefined {
  let low = -1
  for (let high = all.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1
    if (holds(all[middle]!)) low = middle
    else high = middle - 1
  }
  return all[low]
}
