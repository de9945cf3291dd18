'use client'

import { Icon } from '../../icons/icon.js'
import { useWords } from '../../strings/strings.js'
import { Root, type RootProps } from '../part/part.js'

export interface JumpToLatestProps extends RootProps<'button'> {
  /** `approval` outranks `answer` and `stopped`, which outrank `latest`. */
  reason?: 'latest' | 'answer' | 'stopped' | 'approval'
}

/** Over the end of the transcript: a round arrow, with words only where something happened out of sight. */
export function JumpToLatest({ reason = 'latest', ...rest }: JumpToLatestProps) {
  const { strings } = useWords()
  const words = strings.jump[reason]
  return (
    <Root
      as="button"
      type="button"
      slot="jump"
      data-reason={reason}
      data-print="hide"
      aria-label={words}
      {...rest}
    >
      <Icon name={reason === 'approval' ? 'awaiting' : 'send'} />
      {reason !== 'latest' && words}
    </Root>
  )
}
