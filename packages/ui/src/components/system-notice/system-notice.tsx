import type { Message } from '@antiphon/core'
import { useId, type ComponentProps } from 'react'
import { Icon } from '../../icons/icon.js'
import { countWords } from '../../lib/count-words.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { revealToString } from '../../lib/reveal-text.js'
import { useWords, type Words } from '../../strings/strings.js'
import { Fold } from '../fold/fold.js'
import { useFold } from '../fold/use-fold.js'
import { LedgerRow } from '../ledger-row/ledger-row.js'

export interface SystemNoticeProps extends Omit<ComponentProps<'div'>, 'children'> {
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
    <div data-slot="system-notice" data-kind={kindOf(message)} {...rest}>
      <LedgerRow
        mark={<Icon name="notice" />}
        fold={text === '' ? undefined : { open: fold.open, toggle: fold.toggle, controls: id }}
      >
        <span data-slot="title">{noticeTitle(message, text, words)}</span>
      </LedgerRow>
      {text !== '' && (
        <Fold id={id} open={fold.open} onReveal={fold.reveal}>
          <div data-slot="notice-text" dir="auto">
            <RevealedText text={text} />
          </div>
        </Fold>
      )}
    </div>
  )
}

/** A message that is context or a notification for the model, rather than something a person said. */
export function isNotice(message: Message): boolean {
  return message.role !== 'user' || message.kind === 'context' || message.kind === 'notification'
}

/** A pasted message may say anything here, or nothing. */
function roleOf({ role }: { role?: unknown }): string {
  return typeof role === 'string' ? role : ''
}

function kindOf(message: Message): string {
  return ('kind' in message && message.kind) || roleOf(message)
}

function noticeTitle(message: Message, text: string, { strings, formats }: Words): string {
  const count = countWords(text, formats.locale)
  const shown = formats.number(count)
  switch (kindOf(message)) {
    case 'system':
      return strings.notice.system(count, shown)
    case 'developer':
      return strings.notice.developer(count, shown)
    case 'context':
      return strings.notice.context
    case 'notification':
      return strings.notice.notification
    case '':
      return strings.notice.noRole
    default:
      return strings.notice.unknownRole(revealToString(roleOf(message)))
  }
}

function noticeText(message: Message): string {
  const content: unknown = message.content
  if (typeof content === 'string') return content
  if (content == null) return JSON.stringify(message, null, 2)
  if (!Array.isArray(content)) return JSON.stringify(content, null, 2)
  return content
    .map((part: unknown) => {
      const text = (part as { text?: unknown } | null)?.text
      return typeof text === 'string' ? text : JSON.stringify(part, null, 2)
    })
    .join('\n')
}
