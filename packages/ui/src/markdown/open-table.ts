import type { TableNode } from './ast.js'
import { labelsOf } from './labels.js'
import { type Parsed, type ParsedBlock, buildNode } from './parse.js'
import { append, emptyRope, type Rope } from './rope.js'

/** A table being written: its complete rows are kept. Read on behind a copy of its first two lines. */
export interface OpenTable {
  readonly kind: 'table'
  readonly prefix: string
  readonly node: TableNode | null
  readonly labels: Rope<string>
  readonly at: number
}

/** The table's head and delimiter line, which stand in for the rows that are kept. */
export function openTable(src: string, start: number): OpenTable {
  const end = src.indexOf('\n', src.indexOf('\n', start) + 1) + 1
  return { kind: 'table', prefix: src.slice(start, end), node: null, labels: emptyRope, at: end }
}

/** The table with the rows of `block`; null if that is no table. */
export function addRows(open: OpenTable, block: ParsedBlock, env: Parsed['env']): OpenTable | null {
  const node = buildNode(block, env)
  if (node?.type !== 'table') return null
  const labels = append(open.labels, labelsOf(block.tokens))
  if (open.node === null) return { ...open, node, labels }
  return { ...open, labels, node: { ...open.node, rows: append(open.node.rows, node.rows.flat()) } }
}
