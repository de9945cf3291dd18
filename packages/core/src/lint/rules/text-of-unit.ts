import { isRecord, textOf } from '../../errors/is-record.js'
import { contentToText } from '../../message/content-to-text.js'
import type { ContentPart } from '../../message/types.js'

/** The text of any content, and a word for each other part of it. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return contentToText(
    content.filter((part): part is ContentPart => isRecord(part) && typeof part.type === 'string'),
  )
}

/** Whether an answer says anything but calls: text, a refusal, images or speech. */
export function saysSomething(raw: Record<string, unknown>): boolean {
  const { content, refusal, images, audio } = raw
  return Boolean(
    textOfContent(content).trim() ||
    textOf(refusal) ||
    (Array.isArray(images) && images.length > 0) ||
    isRecord(audio),
  )
}
