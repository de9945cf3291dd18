'use client'

import { type RefObject, useId, type FormEvent } from 'react'
import { isRecord } from '@antiphon/base'
import { isScalar, readJson } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { englishApproval, englishCallBody } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import { ArgumentsView } from '../tool-args/arguments-view.js'
import { pretty } from './pretty.js'
import { ChangedArguments } from './changed-arguments.js'

export interface ApprovalArgumentsProps {
  /** The JSON that will run. */
  raw: string
  /** The JSON before a person changed it. */
  original?: string
  name: string
  boxRef: RefObject<HTMLDivElement | null>
  onScroll: () => void
}

/**
 * All arguments that will run, unfolded: pairs for flat arguments, else the whole JSON. Changed arguments show the change.
 * Long ones scroll, and the card requires that the end is seen before it allows anything.
 */
export function ApprovalArguments({ raw, original, name, boxRef, onScroll }: ApprovalArgumentsProps) {
  const { argumentsOf } = useEntryWords('call', englishCallBody)
  const words = useEntryWords('approval', englishApproval)
  const json = readJson(raw)
  const label = argumentsOf(name)
  const flat = json.ok && isRecord(json.value) && Object.values(json.value).every(isScalar)
  return (
    <div
      ref={boxRef}
      data-slot="approval-arguments"
      tabIndex={0}
      role="group"
      aria-label={label}
      onScroll={onScroll}
    >
      {original !== undefined ? (
        <>
          <p className="ap:px-3 ap:pt-2 ap:text-data ap:text-text-2">{words.edited}</p>
          <ChangedArguments before={original} after={raw} label={words.edited} />
        </>
      ) : flat ? (
        <ArgumentsView raw={raw} json={json} name={name} />
      ) : (
        <pre data-slot="whole-arguments">
          <RevealedText text={pretty(raw)} padding />
        </pre>
      )}
    </div>
  )
}

export interface DenyFormProps {
  onDeny: (reason: string | undefined) => void
  onBack: () => void
}

/** Denies with a reason, which the model reads. */
export function DenyForm({ onDeny, onBack }: DenyFormProps) {
  const words = useEntryWords('approval', englishApproval)
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason')
    onDeny(typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : undefined)
  }
  return (
    <form data-slot="approval-form" onSubmit={submit}>
      <label htmlFor={id}>{words.reason}</label>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for this field with the press before
        autoFocus
        id={id}
        name="reason"
        autoComplete="off"
        dir="auto"
        data-slot="approval-field"
      />
      <div data-slot="actions">
        <Button variant="default" type="submit">
          {words.deny}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  )
}
