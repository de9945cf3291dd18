import { useMemo, useState } from 'react'
import { clip } from '../../lib/cut-text.js'
import { isScalar, scalarText } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { FIRST_ROWS, LONGEST_CELL } from './first-shown.js'
import { MoreButtons } from './more-buttons.js'

/** What a press adds: a page takes a thousand rows at once without a pause, not a hundred thousand. */
const STEP = 1_000

export interface ResultTableProps {
  columns: string[]
  rows: Record<string, unknown>[]
  label: string
}

/** An array of flat objects. Columns of numbers are set right, in figures of one width. */
export function ResultTable({ columns, rows, label }: ResultTableProps) {
  const { strings } = useWords()
  const [limit, setLimit] = useState(FIRST_ROWS)
  const numeric = useMemo(() => new Set(columns.filter((column) => isNumeric(rows, column))), [columns, rows])
  return (
    <>
      <div data-slot="result-table" tabIndex={0} role="group" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-numeric={numeric.has(column) ? '' : undefined}>
                  <RevealedText text={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} data-numeric={numeric.has(column) ? '' : undefined}>
                    <Cell value={row[column]} present={Object.hasOwn(row, column)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreButtons
        shown={limit}
        total={rows.length}
        first={FIRST_ROWS}
        step={STEP}
        all={strings.result.showAllRows}
        onShow={setLimit}
      />
    </>
  )
}

/** Numbers with gaps are numbers; a column of gaps is not. */
function isNumeric(rows: readonly Record<string, unknown>[], column: string): boolean {
  let found = false
  for (const row of rows) {
    const value = Object.hasOwn(row, column) ? row[column] : undefined
    if (value === null || value === undefined) continue
    if (typeof value !== 'number') return false
    found = true
  }
  return found
}

function Cell({ value, present }: { value: unknown; present: boolean }) {
  const { strings, formats } = useWords()
  if (!present || !isScalar(value)) return null
  const text = scalarText(value)
  const shown = clip(text, LONGEST_CELL)
  return (
    <>
      <RevealedText text={shown} padding />
      {shown.length < text.length && strings.result.clipped(formats.number(text.length))}
    </>
  )
}
