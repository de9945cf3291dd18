'use client'

import { useMemo, useState } from 'react'
import { safeFileName, saveFile } from '../../lib/files.js'
import { isScalar, scalarText } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useFirst, useStaticPage } from '../../lib/static-page.js'
import { cutAfter, countLines, stripColors, clip } from '../../lib/text.js'
import { englishResult } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useIsForPeople } from '../context/audience-context.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import { MoreButton } from '../button/more-button.js'

/** How much of a long result shows at first, rendered or as text in its place (closed-body.tsx). */

/** Lines of a text: about a screen. */
const FIRST_TEXT = { lines: 40, units: 10_000 }
/** Rows of a table, lines of a diff. */
export const FIRST_ROWS = 40
/** Fields of arguments. */
export const FIRST_FIELDS = 100
/** A cell is one line; of a longer text its beginning shows. */
export const LONGEST_CELL = 400
/** The same of a line of a diff. */
export const LONGEST_LINE = 4_000

/** The beginning of a text that shows before a press. */
export const firstText = (text: string): string =>
  text.slice(0, cutAfter(text, FIRST_TEXT.lines, FIRST_TEXT.units))

/** Whether a part of it would wait for a press. */
export function isLongText(text: string): boolean {
  return cutAfter(text, FIRST_TEXT.lines, FIRST_TEXT.units) < text.length
}

export interface MoreButtonsProps {
  /** How many are allowed on screen now. */
  shown: number
  total: number
  /** How many are there before a press, and how many each press adds: more at once would hold up the page. */
  first: number
  step: number
  /** `Show all 1,200 rows`. */
  all: (total: string) => string
  onShow: (limit: number) => void
}

/** Below a long result: its size, and a button for the rest. */
export function MoreButtons({ shown, total, first, step, all, onShow }: MoreButtonsProps) {
  const { showLess } = useEntryWords('result', englishResult)
  if (useStaticPage() || total <= first) return null
  const next = Math.min(shown + step, total)
  return (
    <div data-slot="more">
      {shown < total && (
        <MoreButton next={next} total={total} all={all} aria-expanded={false} onClick={() => onShow(next)} />
      )}
      {shown > first && (
        <Button variant="small" aria-expanded={true} onClick={() => onShow(first)}>
          {showLess}
        </Button>
      )}
    </div>
  )
}

/** Characters that each press adds. A page stays quick with this much text, but not with fifty megabytes. */
const TEXT_STEP = { lines: 10_000, units: 400_000 }

export interface LongTextProps {
  text: string
  label: string
  /** The look of the box: `raw` for data, `error` for the words of a failure. */
  slot?: 'raw' | 'error'
  /** True for arguments: colour codes and runs of blanks may hide something there, so they are shown. */
  exact?: boolean
  /** File name without ending, for saving a text that is too long to show. */
  name: string
}

/** Text of any length as plain text: the beginning at first, more on request, all of it as a file. */
export function LongText({ text, label, slot = 'raw', exact = false, name }: LongTextProps) {
  const { formats } = useWords()
  const words = useEntryWords('result', englishResult)
  const [steps, setSteps] = useState(0)
  const first = useFirst(FIRST_TEXT.units)
  const end = useMemo(
    () =>
      first === Infinity
        ? text.length
        : cutAfter(text, FIRST_TEXT.lines + steps * TEXT_STEP.lines, first + steps * TEXT_STEP.units),
    [text, steps, first],
  )
  const isLong = end < text.length || steps > 0
  const lines = useMemo(() => (isLong ? countLines(text) : 0), [text, isLong])
  const next = isLong
    ? cutAfter(
        text,
        FIRST_TEXT.lines + (steps + 1) * TEXT_STEP.lines,
        FIRST_TEXT.units + (steps + 1) * TEXT_STEP.units,
      )
    : end
  const { showAllLines, showAllCharacters } = words
  const isProse = useIsForPeople() && !exact
  return (
    <>
      <pre
        data-slot={slot}
        data-prose={isProse ? '' : undefined}
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="auto"
      >
        <RevealedText text={exact ? text.slice(0, end) : stripColors(text.slice(0, end))} padding={exact} />
      </pre>
      {isLong && (
        <div data-slot="more">
          {end < text.length && (
            <MoreButton
              next={next}
              total={text.length}
              all={lines > FIRST_TEXT.lines ? () => showAllLines(formats.number(lines)) : showAllCharacters}
              aria-expanded={false}
              onClick={() => setSteps(steps + 1)}
            />
          )}
          {steps > 0 && (
            <Button variant="small" aria-expanded={true} onClick={() => setSteps(0)}>
              {words.showLess}
            </Button>
          )}
          {text.length > TEXT_STEP.units && (
            <Button
              variant="small"
              onClick={() => saveFile(new Blob([text]), safeFileName(`${name}.txt`, 'result.txt'))}
            >
              {words.saveAll}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Rows that each press adds. A page takes a thousand rows without a pause, but not a hundred thousand. */
const STEP = 1_000

export interface ResultTableProps {
  columns: string[]
  rows: Record<string, unknown>[]
  label: string
}

/** An array of flat objects. Columns of numbers are set right, in figures of one width. */
export function ResultTable({ columns, rows, label }: ResultTableProps) {
  const words = useEntryWords('result', englishResult)
  const [limit, setLimit] = useState(useFirst(FIRST_ROWS))
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
        all={words.showAllRows}
        onShow={setLimit}
      />
    </>
  )
}

/** A column of numbers may have gaps; a column with only gaps is not numeric. */
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
  const { formats } = useWords()
  const { clipped } = useEntryWords('result', englishResult)
  const longest = useFirst(LONGEST_CELL)
  if (!present || !isScalar(value)) return null
  const text = scalarText(value)
  const shown = clip(text, longest)
  return (
    <>
      <RevealedText text={shown} padding />
      {shown.length < text.length && clipped(formats.number(text.length))}
    </>
  )
}
