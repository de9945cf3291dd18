'use client'

import type { Message } from '@antiphon/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { plainText } from '../../lib/plain-text.js'
import { cx } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/button.js'
import { Root, type RootProps } from '../part/part.js'
import { CopyButton } from './copy-button.js'
import { CopyMenu } from './copy-menu.js'

/** The message, and a handler for each button. */
export interface MessageActionsProps extends Omit<RootProps<'div'>, 'role'> {
  children?: ReactNode
  author?: 'assistant' | 'user'
  /** In a transcript: the message of these buttons; for an answer of several steps the last one. For actions of your own. */
  message?: Message
  /** The Markdown to copy; called when the button is pressed. With Shift the marks are left out. */
  getText?: () => string
  /** The message as data, for "Copy as JSON"; with it there is a menu beside Copy. */
  getData?: () => unknown
  onRetry?: () => void
  onEdit?: () => void
}

/** Buttons of one message. A button appears only for a handler that is given; your own go in as children. */
export function MessageActions(props: MessageActionsProps) {
  const { author = 'assistant', message: _message, getText, getData, onRetry, onEdit, ...others } = props
  const { className, children, ...rest } = others
  const { strings } = useWords()
  const words = strings.messageActions
  return (
    <Root
      role="toolbar"
      aria-label={words.label}
      slot="message-actions"
      data-print="hide"
      className={cx('ap:flex ap:items-center ap:gap-0.5', className)}
      onKeyDown={moveFocus}
      {...rest}
    >
      {getText && (
        <CopyButton
          label={author === 'user' ? words.copyUser : words.copyAnswer}
          getText={(plain) => (plain ? plainText(getText()) : getText())}
        />
      )}
      {getText && getData && <CopyMenu getText={getText} getData={getData} />}
      {onRetry && <IconButton icon="retry" label={words.retry} onClick={onRetry} />}
      {onEdit && <IconButton icon="edit" data-action="edit" label={words.edit} onClick={onEdit} />}
      {children}
    </Root>
  )
}

/** Arrow keys, Home and End move among the buttons, around the ends. Every button stays a stop of its own. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === event.target)
  const last = buttons.length - 1
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const [back, forward] = isRtl ? [at + 1, at + last] : [at + last, at + 1]
  const to = { ArrowLeft: back, ArrowRight: forward, Home: 0, End: last }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  buttons[to % buttons.length]!.focus()
}
