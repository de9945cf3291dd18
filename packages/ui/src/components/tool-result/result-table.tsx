import { useState } from 'react'
import { isScalar, scalarText } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'

const FOLD_ROWS = 40

export interface ResultTableProps {
  columns: string[]
  rows: Record<string, unknown>[]
  label: string
}

/** An array of flat objects. Columns of numbers are set right, in figures of one width. */
export function ResultTable({ columns, rows, label }: ResultTableProps) {
  const { strings, formats } = useWords()
  const [all, setAll] = useState(false)
  const numeric = new Set(columns.filter((column) => isNumeric(rows.map((row) => row[column]))))
  const shown = all ? rows : rows.slice(0, FOLD_ROWS)
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
            {shown.map((row, index) => (
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
      {rows.length > FOLD_ROWS && (
        <div data-slot="more">
          <Button variant="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? strings.result.showLess : strings.result.showAllRows(formats.number(rows.length))}
          </Button>
        </div>
      )}
    </>
  )
}

/** Numbers with gaps are numbers; a column of gaps is not. */
function isNumeric(values: unknown[]): boolean {
  const present = values.filter((value) => value !== null && value !== undefined)
  return present.length > 0 && present.every((value) => typeof value === 'number')
}

function Cell({ value, present }: { value: unknown; present: boolean }) {
  if (!present || !isScalar(value)) return null
  return <RevealedText text={scalarText(value)} />
}
