'use client'

import { standsAlone, useEntryWords } from '@antiphon/ui/parts'
import { useId, useState, type ChangeEvent } from 'react'
import { Button, IconButton, useWords } from '@antiphon/ui'
import { englishConversation } from '../strings/english-conversation.js'
import { SettingsSheet } from '../settings-sheet/settings-sheet.js'
import type { ModelPrice, PriceTable, ThreadCost } from './prices.js'

/** The prices, and what happens with those that are saved. */
export interface PriceSheetProps {
  table: PriceTable
  onSave: (table: PriceTable) => void
  onClose: () => void
  /** The cost of the conversation so far, shown above the table. */
  cost?: ThreadCost
  /** A model without a price: it gets a line of its own, to be filled in. */
  model?: string
}

/** A line as it is typed. */
interface Row {
  key: number
  model: string
  input: string
  output: string
  cached: string
}

let lines = 0
const rowOf = ({ model, input, output, cached }: ModelPrice): Row => ({
  key: ++lines,
  model,
  input: String(input),
  output: String(output),
  cached: cached === undefined ? '' : String(cached),
})
const emptyRow = (model = ''): Row => ({ key: ++lines, model, input: '', output: '', cached: '' })

/** A price as people type it, with a comma too. NaN for a text that is not a price. */
const figure = (text: string): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))
  return value >= 0 && Number.isFinite(value) ? value : Number.NaN
}

/** The prices of models as a table that a person may edit, in a sheet. Nothing holds before Save. */
export function PriceSheet({ table, onSave, onClose, cost, model }: PriceSheetProps) {
  const words = useEntryWords('conversation', englishConversation).prices
  const [rows, setRows] = useState(() => [
    ...table.models.map(rowOf),
    ...(model === undefined || table.models.some((price) => price.model === model) ? [] : [emptyRow(model)]),
  ])
  const [currency, setCurrency] = useState(table.currency)
  const [tried, setTried] = useState(false)
  const id = useId()
  const isBlank = (row: Row): boolean => row.input + row.output + row.cached === ''
  const problemOf = (row: Row): boolean =>
    !isBlank(row) &&
    (row.model.trim() === '' ||
      Number.isNaN(figure(row.input)) ||
      Number.isNaN(figure(row.output)) ||
      (row.cached.trim() !== '' && Number.isNaN(figure(row.cached))))
  const save = (): boolean => {
    setTried(true)
    if (rows.some(problemOf)) return false
    onSave({
      currency: currency.trim().toUpperCase() || 'USD',
      models: rows
        .filter((row) => !isBlank(row))
        .map((row) => ({
          model: row.model.trim(),
          input: figure(row.input),
          output: figure(row.output),
          ...(row.cached.trim() !== '' && { cached: figure(row.cached) }),
        })),
    })
    return true
  }
  const field = (row: Row, name: 'model' | 'input' | 'output' | 'cached') => (
    <input
      type="text"
      inputMode={name === 'model' ? undefined : 'decimal'}
      aria-label={row.model && name !== 'model' ? `${words[name]}, ${row.model}` : words[name]}
      aria-invalid={(tried && problemOf(row)) || undefined}
      aria-describedby={tried && problemOf(row) ? `${id}-wrong` : undefined}
      className="ap:h-8 ap:w-full ap:min-w-0 ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-2 ap:text-row ap:text-text ap:aria-invalid:border-danger ap:pointer-coarse:h-11"
      value={row[name]}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) =>
        setRows(rows.map((one) => (one.key === row.key ? { ...one, [name]: target.value } : one)))
      }
    />
  )
  return (
    <SettingsSheet
      title={words.title}
      onSave={save}
      onClose={onClose}
      sections={[
        ...(cost ? [{ id: 'cost', content: <ThreadTotals cost={cost} /> }] : []),
        {
          id: 'prices',
          content: (
            <>
              <p className="ap:text-data ap:text-text-2">{words.hint}</p>
              <table className="ap:w-full ap:border-separate ap:border-spacing-x-1.5 ap:border-spacing-y-1 ap:text-data">
                <thead>
                  <tr className="ap:text-start ap:text-text-2">
                    <th className="ap:text-start ap:font-normal">{words.model}</th>
                    <th className="ap:w-1/6 ap:text-start ap:font-normal">{words.input}</th>
                    <th className="ap:w-1/6 ap:text-start ap:font-normal">{words.output}</th>
                    <th className="ap:w-1/6 ap:text-start ap:font-normal">{words.cached}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.key}>
                      <td>{field(row, 'model')}</td>
                      <td>{field(row, 'input')}</td>
                      <td>{field(row, 'output')}</td>
                      <td>{field(row, 'cached')}</td>
                      <td>
                        <IconButton
                          icon="clear"
                          label={words.remove(row.model)}
                          onClick={() => setRows(rows.filter((one) => one !== row))}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {tried && rows.some(problemOf) && (
                <p id={`${id}-wrong`} role="alert" className="ap:text-data ap:text-danger">
                  {words.wrong}
                </p>
              )}
              <div className="ap:flex ap:flex-wrap ap:items-center ap:justify-between ap:gap-3">
                <Button onClick={() => setRows([...rows, emptyRow()])}>{words.add}</Button>
                <label className="ap:flex ap:items-center ap:gap-2 ap:text-data ap:text-text-2">
                  {words.currency}
                  <input
                    type="text"
                    maxLength={8}
                    className="ap:h-8 ap:w-20 ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-2 ap:text-row ap:text-text ap:pointer-coarse:h-11"
                    value={currency}
                    onChange={({ target }) => setCurrency(target.value)}
                  />
                </label>
              </div>
            </>
          ),
        },
      ]}
    />
  )
}

/** The cost of a conversation in a line: tokens, money, and answers without a price. */
export const ThreadTotals = /* @__PURE__ */ standsAlone(function ThreadTotals(props: { cost: ThreadCost }) {
  const words = useEntryWords('conversation', englishConversation).prices
  const { formats } = useWords()
  const { tokens, costs, unpriced } = props.cost
  return (
    <p data-slot="thread-totals" className="ap:text-row ap:text-text ap:tabular-nums">
      <span className="ap:text-text-2">{words.total}: </span>
      {[
        words.tokens(formats.number(tokens)),
        ...costs.map(({ amount, currency }) => formats.money(amount, currency)),
        ...(unpriced > 0 ? [words.unpriced(unpriced, formats.number(unpriced))] : []),
      ].join(' · ')}
    </p>
  )
})
