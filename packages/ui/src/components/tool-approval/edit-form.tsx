'use client'

import { useIsForPeople } from '../context/audience-context.js'
import { useArgumentNames } from '../tool-call/tool-title.js'
import { useId, useState, type FormEvent } from 'react'
import { isRecord } from '@antiphon/base'
import { prettyJson, readJson } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { englishApproval, englishCallBody } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import { pretty } from './pretty.js'

export interface EditFormProps {
  /** The arguments as they are, as JSON. */
  arguments: string
  name: string
  /** Called with the new JSON. Resolves with the fault in words, or with undefined. */
  onEdit: (json: string) => Promise<string | undefined>
  onBack: () => void
}

interface EditedField {
  /** Name of the argument. Undefined when the text is all of the arguments. */
  key?: string
  /** True for text: it is edited without quotes, with real line breaks. */
  isText: boolean
  text: string
}

/** One field per argument, or one field with the whole JSON if it is not an object or could not be rewritten exactly. */
function fieldsOf(raw: string): EditedField[] {
  const json = readJson(raw)
  if (!json.ok || !json.exact || !isRecord(json.value)) return [{ isText: true, text: pretty(raw) }]
  const fields = Object.entries(json.value).map(([key, value]) =>
    typeof value === 'string'
      ? { key, isText: true, text: value }
      : { key, isText: false, text: prettyJson(value, 2) },
  )
  return fields.length > 0 ? fields : [{ isText: true, text: pretty(raw) }]
}

/** The fields as JSON again; a field of another kind than text must be JSON itself. */
function jsonOf(fields: readonly EditedField[]): { json: string } | { wrong: string } {
  if (fields[0]?.key === undefined) return { json: fields[0]?.text ?? '' }
  const members: string[] = []
  for (const { key, isText, text } of fields) {
    if (!isText && !readJson(text).ok) return { wrong: key! }
    members.push(`${JSON.stringify(key)}:${isText ? JSON.stringify(text) : text.trim()}`)
  }
  return { json: `{${members.join(',')}}` }
}

const MOST_LINES = 16

/** Changes the arguments before the call runs. They are checked, and the person is asked again. */
export function EditForm({ arguments: raw, name, onEdit, onBack }: EditFormProps) {
  const nameOf = useArgumentNames()
  const { argumentsOf } = useEntryWords('call', englishCallBody)
  const words = useEntryWords('approval', englishApproval)
  const id = useId()
  const [fields, setFields] = useState(() => fieldsOf(raw))
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const edited = jsonOf(fields)
    setProblem('wrong' in edited ? words.notJson(nameOf(edited.wrong)) : await onEdit(edited.json))
  }
  return (
    <form
      data-slot="approval-form"
      data-prose={useIsForPeople() || undefined}
      onSubmit={(event) => void submit(event)}
    >
      {fields.map(({ key, text }, at) => {
        const lines = Math.min(MOST_LINES, text.split('\n').length)
        return (
          <div
            key={key ?? ''}
            data-slot="edit-field"
            data-short={lines === 1 && text.length < 40 ? '' : undefined}
          >
            <label htmlFor={`${id}-${at}`}>
              {key === undefined ? argumentsOf(name) : <RevealedText text={nameOf(key)} />}
            </label>
            <textarea
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for these fields with the press before
              autoFocus={at === 0}
              id={`${id}-${at}`}
              rows={lines}
              spellCheck={false}
              autoComplete="off"
              dir="auto"
              data-slot="approval-field"
              className="ap:font-mono"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              value={text}
              onChange={({ target }) =>
                setFields(
                  fields.map((field, index) => (index === at ? { ...field, text: target.value } : field)),
                )
              }
            />
          </div>
        )
      })}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="ap:text-data ap:text-danger ap:wrap-anywhere">
          {problem}
        </p>
      )}
      <div data-slot="actions">
        <Button variant="primary" type="submit">
          {words.useArguments}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  )
}
