'use client'

import type { Message } from '@antiphon/core'
import type { ReactNode } from 'react'
import { plainText } from '../../lib/plain-text.js'
import { cx } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/button.js'
import { Root, type RootProps } from '../part/part.js'
import { CopyButton, CopyMenu, moveFocusInToolbar } from './copy-menu.js'

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
      onKeyDown={moveFocusInToolbar}
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
