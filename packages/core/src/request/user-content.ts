import { field, isRecord } from '../errors/is-record.js'
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
  if (Array.isArray(content)) return contentToText(adaptParts(content, { userParts: [] }, where, report))
  const text = content == null ? '' : safeStringify(content)
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
      report('part_dropped', at, part, undefined)
      return []
    }
    const image = field(part, 'image_url')
    const url = field(image, 'url') ?? image
    const isRemote = part.type === 'image_url' && imageUrls === 'dataOnly' && !/^data:/i.test(plainUrl(url))
    const isRefused = part.type !== 'text' && userParts && !userParts.includes(part.type)
    if (!isRemote && !isRefused) return [part]
    const text = isRefused ? contentToText([part]) : `[image: ${plainUrl(url)}]`
    report('part_as_text', at, part.type, text)
    return [{ type: 'text', text }]
  })
}

export function isPart(part: unknown): part is ContentPart {
  return isRecord(part) && typeof part.type === 'string'
}

function plainUrl(url: unknown): string {
  return typeof url === 'string' ? url : ''
}
