'use client'

import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { englishApproval } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button, IconButton } from '../button/button.js'
import { Part } from '../part/part.js'
import { ArgumentLine } from './argument-line.js'

export interface ApprovalAnswersProps {
  /** Id of the question. */
  labelledBy: string
  /** The words of the question. The bar repeats them, because the card may be out of view. */
  question: ReactNode
  /** The arguments as JSON text. */
  raw: string
  /** The bar over the message box. Undefined: the buttons are in the card. */
  place: Element | undefined
  destructive: boolean
  /** True after a first press; the next one allows. */
  armed: boolean
  /** True once all of the arguments have been in view. */
  seen: boolean
  onAllow: () => void
  onAllowInChat?: () => void
  onDeny: () => void
  onDenyWithReason: () => void
  onEdit?: () => void
}

/** The answers to a question. In the bar on a phone the two rare ones are behind one button. */
export function ApprovalAnswers(props: ApprovalAnswersProps) {
  const { labelledBy, place, destructive, armed, seen, question, raw, onAllow, onAllowInChat } = props
  const { onDeny, onDenyWithReason, onEdit } = props
  const { formats } = useWords()
  const words = useEntryWords('approval', englishApproval)
  const [more, setMore] = useState(false)
  const locked = seen ? undefined : true

  const hint = !seen && (
    <Part as="p" slot="approval-hint">
      {words.scrollFirst(formats.number(raw.length))}
    </Part>
  )
  const allow = (
    <Button
      variant={destructive ? 'danger' : 'primary'}
      aria-keyshortcuts="Y"
      aria-disabled={locked}
      onClick={onAllow}
    >
      {armed ? words.confirm : words.allowOnce} <kbd aria-hidden="true">Y</kbd>
    </Button>
  )
  const allowInChat = onAllowInChat && !destructive && (
    <Button aria-disabled={locked} onClick={onAllowInChat}>
      {words.allowInChat}
    </Button>
  )
  const quiet = place ? 'default' : 'ghost'
  const deny = (
    <Button variant={quiet} aria-keyshortcuts="N" onClick={onDeny}>
      {words.deny} <kbd aria-hidden="true">N</kbd>
    </Button>
  )
  const rare = (
    <>
      {onEdit && (
        <Button variant={quiet} onClick={onEdit}>
          {words.edit}
        </Button>
      )}
      <Button variant={quiet} onClick={onDenyWithReason}>
        {words.denyWithReason}
      </Button>
    </>
  )
  if (!place) {
    return (
      <>
        <Part as="div" slot="actions">
          {allow}
          {allowInChat}
          {deny}
          <span data-slot="rare-answers">{rare}</span>
        </Part>
        {hint}
      </>
    )
  }
  return createPortal(
    <div role="group" aria-labelledby={labelledBy} data-slot="approval-bar">
      <p data-slot="approval-call">
        <b>{question}</b>
        <ArgumentLine raw={raw} />
      </p>
      {hint}
      {allow}
      <div data-slot="actions">
        {allowInChat}
        {deny}
        <IconButton
          icon="other"
          label={words.moreAnswers}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        />
      </div>
      {more && <div data-slot="actions">{rare}</div>}
    </div>,
    place,
  )
}
