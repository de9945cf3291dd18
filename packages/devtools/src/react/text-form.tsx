'use client'

import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '@antiphon/ui'
import { isComposing } from '@antiphon/ui/functions'
import { useInspectorWords } from './words.js'

export interface TextFormProps {
  onText: (text: string) => void
  onCancel: () => void
}

interface FormWords extends Pick<ComponentProps<'textarea'>, 'rows' | 'dir' | 'spellCheck'> {
  submit: string
  /** Says why an empty text cannot be sent. Absent where it can. */
  whenEmpty?: string
  /** Names the form: the id of its title. */
  titleId?: string
  boxId: string
  /** The label of the box, with a title and a hint above it. */
  children: ReactNode
}

/** A form with one text. Escape leaves it. */
function TextForm(props: TextFormProps & FormWords) {
  const { onText, onCancel, submit, whenEmpty, titleId, boxId, children, ...looks } = props
  const { inspector } = useInspectorWords()
  const [text, setText] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  // It was asked for, so it is what comes next.
  useEffect(() => box.current?.focus(), [])
  const isRefused = whenEmpty !== undefined && text.trim() === ''
  return (
    <form
      data-slot="wire-paste"
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRefused) onText(text)
      }}
    >
      {children}
      <textarea
        id={boxId}
        data-slot="wire-input"
        {...looks}
        ref={box}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event)) return
          event.preventDefault()
          event.stopPropagation()
          onCancel()
        }}
      />
      <div data-slot="wire-actions">
        <Button
          type="submit"
          variant="primary"
          aria-disabled={isRefused}
          title={isRefused ? whenEmpty : undefined}
        >
          {submit}
        </Button>
        <Button onClick={onCancel}>{inspector.pasteCancel}</Button>
      </div>
    </form>
  )
}

/** Takes any text from a chat, and the panel detects its kind. */
export function PasteForm(props: TextFormProps) {
  const { inspector } = useInspectorWords()
  const id = useId()
  const words = { submit: inspector.pasteRead, whenEmpty: inspector.pasteEmpty }
  return (
    <TextForm {...props} {...words} boxId={id} rows={8} dir="ltr" spellCheck={false}>
      <label htmlFor={id} data-slot="wire-heading">
        {inspector.pasteLabel}
      </label>
    </TextForm>
  )
}

/** Takes the note of a report. */
export function ReportForm(props: TextFormProps) {
  const { inspector } = useInspectorWords()
  const id = useId()
  const titleId = `${id}-title`
  return (
    <TextForm {...props} submit={inspector.reportNext} titleId={titleId} boxId={id} rows={3} dir="auto">
      <h3 id={titleId} data-slot="wire-heading">
        {inspector.reportTitle}
      </h3>
      <p data-slot="wire-hint">{inspector.reportHint}</p>
      <label htmlFor={id} data-slot="wire-facts">
        {inspector.reportNote}
      </label>
    </TextForm>
  )
}
