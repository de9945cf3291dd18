'use client'

import { standsAlone } from '../../lib/own-root.js'
import { memo, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useStaticPage } from '../../lib/static-page.js'
import type { Align, Inline, Row, TableNode } from '../ast.js'
import { plainText } from '../plain-text.js'
import { CopyButton } from './code-block.js'
import { useStrings } from './context.js'
import { InlineRun } from './inline.js'
import { flat } from '../rope.js'
import type { TableProps } from './component-props.js'

const wrap: Partial<Record<Inline['type'], string>> = { em: '*', strong: '**', del: '~~' }

function inlineMarkdown(nodes: readonly Inline[]): string {
  let out = ''
  for (const node of nodes) {
    if (node.type === 'text') out += node.text.replace(/[\\`*_[\]<>~|]/g, '\\$&')
    else if (node.type === 'code') out += '`' + node.text.replaceAll('|', '\\|') + '`'
    else if (node.type === 'break') out += '<br>'
    else if (node.type === 'image') out += `![${node.alt.replace(/[\\[\]|]/g, '\\$&')}](<${node.src}>)`
    else if (node.type === 'note' || node.type === 'math') out += node.source
    else if (node.type === 'link') out += `[${inlineMarkdown(node.children)}](<${node.href}>)`
    else out += (wrap[node.type] ?? '') + inlineMarkdown(node.children) + (wrap[node.type] ?? '')
  }
  return out.replace(/\s+/g, ' ')
}

const RULES: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

function tableMarkdown({ head, align, rows }: TableNode): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(head.map(inlineMarkdown)),
    line(align.map((value) => RULES[value ?? ''] ?? '---')),
    ...flat(rows).map((row) => line(row.map(inlineMarkdown))),
  ].join('\n')
}

/** A cell for a spreadsheet: one line, and never read as a formula. */
function tsvCell(nodes: readonly Inline[]): string {
  const text = plainText(nodes).replace(/\s+/g, ' ')
  return /^[=@]|^[+-](?![\d.,\s]*%?$)/.test(text) ? `'${text}` : text
}

function tableTsv({ head, rows }: TableNode): string {
  return [head, ...flat(rows)].map((row) => row.map(tsvCell).join('\t')).join('\n')
}

/** A number with its unit. A time of day, such as `9 Uhr`, is not an amount. */
const NUMBER =
  /^[-+\u2212]?[\p{Sc}]?\s?\d[\d.,\u00a0\u202f' ]*(?:[eE][-+]?\d+)?\s?(?:%|‰|\p{Sc}|(?!Uhr|[ap]m$)\p{L}{1,4}\/?\p{L}{0,2})?$/u

const numeric = new WeakMap<readonly Row[], readonly (boolean | null)[]>()

const combine = (a: boolean | null | undefined, b: boolean | null | undefined) =>
  a === false || b === false ? false : (a ?? b ?? null)

/** Per column: true when all cells are numbers, false when some are not, null when all are empty. Kept per group of rows. */
function numericColumns(rows: readonly Row[], width: number): readonly (boolean | null)[] {
  const known = numeric.get(rows)
  if (known !== undefined) return known
  const found: (boolean | null)[] = Array.from({ length: width }, () => null)
  for (const row of rows)
    row.forEach((cell, i) => {
      const text = plainText(cell).trim()
      if (text !== '' && text !== '–' && text !== '-' && found[i] !== false)
        found[i] = combine(found[i], text.length <= 40 && NUMBER.test(text))
    })
  numeric.set(rows, found)
  return found
}

/** How each column is set: as its delimiter says, else to the right if all its cells are numbers. */
function columnAlign({ align, head, rows }: TableNode): readonly Align[] {
  const groups = rows.map((group) => numericColumns(group, head.length))
  return head.map((_, i) => {
    if (align[i]) return align[i] ?? null
    let all: boolean | null = null
    for (const group of groups) all = combine(all, group[i])
    return all === true ? 'right' : null
  })
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
  // The cells behind the one that is being written are there already, and empty.
  const written = Math.max(0, rows.at(-1)?.findLastIndex((cell) => cell.length > 0) ?? 0)
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
            {end !== undefined && r === rows.length - 1 && c === written && end}
          </td>
        )
      })}
    </tr>
  ))
})

/** This many rows show how wide the columns will be. */
const TELLING = 2

/**
 * Keeps the columns of a growing table at least as wide as they are. Otherwise each new row would change the widths and
 * move the rows above. The observer reports when the browser has laid out the table. Reading the widths would make the
 * browser lay out a table far from the view, with everything above it.
 */
function useHeldColumns(isHeld: boolean): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (!isHeld || typeof ResizeObserver === 'undefined') return
    const cells = table.current?.querySelectorAll('th')
    const observer = new ResizeObserver((sizes) => {
      observer.disconnect()
      // A cell without any size is not reported, so the cells are not told by their order.
      for (const { target, borderBoxSize } of sizes)
        (target as HTMLElement).style.minInlineSize = `${borderBoxSize[0]!.inlineSize}px`
    })
    cells?.forEach((cell) => observer.observe(cell))
    return () => {
      observer.disconnect()
      cells?.forEach((cell) => (cell.style.minInlineSize = ''))
    }
  }, [isHeld])
  return table
}

/** A table in a scroll area of its own, numbers set to the right, with copy buttons. */
export const Table = memo(
  standsAlone(function Table({ node, end, strings: own }: TableProps) {
    const strings = useStrings(own)
    const isStatic = useStaticPage() !== undefined
    const align = columnAlign(node)
    const key = align.join(',')
    const grows = end !== undefined
    const isTold = node.rows.reduce((sum, { length }) => sum + length, 0) > TELLING
    const table = useHeldColumns(grows && isTold)
    return (
      <div data-slot="markdown-table" data-growing={grows ? '' : undefined}>
        <div data-slot="table-scroll" role="group" tabIndex={0} aria-label={strings.table}>
          <table ref={table}>
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
        {!isStatic && (
          <div data-slot="table-actions">
            <CopyButton text={() => tableTsv(node)} label={strings.copyAsTsv} strings={own}>
              {strings.tsv}
            </CopyButton>
            <CopyButton text={() => tableMarkdown(node)} label={strings.copyAsMarkdown} strings={own}>
              {strings.markdown}
            </CopyButton>
          </div>
        )}
      </div>
    )
  }),
)
