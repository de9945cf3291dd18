'use client'

import { useId, useState, type FormEvent } from 'react'
import { Button } from '@antiphon/ui'
import { englishRedact } from './english.js'
import { useEntryWords } from '@antiphon/ui/parts'

export interface AddRedactionProps {
  added: readonly string[]
  onAdded: (added: readonly string[]) => void
}

/** A field for another text to replace, and the texts that were added. */
export function AddRedaction({ added, onAdded }: AddRedactionProps) {
  const words = useEntryWords('redact', englishRedact)
  const [text, setText] = useState('')
  const id = useId()
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() === '') return
    onAdded([...added, text.trim()])
    setText('')
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
        className="ap:min-w-0 ap:rounded-button ap:bg-raised ap:p-1.5 ap:text-text ap:pointer-coarse:min-h-11 ap:shadow-[0_0_0_1px_var(--antiphon-line)]"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button variant="small" type="submit">
          {words.addButton}
        </Button>
      </div>
      {added.length > 0 && (
        <ul aria-label={words.added} className="ap:m-0 ap:flex ap:list-none ap:flex-col ap:gap-1.5 ap:p-0">
          {added.map((one, i) => (
            <li key={i} className="ap:flex ap:gap-2 ap:text-row ap:wrap-anywhere">
              <code dir="auto">{one}</code>
              <Button
                variant="small"
                aria-label={words.remove(one)}
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
