'use client'

import { type RefObject, useId, type FormEvent, useState } from 'react'
import { isRecord, isScalar, readJson, jsonText } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Diff } from '../diff/diff.js'
import { ArgumentsView } from '../tool-args/arguments-view.js'

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
 * Everything that will run, with nothing folded away: pairs when the arguments are flat, else all of the JSON. Changed
 * ones show what changed. A long one scrolls, and the card asks to see its end: nothing is allowed unseen.
 */
export function ApprovalArguments({ raw, original, name, boxRef, onScroll }: ApprovalArgumentsProps) {
  const { strings } = useWords()
  const json = readJson(raw)
  const label = strings.call.argumentsOf(name)
  const flat = json.ok && isRecord(json.value) && Object.values(json.value).every(isScalar)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
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
          <p className="ap:px-3 ap:pt-2 ap:text-data ap:text-text-2">{strings.approval.edited}</p>
          <Diff before={pretty(original)} after={pretty(raw)} label={strings.approval.edited} />
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

/** Set in lines. As it came where that would show another number than the one that runs. */
export function pretty(raw: string): string {
  const json = readJson(raw)
  return json.ok && json.exact ? jsonText(json.value, 2) : raw
}

export interface DenyFormProps {
  onDeny: (reason: string | undefined) => void
  onBack: () => void
}

/** Denies with a reason, which the model reads. */
export function DenyForm({ onDeny, onBack }: DenyFormProps) {
  const { strings } = useWords()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason')
    onDeny(typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : undefined)
  }
  return (
    <form data-slot="approval-form" onSubmit={submit}>
      <label htmlFor={id}>{strings.approval.reason}</label>
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
          {strings.approval.deny}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {strings.approval.back}
        </Button>
      </div>
    </form>
  )
}

export interface EditFormProps {
  /** The arguments as they are, as JSON. */
  arguments: string
  name: string
  /** Takes the new JSON. Resolves with what is wrong with it, in words, or with nothing. */
  onEdit: (json: string) => Promise<string | undefined>
  onBack: () => void
}

/** Changes the arguments before the call runs. They are checked, and then asked about again. */
export function EditForm({ arguments: raw, name, onEdit, onBack }: EditFormProps) {
  const { strings } = useWords()
  const id = useId()
  const [text, setText] = useState(() => pretty(raw))
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setProblem(await onEdit(text))
  }
  return (
    <form data-slot="approval-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{strings.call.argumentsOf(name)}</label>
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for this field with the press before
        autoFocus
        id={id}
        rows={Math.min(16, text.split('\n').length + 1)}
        spellCheck={false}
        autoComplete="off"
        data-slot="approval-field"
        className="ap:font-mono"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="ap:text-data ap:text-danger ap:wrap-anywhere">
          {problem}
        </p>
      )}
      <div data-slot="actions">
        <Button variant="default" type="submit">
          {strings.approval.useArguments}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {strings.approval.back}
        </Button>
      </div>
    </form>
  )
}
