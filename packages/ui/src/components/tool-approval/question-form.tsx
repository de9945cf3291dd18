'use client'

import type { PersonAnswer } from '@antiphon/core'
import { problemOf, readForm, type FormField } from '@antiphon/core/calls'
import { useId, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { englishQuestion } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import { typedOf, valueOf, type Typed } from './form-values.js'
import { QuestionField } from './question-field.js'

export interface QuestionFormProps {
  /** JSON Schema that `readForm` takes. */
  schema: Readonly<Record<string, unknown>>
  /** Who gets the values. */
  from?: string
  /** The words of a question of a tool of the app itself. */
  own?: typeof englishQuestion.own
  /** Makes an action that does nothing until the question has been visible for a moment. */
  guarded: (action: () => void) => () => void
  /** Resolves with the names of the fields whose values were not taken. */
  onAnswer: (answer: PersonAnswer) => Promise<readonly string[]>
  /** Words of the button that sends. Default: Send. */
  sendLabel?: string
  /** There is something to be read before it may be sent. */
  locked?: boolean
  /** Other answers in place of Decline and Dismiss. */
  others?: ReactNode
}

/** The fields of a question. They are checked when it is sent, and again with each change of a field that did not fit. */
export function QuestionForm(props: QuestionFormProps) {
  const { schema, from, own, guarded, onAnswer, sendLabel, locked, others } = props
  const { formats } = useWords()
  const words = useEntryWords('question', englishQuestion)
  const fields = useMemo(() => readForm(schema), [schema])
  const [typed, setTyped] = useState(() => new Map(fields.map((field) => [field.name, typedOf(field)])))
  const [isChecked, setChecked] = useState(false)
  const [unfit, setUnfit] = useState<readonly string[]>([])
  const id = useId()

  const read = (field: FormField) => valueOf(field, typed.get(field.name) ?? '')
  const problem = (field: FormField): string | undefined => {
    const found = isChecked ? problemOf(field, read(field)) : undefined
    return found && words.problems[found.kind](formats.number(found.limit ?? 0))
  }
  const send = (form: HTMLFormElement): void => {
    if (locked) return
    setChecked(true)
    const wrong = fields.findIndex((field) => problemOf(field, read(field)))
    if (wrong >= 0) return form.querySelector<HTMLElement>(`[data-field="${wrong}"]`)?.focus()
    const values = fields.flatMap((field) => {
      const value = read(field)
      return value === undefined ? [] : [[field.name, value] as const]
    })
    void onAnswer({ type: 'accept', content: Object.fromEntries(values) }).then(setUnfit)
  }
  const change = (name: string, value: Typed): void => setTyped(new Map(typed).set(name, value))

  return (
    <form
      data-slot="approval-form"
      autoComplete="off"
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const { currentTarget } = event
        guarded(() => send(currentTarget))()
      }}
    >
      {fields.map((field, at) => (
        <QuestionField
          key={field.name}
          id={`${id}-${at}`}
          at={at}
          field={field}
          typed={typed.get(field.name) ?? ''}
          problem={problem(field)}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      {unfit.length > 0 && (
        <p role="alert" className="ap:m-0 ap:text-data ap:text-danger">
          {words.unfit}
        </p>
      )}
      <p className="ap:m-0 ap:text-data ap:text-text-2">{own?.goesTo ?? words.goesTo(from)}</p>
      <div data-slot="actions">
        <Button variant="primary" type="submit" aria-disabled={locked || undefined}>
          {sendLabel ?? words.send}
        </Button>
        {others ?? (
          <>
            <Button variant="ghost" onClick={guarded(() => void onAnswer({ type: 'decline' }))}>
              {(own ?? words).decline}
            </Button>
            <Button variant="ghost" onClick={guarded(() => void onAnswer({ type: 'cancel' }))}>
              {(own ?? words).dismiss}
            </Button>
          </>
        )}
      </div>
    </form>
  )
}
