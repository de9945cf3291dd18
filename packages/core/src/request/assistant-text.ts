import { contentToText } from '../message/content-to-text.js'
import type { AssistantMessage } from '../message/types.js'
import type { ReportAdjustment } from './request-types.js'
import { userContent } from './user-content.js'

/**
 * What an answer said, as text: its content, else its refusal, what it spoke, or a word for each image it made. Few
 * servers take these fields back, and a turn that says nothing is refused (wire-facts 1.3). `''` for nothing.
 */
export function assistantText(message: AssistantMessage, where: string, report: ReportAdjustment): string {
  const { content, refusal, audio, images } = message
  for (const said of [content, refusal, audio?.transcript, images]) {
    const text = said == null ? '' : contentToText(userContent(said, {}, where, report))
    // White space alone is an empty text block, which some servers refuse.
    if (!text.trim()) continue
    if (text !== content) report('answer_as_text', where, said, text)
    return text
  }
  return ''
}
