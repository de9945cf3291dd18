import type { BlockRule, BlockState } from './state.js'
import type { Token } from './token.js'

/** Cells that a row leaves out are added; a table that leaves out more than this is not continued. */
const MAX_ADDED = 65_536

/** The cells of a row; a bar behind a backslash belongs to its cell. */
function cellsOf(row: string): string[] {
  const text = row.trim()
  const cells: string[] = []
  let cell = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '|') continue
    if (text[at - 1] === '\\') {
      cell += text.slice(from, at - 1)
      from = at
      continue
    }
    cells.push(cell + text.slice(from, at))
    cell = ''
    from = at + 1
  }
  cells.push(cell + text.slice(from))
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells
}

/** Alignments in a delimiter row; null for any other line. */
function alignsOf(row: string): Token['align'][] | null {
  if (!/^[|:-][|:\- \t][-|: \t]*$/.test(row) || /^-[ \t]/.test(row)) return null
  const aligns: Token['align'][] = []
  const columns = row.split('|')
  for (const [i, column] of columns.entries()) {
    const mark = column.trim()
    if (mark === '') {
      if (i === 0 || i === columns.length - 1) continue
      return null
    }
    if (!/^:?-+:?$/.test(mark)) return null
    const right = mark.endsWith(':')
    aligns.push(mark.startsWith(':') ? (right ? 'center' : 'left') : right ? 'right' : null)
  }
  return aligns
}

function pushRow(state: BlockState, line: number, cells: readonly string[], aligns: Token['align'][]): void {
  state.push('row_open', 1, [line, line + 1])
  aligns.forEach((align, i) => {
    state.push('cell_open', 1).align = align
    state.push('inline', 0).content = (cells[i] ?? '').trim()
    state.push('cell_close', -1)
  })
  state.push('row_close', -1)
}

/** A row of heads over a delimiter row, and rows until something else begins. */
export const table: BlockRule = (state, line, end, silent) => {
  if (line + 2 > end) return false
  const below = state.dent(line + 1)
  if (below < 0 || below >= 4 || state.dent(line) >= 4) return false
  const aligns = alignsOf(state.text(line + 1))
  if (aligns === null || aligns.length === 0) return false
  const head = state.text(line)
  if (!head.includes('|')) return false
  const cells = cellsOf(head)
  if (cells.length !== aligns.length) return false
  if (silent) return true
  const { parent } = state
  state.parent = 'table'
  const open = state.push('table_open', 1)
  pushRow(state, line, cells, aligns)
  let added = 0
  let next = line + 2
  for (; next < end; next++) {
    const dent = state.dent(next)
    if (
      dent < 0 ||
      dent >= 4 ||
      state.isEmpty(next) ||
      state.grammar.isInterrupted(state, next, end, 'table')
    )
      break
    const row = cellsOf(state.text(next))
    added += aligns.length - row.length
    if (added > MAX_ADDED) break
    pushRow(state, next, row, aligns)
  }
  state.push('table_close', -1)
  open.map = [line, next]
  state.parent = parent
  state.line = next
  return true
}
