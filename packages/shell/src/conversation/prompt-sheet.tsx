'use client'

import { useId, useState } from 'react'
import { Button, Icon } from '@antiphon/ui'
import { englishConversation } from '../strings/english-conversation.js'
import { useEntryWords } from '@antiphon/ui/parts'
import { SettingsSheet } from '../settings-sheet/settings-sheet.js'

/** A text that is used again. */
export interface SavedPrompt {
  /** The name to type after the slash. */
  name: string
  text: string
}

/** The saved prompts, and what happens with changed ones. */
export interface PromptSheetProps {
  prompts: readonly SavedPrompt[]
  onSave: (prompts: readonly SavedPrompt[]) => void
  onClose: () => void
}

interface Row extends SavedPrompt {
  key: number
  /** It was deleted, and its line offers to have it back. */
  isGone?: boolean
}

let rowCount = 0

/** A typed name as it can follow a slash: with dashes for spaces, because a space would end it. */
const promptName = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s/]+/g, '-')

/** The prompt library: a list of names, one of them open to be changed at a time. Nothing holds before Save. */
export function PromptSheet({ prompts, onSave, onClose }: PromptSheetProps) {
  const { prompts: words, remove: said } = useEntryWords('conversation', englishConversation)
  const [first] = useState<readonly Row[]>(() => prompts.map((prompt) => ({ ...prompt, key: ++rowCount })))
  const [rows, setRows] = useState(first)
  const [open, setOpen] = useState<number>()
  const [tried, setTried] = useState(false)
  const id = useId()
  const kept = rows.filter(({ name, text, isGone }) => !isGone && (name + text).trim() !== '')
  const problemOf = (row: Row): string | undefined => {
    if (!kept.includes(row)) return undefined
    if (promptName(row.name) === '' || row.text.trim() === '') return words.empty
    const same = kept.find((one) => promptName(one.name) === promptName(row.name))
    return same === row ? undefined : words.taken
  }
  const change = (row: Row, part: Partial<Row>): void =>
    setRows(rows.map((one) => (one === row ? { ...one, ...part } : one)))
  const add = (): void => {
    setRows([...rows, { key: ++rowCount, name: '', text: '' }])
    setOpen(rowCount)
  }
  const save = (): boolean => {
    const wrong = kept.find(problemOf)
    setTried(true)
    if (wrong) setOpen(wrong.key)
    else onSave(kept.map(({ name, text }) => ({ name: promptName(name), text })))
    return !wrong
  }
  const input =
    'ap:w-full ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-2.5 ap:text-row ap:text-text ap:aria-invalid:border-danger'
  const fieldsOf = (row: Row) => {
    const problem = tried ? problemOf(row) : undefined
    return (
      <div className="ap:flex ap:flex-col ap:gap-1.5 ap:pb-3">
        <input
          type="text"
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody has just added it
          autoFocus={row.name === ''}
          aria-label={words.name}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && id}
          placeholder={words.name}
          className={`${input} ap:h-8 ap:pointer-coarse:h-11`}
          value={row.name}
          onChange={({ target }) => change(row, { name: target.value })}
        />
        <textarea
          dir="auto"
          rows={4}
          aria-label={words.text}
          placeholder={words.text}
          className={`${input} ap:resize-y ap:py-1.5`}
          value={row.text}
          onChange={({ target }) => change(row, { text: target.value })}
        />
        {problem && (
          <p id={id} role="alert" className="ap:text-data ap:text-danger">
            {problem}
          </p>
        )}
      </div>
    )
  }
  const lineOf = (row: Row) => {
    const { key, name, text, isGone = false } = row
    const isOpen = open === key && !isGone
    return (
      <li key={key} className="ap:border-b ap:border-line">
        <div className="ap:flex ap:items-center ap:gap-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-${key}`}
            aria-disabled={isGone || undefined}
            className="ap:flex ap:h-10 ap:min-w-0 ap:flex-1 ap:items-center ap:gap-2.5 ap:rounded-button ap:px-1.5 ap:text-start ap:text-row ap:not-aria-disabled:hover:bg-hover ap:pointer-coarse:h-11"
            onClick={() => !isGone && setOpen(isOpen ? undefined : key)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron'} className="ap:flex-none ap:text-text-3" />
            <span className={`ap:max-w-1/2 ap:truncate ap:font-title ${isGone ? 'ap:line-through' : ''}`}>
              /{promptName(name)}
            </span>
            <span dir="auto" className="ap:min-w-0 ap:flex-1 ap:truncate ap:text-text-2">
              {isGone ? said.removedTurn : text}
            </span>
          </button>
          <Button
            variant="small"
            aria-label={isGone ? undefined : words.remove(name)}
            onClick={() => change(row, { isGone: !isGone })}
          >
            {isGone ? said.undo : <Icon name="clear" />}
          </Button>
        </div>
        <div id={`${id}-${key}`}>{isOpen && fieldsOf(row)}</div>
      </li>
    )
  }
  return (
    <SettingsSheet
      title={words.title}
      isChanged={rows !== first}
      onSave={save}
      onClose={onClose}
      sections={[
        {
          id: 'prompts',
          content: (
            <>
              <p className="ap:text-data ap:text-text-2">{words.hint}</p>
              <ul>{rows.map(lineOf)}</ul>
              <span>
                <Button onClick={add}>{words.add}</Button>
              </span>
            </>
          ),
        },
      ]}
    />
  )
}
