import type { Message } from '@antiphon/core'
import { useId } from 'react'
import { Icon } from '../../icons/icon.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { Fold, useFold } from '../fold/fold.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { LedgerRow, type RowSlot } from '../status-row/status-row.js'
import { noticeKind, noticeText, noticeTitle } from './notice-words.js'

export { isNotice } from './notice-words.js'

export interface SystemNoticeProps extends RootProps<'div', RowSlot | 'title' | 'fold' | 'notice-text'> {
  /** A system or developer message, a user message that is no question, or one with a role we do not know. */
  message: Message
}

/** Everything in the thread that is neither a question nor an answer: one folded row, labelled. */
export function SystemNotice({ message, ...rest }: SystemNoticeProps) {
  const words = useWords()
  const id = useId()
  const fold = useFold(false)
  const text = noticeText(message)
  return (
    <Root slot="system-notice" data-kind={noticeKind(message)} {...rest}>
      <LedgerRow
        mark={<Icon name="notice" />}
        fold={text === '' ? undefined : { open: fold.open, toggle: fold.toggle, controls: id }}
      >
        <Part slot="title">{noticeTitle(message, text, words)}</Part>
      </LedgerRow>
      {text !== '' && (
        <Fold id={id} open={fold.open} onReveal={fold.reveal}>
          <Part as="div" slot="notice-text" dir="auto">
            <RevealedText text={text} />
          </Part>
        </Fold>
      )}
    </Root>
  )
}
