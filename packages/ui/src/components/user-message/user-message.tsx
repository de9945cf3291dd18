'use client'

import { type ContentPart, type UserMessage as UserMessageData } from '@antiphon/core'
import { partText } from '@antiphon/core/message'
import { useId, type ReactNode } from 'react'
import { RevealedText } from '../../lib/reveal-text.js'
import { StaticMore } from '../../lib/static-more.js'
import { useWords } from '../../strings/strings.js'
import { MessageAttachments } from '../attachment/message-attachments.js'
import { Button } from '../button/button.js'
import { useFold } from '../fold/fold.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { estimateLines, splitFences } from './split-fences.js'
import { takesRef } from '../../lib/react.js'

/** The text of a user's message, and what is attached to it. */
export function splitContent(content: UserMessageData['content']): {
  text: string
  attachments: ContentPart[]
} {
  if (!Array.isArray(content)) return { text: typeof content === 'string' ? content : '', attachments: [] }
  return {
    text: content.flatMap((part) => partText(part) ?? []).join('\n\n'),
    attachments: content.filter((part) => partText(part) === undefined),
  }
}

export interface UserMessageViewProps extends RootProps<
  'div',
  'attachments' | 'bubble' | 'bubble-text' | 'user-actions'
> {
  message: UserMessageData
  /** Buttons beside the bubble. */
  actions?: ReactNode
  /** Takes the place of the bubble while the message is being edited. */
  editor?: ReactNode
}

/** Lines before the rest folds. */
const FOLD_LINES = 12

/** The reader's question: a bubble at the end side, plain text with its line breaks, code fences kept. */
export const UserMessageView = /* @__PURE__ */ takesRef(function UserMessageView({
  message,
  actions,
  editor,
  ...rest
}: UserMessageViewProps) {
  const { text, attachments } = splitContent(message.content)
  return (
    <Root slot="user-message" {...rest}>
      {attachments.length > 0 && !editor && <MessageAttachments parts={attachments} />}
      {editor ?? (text !== '' && <Bubble text={text} />)}
      {actions && (
        <Part as="div" slot="user-actions">
          {actions}
        </Part>
      )}
    </Root>
  )
})

function Bubble({ text }: { text: string }) {
  const { strings } = useWords()
  const id = useId()
  const long = estimateLines(text) > FOLD_LINES
  const fold = useFold(false)
  const folded = long && !fold.open
  return (
    <Part as="div" slot="bubble">
      <Part as="div" slot="bubble-text" id={id} data-folded={folded ? '' : undefined} dir="auto">
        {splitFences(text).map((block, index) =>
          block.type === 'text' ? (
            <p key={index} dir="auto">
              <RevealedText text={block.text} />
            </p>
          ) : (
            <pre
              key={index}
              data-slot="user-code"
              data-lang={block.lang || undefined}
              tabIndex={0}
              role="group"
              aria-label={strings.transcript.codeBlock}
              dir="ltr"
            >
              <RevealedText text={block.text} />
            </pre>
          ),
        )}
      </Part>
      {long && <StaticMore more={strings.transcript.showAll} less={strings.transcript.showLess} />}
      {long && (
        <Button
          variant="small"
          data-print="hide"
          className="ap:-ms-2 ap:mt-1"
          aria-expanded={fold.open}
          aria-controls={id}
          onClick={fold.toggle}
        >
          {fold.open ? strings.transcript.showLess : strings.transcript.showAll}
        </Button>
      )}
    </Part>
  )
}
