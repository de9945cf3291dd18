import type { RowFeed, WireRow } from '../types.js'
import { expect, test } from 'vitest'
import { flatLines, groupLines } from './stream-lines.js'

const text: RowFeed = { part: 'text', choice: 0, start: 0, end: 1 }
const call = (callIndex: number): RowFeed => ({ part: 'tool_call', choice: 0, callIndex })

function row(feeds: readonly RowFeed[], more: Partial<WireRow> = {}): WireRow {
  return { start: 0, end: 1, at: 0, kind: 'data', feeds, repairs: [], ...more }
}

const shape = (rows: readonly WireRow[], opened: number[] = []): string[] => {
  const lines = groupLines(rows, new Set(opened))
  return Array.from({ length: lines.count }, (_, index) => {
    const { row: at, group, level, position, size } = lines.at(index)!
    const head = group ? `[${group.first}-${group.last}${group.isOpen ? ' open' : ''}] ` : ''
    return `${head}${at} level ${level}, ${position} of ${size}`
  })
}

test('three and more rows in a row that fed the same part stand behind one line', () => {
  const rows = [row([]), ...Array(4).fill(row([text])), row([call(0)]), row([call(0)]), row([call(1)])]
  expect(shape(rows)).toEqual([
    '0 level 1, 1 of 5',
    '[1-4] 4 level 1, 2 of 5',
    '5 level 1, 3 of 5',
    '6 level 1, 4 of 5',
    '7 level 1, 5 of 5',
  ])
})

test('an open group has its rows below it, each with its place among them', () => {
  const rows = [row([]), row([text]), row([text]), row([text]), row([], { kind: 'done' })]
  expect(shape(rows, [1])).toEqual([
    '0 level 1, 1 of 3',
    '[1-3 open] 3 level 1, 2 of 3',
    '1 level 2, 1 of 3',
    '2 level 2, 2 of 3',
    '3 level 2, 3 of 3',
    '4 level 1, 3 of 3',
  ])
})

test('what went wrong, a keep-alive, the usage and another choice each break a group', () => {
  const odd: WireRow[] = [
    row([text], { isError: true }),
    row([text], { isCut: true }),
    row([], { kind: 'unparsed' }),
    row([], { kind: 'comment' }),
    row([text, { part: 'usage' }]),
    row([{ ...text, choice: 1 }]),
  ]
  for (const one of odd)
    expect(shape([row([text]), row([text]), one, row([text]), row([text])])).toHaveLength(5)
  // One that was repaired is read, and no break.
  const repaired = row([text], { repairs: [{ rule: 'index_type' }] as unknown as WireRow['repairs'] })
  expect(shape([row([text]), repaired, row([text])])).toEqual(['[0-2] 2 level 1, 1 of 1'])
})

test('every row has the line that shows it: its own, or the head of its closed group', () => {
  const rows = [row([]), row([text]), row([text]), row([text]), row([])]
  const closed = groupLines(rows, new Set())
  const open = groupLines(rows, new Set([1]))
  expect([0, 1, 2, 3, 4].map((at) => closed.lineOf(at))).toEqual([0, 1, 1, 1, 2])
  expect([0, 1, 2, 3, 4].map((at) => open.lineOf(at))).toEqual([0, 2, 3, 4, 5])
  expect(open.lineOf(2, true)).toBe(1)
  expect([open.lineOf(-1), open.lineOf(5)]).toEqual([-1, -1])
  expect([0, 1, 3, 4].map(open.groupOf)).toEqual([undefined, 1, 1, undefined])
  expect([open.at(-1), open.at(6), groupLines([], new Set()).at(0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a filter shows its rows without groups', () => {
  const lines = flatLines([2, 5])
  expect(lines.at(1)).toEqual({ row: 5, level: 1, position: 2, size: 2 })
  expect([lines.lineOf(5), lines.lineOf(3), lines.at(2)]).toEqual([1, -1, undefined])
})
