import { field } from '@antiphon/base'
import type { Message } from '@antiphon/core'
import { prettyJson } from '../../lib/json.js'
import { revealToString } from '../../lib/reveal-text.js'
import { countWords } from '../../lib/text.js'
import type { Words } from '../../strings/strings.js'

/** A message that is context or a notification for the model, rather than something a person said. */
export function isNotice(message: Message): boolean {
  return message.role !== 'user' || message.kind === 'context' || message.kind === 'notification'
}

/** A pasted message may say anything here, or nothing. */
function roleOf({ role }: { role?: unknown }): string {
  return typeof role === 'string' ? role : ''
}

/** Its kind, else its role. */
export function noticeKind(message: Message): string {
  return ('kind' in message && message.kind) || roleOf(message)
}

/** One line for the row. */
export function noticeTitle(message: Message, text: string, { strings, formats }: Words): string {
  const count = countWords(text, formats.locale)
  const shown = formats.number(count)
  switch (noticeKind(message)) {
    case 'system':
      return strings.notice.system(count, shown)
    case 'developer':
      return strings.notice.developer(count, shown)
    case 'context':
      return message.metadata?.['antiphon.summary'] ? strings.notice.summary : strings.notice.context
    case 'notification':
      return strings.notice.notification
    case '':
      return strings.notice.noRole
    default:
      return strings.notice.unknownRole(revealToString(roleOf(message)))
  }
}

/** The whole content of a message; a value that is not text becomes JSON. */
export function noticeText(message: Message): string {
  const content: unknown = message.content
  if (typeof content === 'string') return content
  if (content == null) return prettyJson(message, 2)
  if (!Array.isArray(content)) return prettyJson(content, 2)
  return content
    .map((part: unknown) => {
      const text = field(part, 'text')
      return typeof text === 'string' ? text : prettyJson(part, 2)
    })
    .join('\n')
}
