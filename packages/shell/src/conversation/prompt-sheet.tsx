'use client'

import { useId, useState } from 'react'
import { Button, IconButton } from '@antiphon/ui'
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
}

let rowCount = 0

/** A typed name as it can follow a slash: with dashes for spaces, because a space would end it. */
const promptName = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s/]+/g, '-')

/** The prompt library: names and texts, to be added, changed and deleted. Nothing holds before Save. */
export function PromptSheet({ prompts, onSave, onClose }: PromptSheetProps) {
  const words = useEntryWords('conversation', englishConversation).prompts
  const [rows, setRows] = useState<readonly Row[]>(() =>
    prompts.map((prompt) => ({ ...prompt, key: ++rowCount })),
  )
  const [tried, setTried] = useState(false)
  const id = useId()
  const isBlank = (row: Row): boolean => row.name.trim() + row.text.trim() === ''
  const problemOf = (row: Row): string | undefined => {
    if (isBlank(row)) return undefined
    if (promptName(row.name) === '' || row.text.trim() === '') return words.empty
    const first = rows.find((one) => promptName(one.name) === promptName(row.name))
    return first === row ? undefined : words.taken
  }
  const change = (row: Row, part: Partial<SavedPrompt>): void =>
    setRows(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
  const save = (): boolean => {
    setTried(true)
    if (rows.some(problemOf)) return false
    onSave(rows.filter((row) => !isBlank(row)).map(({ name, text }) => ({ name: promptName(name), text })))
    return true
  }
  const input =
    'ap:w-full ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-2.5 ap:text-row ap:text-text ap:aria-invalid:border-danger'
  return (
    <SettingsSheet
      title={words.title}
      onSave={save}
      onClose={onClose}
      sections={[
        {
          id: 'prompts',
          content: (
            <>
              <p className="ap:text-data ap:text-text-2">{words.hint}</p>
              <ul className="ap:flex ap:flex-col ap:gap-4">
                {rows.map((row) => {
                  const problem = tried ? problemOf(row) : undefined
                  const described = problem ? `${id}-${row.key}` : undefined
                  return (
                    <li key={row.key} className="ap:flex ap:flex-col ap:gap-1.5">
                      <span className="ap:flex ap:items-center ap:gap-1">
                        <span aria-hidden="true" className="ap:text-text-3">
                          /
                        </span>
                        <input
                          type="text"
                          dir="auto"
                          aria-label={words.name}
                          aria-invalid={problem ? true : undefined}
                          aria-describedby={described}
                          className={`${input} ap:h-8 ap:pointer-coarse:h-11`}
                          value={row.name}
                          onChange={({ target }) => change(row, { name: target.value })}
                        />
                        <IconButton
                          icon="clear"
                          label={words.remove(row.name)}
                          onClick={() => setRows(rows.filter((one) => one !== row))}
                        />
                      </span>
                      <textarea
                        dir="auto"
                        rows={3}
                        aria-label={`${words.text}${row.name && `, ${row.name}`}`}
                        className={`${input} ap:resize-y ap:py-1.5`}
                        value={row.text}
                        onChange={({ target }) => change(row, { text: target.value })}
                      />
                      {problem && (
                        <p id={described} role="alert" className="ap:text-data ap:text-danger">
                          {problem}
                        </p>
                      )}
                    </li>
                  )
                })}
              </ul>
              <span>
                <Button onClick={() => setRows([...rows, { key: ++rowCount, name: '', text: '' }])}>
                  {words.add}
                </Button>
              </span>
            </>
          ),
        },
      ]}
    />
  )
}
