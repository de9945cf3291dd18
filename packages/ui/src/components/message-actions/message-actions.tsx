import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.js'
import { plainText } from '../../lib/plain-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'
import { CopyButton } from './copy-button.js'
import { moveFocusInToolbar } from './move-focus-in-toolbar.js'

export interface MessageActionsProps extends Omit<ComponentProps<'div'>, 'role'> {
  author?: 'assistant' | 'user'
  /** The Markdown to copy; called when the button is pressed. With Shift the marks are left out. */
  getText?: () => string
  onRetry?: () => void
  onEdit?: () => void
}

/** Buttons of one message. A button appears only for a handler that is given; your own go in as children. */
export function MessageActions(props: MessageActionsProps) {
  const { author = 'assistant', getText, onRetry, onEdit, className, children, ...rest } = props
  const { strings } = useWords()
  const words = strings.messageActions
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons are the stops
    <div
      role="toolbar"
      aria-label={words.label}
      data-slot="message-actions"
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
      {onRetry && <IconButton icon="retry" label={words.retry} onClick={onRetry} />}
      {onEdit && <IconButton icon="edit" data-action="edit" label={words.edit} onClick={onEdit} />}
      {children}
    </div>
  )
}
