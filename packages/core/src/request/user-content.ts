import { field, isRecord, textOf } from '../errors/is-record.js'
import { safeStringify } from '../errors/safe-stringify.js'
import { contentToText } from '../message/content-to-text.js'
import type { ContentPart } from '../message/types.js'
import type { ReportAdjustment, RequestPolicy } from './request-types.js'

/**
 * What a message says, as the server takes it from a user. Parts go as they are stored; one of a type that is refused,
 * or a remote image where images must be data, becomes text that names it. An array of texts becomes a string: some
 * templates know nothing else (wire-facts 1.3). What is no content at all becomes text as well.
 */
export function userContent(
  content: unknown,
  { userParts, imageUrls }: RequestPolicy,
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
  return parts.every(({ type }) => type === 'text') ? contentToText(parts) : parts
}

function isPart(part: unknown): part is ContentPart {
  return isRecord(part) && typeof part.type === 'string'
}
