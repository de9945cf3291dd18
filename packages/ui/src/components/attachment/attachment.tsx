import type { ComponentProps } from 'react'
import { Icon } from '../../icons/icon.js'
import type { IconName } from '../../icons/icon-shapes.js'
import { cx } from '../../lib/cx.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'

export interface AttachmentProps extends Omit<ComponentProps<'span'>, 'children'> {
  icon: IconName
  name: string
  /** Size, format or the reason of a failure. */
  detail?: string
  state?: 'uploading' | 'ready' | 'error'
  onRemove?: () => void
}

/** A chip for something that travels with a message. */
export function Attachment({
  icon,
  name,
  detail,
  state = 'ready',
  onRemove,
  className,
  ...rest
}: AttachmentProps) {
  const { strings } = useWords()
  return (
    <span
      data-slot="attachment"
      data-state={state}
      className={cx(
        'ap:inline-flex ap:max-w-full ap:items-center ap:gap-2 ap:rounded-block ap:border ap:border-line ap:bg-surface ap:px-2.5 ap:py-1.5 ap:text-row ap:text-text-2',
        className,
      )}
      {...rest}
    >
      <Icon
        name={state === 'uploading' ? 'running' : state === 'error' ? 'error' : icon}
        className={state === 'error' ? 'ap:text-danger' : undefined}
      />
      <span className="ap:min-w-0 ap:truncate ap:text-text">
        <RevealedText text={name} />
      </span>
      {detail && (
        <span
          className={cx('ap:flex-none ap:text-data', state === 'error' ? 'ap:text-danger' : 'ap:text-text-3')}
        >
          <RevealedText text={detail} />
        </span>
      )}
      {onRemove && (
        <IconButton
          icon="close"
          label={strings.attachment.remove(name)}
          className="ap:-me-1.5 ap:size-6"
          onClick={onRemove}
        />
      )}
    </span>
  )
}
