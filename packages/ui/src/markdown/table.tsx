import { memo, type ReactNode } from 'react'
import type { Align, Row, TableNode } from './ast.js'
import { useStrings } from './context.js'
import { CopyButton } from './copy-button.js'
import { InlineRun } from './inline.js'
import { plainText } from './plain-text.js'
import type { MarkdownStrings } from './strings.js'
import { columnAlign, tableMarkdown, tableTsv } from './table-text.js'

export interface TableProps {
  node: TableNode
  /** Put at the end of the last cell, such as a caret. */
  end?: ReactNode
  strings?: Partial<MarkdownStrings> | undefined
}

/** Cells up to this many characters stay on one line. */
const SHORT = 28

interface RowsProps {
  rows: readonly Row[]
  /** Columns' alignments joined by commas: a text compares by value. */
  align: string
  end?: ReactNode
}

const Rows = memo(function Rows({ rows, align, end }: RowsProps) {
  const sides = align.split(',')
  return rows.map((row, r) => (
    <tr key={r}>
      {row.map((cell, c) => {
        const text = plainText(cell)
        return (
          <td
            key={c}
            dir="auto"
            data-align={sides[c] || undefined}
            data-short={text.length <= SHORT ? '' : undefined}
          >
            <InlineRun nodes={cell} />
            {end !== undefined && r === rows.length - 1 && c === row.length - 1 && end}
          </td>
        )
      })}
    </tr>
  ))
})

const side = (align: Align): string => align ?? ''

/** A table in a scroll area of its own, numbers set to the right, with copy buttons. */
export const Table = memo(function Table({ node, end, strings: own }: TableProps) {
  const strings = useStrings(own)
  const align = columnAlign(node)
  const key = align.map(side).join(',')
  return (
    <div data-slot="markdown-table">
      <div data-slot="table-scroll" role="group" tabIndex={0} aria-label={strings.table}>
        <table>
          <thead>
            <tr>
              {node.head.map((cell, i) => (
                <th key={i} scope="col" dir="auto" data-align={align[i] ?? undefined}>
                  <InlineRun nodes={cell} />
                  {node.rows.length === 0 && i === node.head.length - 1 && end}
                </th>
              ))}
            </tr>
          </thead>
          {node.rows.length > 0 && (
            <tbody>
              {node.rows.map((rows, i) => (
                <Rows key={i} rows={rows} align={key} end={i === node.rows.length - 1 ? end : undefined} />
              ))}
            </tbody>
          )}
        </table>
      </div>
      <div data-slot="table-actions">
        <CopyButton text={() => tableTsv(node)} label={strings.copyAsTsv} strings={own}>
          TSV
        </CopyButton>
        <CopyButton text={() => tableMarkdown(node)} label={strings.copyAsMarkdown} strings={own}>
          Markdown
        </CopyButton>
      </div>
    </div>
  )
})
