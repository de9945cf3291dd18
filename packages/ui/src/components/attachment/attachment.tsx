'use client'

import type { ReactNode } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { cx } from '../../lib/react.js'
import { revealToString, RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/button.js'
import { Part, Root, type RootProps } from '../part/part.js'

export interface AttachmentProps extends RootProps<
  'span',
  'thumb' | 'attachment-words' | 'attachment-name' | 'attachment-detail' | 'attachment-note'
> {
  icon: IconName
  name: string
  /** Size, format or the reason of a failure. */
  detail?: string
  /** Something to know before it is sent, on a line of its own. */
  note?: string
  /** A small picture in place of the icon. */
  thumb?: ReactNode
  state?: 'uploading' | 'ready' | 'error'
  /** In place of the icon of the state, such as a ring. */
  mark?: ReactNode
  onRetry?: () => void
  onRemove?: () => void
}

/** A chip for something that travels with a message. */
export function Attachment(props: AttachmentProps) {
  const {
    icon,
    name,
    detail,
    note,
    thumb,
    state = 'ready',
    mark,
    onRetry,
    onRemove,
    className,
    ...rest
  } = props
  const { strings } = useWords()
  const shown = revealToString(name)
  const failed = state === 'error'
  return (
    <Root
      as="span"
      slot="attachment"
      data-state={state}
      className={cx(
        'ap:inline-flex ap:max-w-full ap:items-center ap:gap-2 ap:rounded-block ap:border ap:px-2.5 ap:py-1.5 ap:text-row ap:text-text-2',
        failed ? 'ap:border-danger ap:bg-danger-soft' : 'ap:border-line ap:bg-surface',
        className,
      )}
      {...rest}
    >
      {thumb && <Part slot="thumb">{thumb}</Part>}
      {mark ??
        ((!thumb || state !== 'ready') && (
          <Icon
            name={state === 'uploading' ? 'running' : failed ? 'error' : icon}
            className={failed ? 'ap:text-danger' : undefined}
          />
        ))}
      <Part slot="attachment-words">
        <Part slot="attachment-name">
          <RevealedText text={name} />
        </Part>
        {detail && (
          <Part slot="attachment-detail">
            <RevealedText text={detail} />
          </Part>
        )}
        {note && (
          <Part slot="attachment-note">
            <Icon name="alert" /> <RevealedText text={note} />
          </Part>
        )}
      </Part>
      {onRetry && (
        <IconButton
          icon="retry"
          label={strings.attachment.retry(shown)}
          className="ap:size-6 ap:pointer-coarse:size-11"
          onClick={onRetry}
        />
      )}
      {onRemove && (
        <IconButton
          icon="close"
          label={strings.attachment.remove(shown)}
          className="ap:-me-1.5 ap:size-6 ap:pointer-coarse:size-11"
          onClick={onRemove}
        />
      )}
    </Root>
  )
}
