'use client'

import { useId, useState, type FormEvent } from 'react'
import { Button } from '../components/button/button.js'
import { englishRedact } from '../strings/english-redact.js'
import { useEntryWords } from '../strings/use-entry-words.js'

/** What a user wants to have replaced besides what was found. */
export interface AddedRedaction {
  text: string
  /** The text is a regular expression. */
  isPattern: boolean
}

export interface AddRedactionProps {
  added: readonly AddedRedaction[]
  onAdded: (added: readonly AddedRedaction[]) => boolean
}

/** What else to replace: a text or a pattern, and those that were added. */
export function AddRedaction({ added, onAdded }: AddRedactionProps) {
  const words = useEntryWords('redact', englishRedact)
  const [text, setText] = useState('')
  const [isPattern, setIsPattern] = useState(false)
  const [isBad, setIsBad] = useState(false)
  const id = useId()
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() === '') return
    const isGood = onAdded([...added, { text: isPattern ? text : text.trim(), isPattern }])
    setIsBad(!isGood)
    if (isGood) setText('')
  }
  return (
    <form className="ap:flex ap:flex-col ap:gap-1.5" aria-label={words.add} onSubmit={add}>
      <label htmlFor={id} className="ap:text-data ap:text-text-2">
        {words.addLabel}
      </label>
      <input
        id={id}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-fault`}
        className="ap:min-w-0 ap:rounded-button ap:bg-raised ap:p-1.5 ap:text-text ap:pointer-coarse:min-h-11 ap:shadow-[0_0_0_1px_var(--antiphon-line)]"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsBad(false)
        }}
      />
      <label className="ap:flex ap:min-h-6 ap:items-center ap:gap-2 ap:text-data ap:text-text-2 ap:pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="ap:size-4 ap:flex-none ap:appearance-auto ap:accent-accent"
          checked={isPattern}
          onChange={(event) => setIsPattern(event.target.checked)}
        />
        {words.isPattern}
      </label>
      <p id={`${id}-fault`} role="alert" className="ap:text-data ap:text-danger">
        {isBad && words.badPattern}
      </p>
      <div>
        <Button variant="small" type="submit">
          {words.addButton}
        </Button>
      </div>
      {added.length > 0 && (
        <ul aria-label={words.added} className="ap:m-0 ap:flex ap:list-none ap:flex-col ap:gap-1.5 ap:p-0">
          {added.map((one, i) => (
            <li key={i} className="ap:flex ap:gap-2 ap:text-row ap:wrap-anywhere">
              <code dir="auto">{one.text}</code>
              <Button
                variant="small"
                aria-label={words.remove(one.text)}
                onClick={() => onAdded(added.filter((_, at) => at !== i))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
