'use client'

import { Icon } from '../../icons/icon.js'
import { cx } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { Root, type RootProps } from '../part/part.js'

export interface JumpToLatestProps extends RootProps<'button'> {
  /** `approval` outranks `answer` and `stopped`, which outrank `latest`. */
  reason?: 'latest' | 'answer' | 'stopped' | 'approval'
}

/** Over the end of the transcript: an arrow; a pill with words where there is more to say than that there is more. */
export function JumpToLatest({ reason = 'latest', className, ...rest }: JumpToLatestProps) {
  const { strings } = useWords()
  const isArrow = reason === 'latest'
  return (
    <Root
      as="button"
      type="button"
      slot="jump"
      data-reason={reason}
      data-print="hide"
      className={cx(
        'ap:inline-flex ap:items-center ap:justify-center ap:gap-1.5 ap:rounded-full ap:border ap:text-[.8125rem] ap:leading-none ap:whitespace-nowrap ap:shadow-float ap:pointer-coarse:h-11',
        isArrow ? 'ap:size-9 ap:pointer-coarse:w-11' : 'ap:h-8 ap:ps-2.5 ap:pe-3',
        reason === 'approval'
          ? 'ap:border-transparent ap:bg-accent-fill ap:text-on-accent ap:hover:bg-accent-hover'
          : 'ap:border-line ap:bg-raised ap:text-text ap:hover:bg-surface',
        className,
      )}
      {...rest}
    >
      <Icon name={reason === 'approval' ? 'awaiting' : 'chevron-down'} />
      <span className={isArrow ? 'ap:sr-only' : undefined}>{strings.jump[reason]}</span>
    </Root>
  )
}
