import { field, isRecord, textOf } from '../errors/is-record.js'
import { safeStringify } from '../errors/safe-stringify.js'
import { contentToText } from '../message/content-to-text.js'
import type { ContentPart } from '../message/types.js'
import { wirePart } from './wire-part.js'
import type { ReportAdjustment, RequestPolicy } from './request-types.js'

/**
 * What a message says, as the server takes it from a user: each part as `wirePart` has it. An array of texts becomes a
 * string: some templates know nothing else (wire-facts 1.3). What is no content at all becomes text as well.
 */
export function userContent(
  content: unknown,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): string | ContentPart[] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) {
    const text = content == null ? '' : safeStringify(content)
    report('content_type', where, content, text)
    return text
  }
  const parts = content.flatMap((part: unknown, i): ContentPart[] => {
    const at = `${where}.content[${i}]`
    if (!isPart(part)) {
      report('part_dropped', at, part)
      return []
    }
    const { part: sent, rule } = wirePart(part, policy)
    // The text of a file may be long, and stands in the message already.
    if (rule) report(rule, at, part.type, rule === 'part_as_text' ? textOf(field(sent, 'text')) : sent.type)
    return [sent]
  })
  return parts.every(({ type }) => type === 'text') ? contentToText(parts) : parts
}

function isPart(part: unknown): part is ContentPart {
  return isRecord(part) && typeof part.type === 'string'
}
