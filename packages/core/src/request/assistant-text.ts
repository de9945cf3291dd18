import { contentToText } from '../message/content-to-text.js'
import type { AssistantMessage } from '../message/types.js'
import type { ReportAdjustment } from './request-types.js'
import { isPart, plainText } from './user-content.js'

/**
 * What an answer said, as text: its content, else its refusal, what it spoke, or a word for each image it made. Few
 * servers take these fields back, and a turn that says nothing is refused (wire-facts 1.3). `''` for nothing.
 */
export function assistantText(message: AssistantMessage, where: string, report: ReportAdjustment): string {
  const { content, refusal, audio, images } = message
  const text = content == null ? '' : plainText(content, where, report)
  // White space alone is an empty text block, which some servers refuse.
  if (text.trim()) return text
  const transcript: unknown = audio?.transcript
  const pictures = Array.isArray(images) ? contentToText(images.filter(isPart)) : ''
  for (const [field, said] of Object.entries({ refusal, audio: transcript, images: pictures })) {
    if (typeof said !== 'string' || !said) continue
    report('answer_as_text', where, field, said)
    return said
  }
  return ''
}
