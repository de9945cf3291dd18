'use client'

import { Icon } from '../../icons/icon.js'
import { cx } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { Root, type RootProps } from '../part/part.js'

export interface JumpToLatestProps extends RootProps<'button'> {
  /** `approval` outranks `answer` and `stopped`, which outrank `latest`. */
  reason?: 'latest' | 'answer' | 'stopped' | 'approval'
}

/** The pill over the end of the transcript. */
export function JumpToLatest({ reason = 'latest', className, ...rest }: JumpToLatestProps) {
  const { strings } = useWords()
  return (
    <Root
      as="button"
      type="button"
      slot="jump"
      data-reason={reason}
      data-print="hide"
      className={cx(
        'ap:inline-flex ap:h-8 ap:items-center ap:gap-1.5 ap:rounded-full ap:border ap:ps-2.5 ap:pe-3 ap:text-[.8125rem] ap:leading-none ap:whitespace-nowrap ap:shadow-float ap:pointer-coarse:h-11',
        reason === 'approval'
          ? 'ap:border-transparent ap:bg-accent-fill ap:text-on-accent ap:hover:bg-accent-hover'
          : 'ap:border-line ap:bg-raised ap:text-text ap:hover:bg-surface',
        className,
      )}
      {...rest}
    >
      <Icon name={reason === 'approval' ? 'awaiting' : 'chevron-down'} />
      {strings.jump[reason]}
    </Root>
  )
}
