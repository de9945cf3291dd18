'use client'

import type { FormField } from '@antiphon/core/calls'
import type { ReactNode } from 'react'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { englishQuestion } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import type { Typed } from './form-values.js'

export interface QuestionFieldProps {
  id: string
  /** Position in the form; on the element that takes the focus as `data-field`. */
  at: number
  field: FormField
  typed: Typed
  /** The fault of the value, in words. */
  problem?: string
  onChange: (typed: Typed) => void
}

const TYPES = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const
/** Text of which more may be written takes a box with lines. */
const LONG = 200

/** One field with its label, its description, and what is wrong with it. */
export function QuestionField({ id, at, field, typed, problem, onChange }: QuestionFieldProps) {
  const words = useEntryWords('question', englishQuestion)
  const { kind, format, options, description, isRequired, max } = field
  const described = [description && `${id}-about`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const shared = {
    id,
    'data-field': at,
    'aria-required': isRequired || undefined,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
  }
  const text = typeof typed === 'string' ? typed : ''
  const label = (
    <>
      <RevealedText text={field.label} />
      {!isRequired && kind !== 'boolean' && (
        <span className="ap:font-normal ap:text-text-2"> ({words.optional})</span>
      )}
    </>
  )
  const notes = (
    <>
      {description && (
        <p id={`${id}-about`} className="ap:m-0 ap:text-data ap:text-text-2 ap:wrap-anywhere">
          <RevealedText text={description} />
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="ap:m-0 ap:text-data ap:text-danger">
          {problem}
        </p>
      )}
    </>
  )
  const check = (
    key: string,
    words: ReactNode,
    checked: boolean,
    set: (on: boolean) => void,
    first: boolean,
  ) => (
    <label key={key} className="ap:flex ap:items-center ap:gap-2 ap:wrap-anywhere">
      <input
        {...(kind === 'boolean' ? shared : { 'data-field': first ? at : undefined })}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => set(target.checked)}
      />
      <span>{words}</span>
    </label>
  )

  if (kind === 'boolean')
    return (
      <div data-slot="question-field">
        {check('', label, typed === true, onChange, true)}
        {notes}
      </div>
    )
  if (kind === 'choices') {
    const chosen = Array.isArray(typed) ? (typed as readonly string[]) : []
    return (
      <fieldset data-slot="question-field" aria-describedby={described || undefined}>
        <legend>{label}</legend>
        {options.map(({ value, label: name }, index) =>
          check(
            value,
            <RevealedText text={name} />,
            chosen.includes(value),
            (on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value)),
            index === 0,
          ),
        )}
        {notes}
      </fieldset>
    )
  }
  const box = { ...shared, value: text, dir: 'auto' as const, 'data-slot': 'approval-field' }
  return (
    <div data-slot="question-field">
      <label htmlFor={id}>{label}</label>
      {kind === 'choice' ? (
        <select {...box} onChange={({ target }) => onChange(target.value)}>
          <option value="">{words.choose}</option>
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {revealToString(name)}
            </option>
          ))}
        </select>
      ) : kind === 'text' && !format && (max ?? 0) > LONG ? (
        <textarea {...box} rows={3} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input
          {...box}
          type={(format && TYPES[format]) ?? 'text'}
          inputMode={kind === 'number' ? 'decimal' : kind === 'integer' ? 'numeric' : undefined}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {notes}
    </div>
  )
}
