import { field, isRecord, textOf } from '../errors/is-record.js'
import { safeStringify } from '../errors/safe-stringify.js'
import { contentToText } from '../message/content-to-text.js'
import type { ContentPart } from '../message/types.js'
import type { ReportAdjustment, RequestPolicy } from './request-types.js'

/**
 * What a user said. Parts go as they are stored; one that the server does not take becomes text that names it. An array
 * of texts becomes a string: some templates know nothing else (wire-facts 1.3).
 */
export function userContent(
  content: unknown,
  policy: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): string | ContentPart[] {
  if (!Array.isArray(content)) return plainText(content, where, report)
  const parts = adaptParts(content, policy, where, report)
  return parts.every(({ type }) => type === 'text') ? contentToText(parts) : parts
}

/** A content that has to be text, whatever is stored. */
export function plainText(content: unknown, where: string, report: ReportAdjustment): string {
  if (typeof content === 'string') return content
  const text = Array.isArray(content)
    ? contentToText(content.filter(isPart))
    : content == null
      ? ''
      : safeStringify(content)
  report('content_type', where, content, text)
  return text
}

/** The parts that can be sent under a policy. A part of a type that is refused, or a remote image, becomes text. */
export function adaptParts(
  parts: readonly unknown[],
  { userParts, imageUrls }: RequestPolicy,
  where: string,
  report: ReportAdjustment,
): ContentPart[] {
  return parts.flatMap((part, i): ContentPart[] => {
    const at = `${where}.content[${i}]`
    if (!isPart(part)) {
      report('part_dropped', at, part)
      return []
    }
    const { type } = part
    const image = field(part, 'image_url')
    const url = textOf(field(image, 'url') ?? image) ?? ''
    let text = ''
    if (type !== 'text' && userParts && !userParts.includes(type)) text = contentToText([part])
    else if (type === 'image_url' && imageUrls === 'dataOnly' && !/^data:/i.test(url))
      text = `[image: ${url}]`
    if (!text) return [part]
    report('part_as_text', at, type, text)
    return [{ type: 'text', text }]
  })
}

export function isPart(part: unknown): part is ContentPart {
  return isRecord(part) && typeof part.type === 'string'
}
