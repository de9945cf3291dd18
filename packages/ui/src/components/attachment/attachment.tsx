import type { ReactNode } from 'react'
import { Icon } from '../../icons/icon.js'
import type { IconName } from '../../icons/icon-shapes.js'
import { cx } from '../../lib/cx.js'
import { revealToString } from '../../lib/reveal-text.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { ProgressRing } from './progress-ring.js'

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
  /** 0 to 1 while `uploading`. */
  progress?: number
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
    progress,
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
      {state === 'uploading' && progress !== undefined ? (
        <ProgressRing value={progress} label={shown} />
      ) : (
        (!thumb || state !== 'ready') && (
          <Icon
            name={state === 'uploading' ? 'running' : failed ? 'error' : icon}
            className={failed ? 'ap:text-danger' : undefined}
          />
        )
      )}
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
          className="ap:size-6"
          onClick={onRetry}
        />
      )}
      {onRemove && (
        <IconButton
          icon="close"
          label={strings.attachment.remove(shown)}
          className="ap:-me-1.5 ap:size-6"
          onClick={onRemove}
        />
      )}
    </Root>
  )
}
