'use client'

import type { ReactNode } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { cx } from '../../lib/react.js'
import { revealToString, RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/button.js'
import { Part, Root, type RootProps } from '../part/part.js'

interface ProgressRingProps {
  /** 0 to 1. */
  value: number
  /** Names what makes progress, for screen readers. */
  label: string
}

const RADIUS = 5.75
const LENGTH = 2 * Math.PI * RADIUS

/** A ring that closes. */
function ProgressRing({ value, label }: ProgressRingProps) {
  const { formats } = useWords()
  const share = Math.min(1, Math.max(0, value))
  const percent = new Intl.NumberFormat(formats.locale, { style: 'percent' }).format(share)
  return (
    <span
      role="progressbar"
      data-slot="progress-ring"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={percent}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true">
        <circle cx="8" cy="8" r={RADIUS} stroke="var(--antiphon-line-strong)" strokeWidth="1.5" />
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
    </span>
  )
}

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
