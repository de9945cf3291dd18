'use client'

import type { Message } from '@antiphon/core'
import { Icon } from '../../icons/icon.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { useFold } from '../fold/fold.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { FoldedRow, type RowSlot } from '../status-row/status-row.js'
import { noticeKind, noticeText, noticeTitle } from './notice-words.js'

/** The message that is neither a question nor an answer. */
export interface SystemNoticeProps extends RootProps<'div', RowSlot | 'title' | 'fold' | 'notice-text'> {
  /** A system or developer message, a user message that is not a question, or one with an unknown role. */
  message: Message
}

/** Everything in the thread that is neither a question nor an answer: one folded row, labelled. */
export function SystemNotice({ message, ...rest }: SystemNoticeProps) {
  const words = useWords()
  const fold = useFold(false)
  const text = noticeText(message)
  return (
    <Root slot="system-notice" data-kind={noticeKind(message)} {...rest}>
      <FoldedRow
        mark={<Icon name="notice" />}
        fold={fold}
        words={<Part slot="title">{noticeTitle(message, text, words)}</Part>}
      >
        {text === '' ? undefined : (
          <Part as="div" slot="notice-text" dir="auto">
            <RevealedText text={text} />
          </Part>
        )}
      </FoldedRow>
    </Root>
  )
}
