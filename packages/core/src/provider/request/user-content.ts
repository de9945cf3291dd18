import { field, textOf, isRecord, safeStringify } from '@antiphon/base'
import { contentToText, unknownPart } from '../../message/content.js'
import { readTextFile, textFileToText } from '../../message/text-file.js'
import type { ContentPart } from '../../message/types.js'
import type { RequestPolicy, ReportAdjustment } from './types.js'

/** One part of a message as it is sent, and the rule that changed it. Without a rule it is sent as stored. */
export interface WirePart {
  part: ContentPart
  /**
   * `file_as_text`: a text file, as its text under its name. `file_as_document`: a PDF in Mistral's shape. `part_as_text`:
   * only its name is sent, because the server takes no such part.
   */
  rule?: 'file_as_text' | 'file_as_document' | 'part_as_text'
}

type PartPolicy = Pick<RequestPolicy, 'userParts' | 'imageUrls' | 'textFiles'>

/**
 * How a server gets a part of a user's message (docs/wire 1.3). Requests use it, and a message box can call it before
 * anything is sent: the model will not see a part with the rule `part_as_text`.
 */
export function wirePart(
  part: ContentPart,
  { userParts, imageUrls, textFiles = 'text' }: PartPolicy,
): WirePart {
  const { type } = part
  const file = textFiles === 'text' ? readTextFile(part) : undefined
  if (file) return { part: { type: 'text', text: textFileToText(file) }, rule: 'file_as_text' }
  if (type === 'image_url' && imageUrls === 'dataOnly') {
    const image = field(part, 'image_url')
    const url = textOf(field(image, 'url') ?? image) ?? ''
    if (!/^data:/i.test(url)) return named(`[image: ${url}]`)
  }
  if (type === 'text' || !userParts || userParts.includes(type)) return { part }
  const pdf = textOf(field(field(part, 'file'), 'file_data')) ?? ''
  if (type === 'file' && userParts.includes('document_url') && /^data:application\/pdf[;,]/i.test(pdf))
    return { part: unknownPart({ type: 'document_url', document_url: pdf }), rule: 'file_as_document' }
  return named(contentToText([part]))
}

function named(text: string): WirePart {
  return { part: { type: 'text', text }, rule: 'part_as_text' }
}

/**
 * The content of a user's message for a server, each part as `wirePart` has it. An array of texts becomes a string, because
 * some templates read nothing else (docs/wire 1.3). A value that is not content becomes text.
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
    // An empty text beside others is refused by strict servers.
    const isEmpty = isPart(part) && part.type === 'text' && !textOf(field(part, 'text'))?.trim()
    if (!isPart(part) || (isEmpty && content.length > 1)) {
      report('part_dropped', at, part)
      return []
    }
    const { part: sent, rule } = wirePart(part, policy)
    // Report only the type of the file: its text may be long, and is in the message already.
    if (rule) report(rule, at, part.type, rule === 'part_as_text' ? textOf(field(sent, 'text')) : sent.type)
    if (!rule || !hasKeys(part)) return [sent]
    // A mark for the cache holds for the file in whatever form. The keys of a part that is only named are about that part.
    if (rule !== 'part_as_text' && policy.textKeys === 'keep') return [{ ...keysBeside(part), ...sent }]
    report('part_keys', at, Object.keys(keysBeside(part)), undefined)
    return [sent]
  })
  if (!parts.every(({ type }) => type === 'text')) return parts
  if (policy.textKeys === 'keep' && parts.some((part) => hasKeys(part))) return parts
  return plainText(parts, where, report)
}

/** Content as one string. Parts other than text become a short note; the extra keys of parts are left out and reported. */
export function plainText(content: string | ContentPart[], where: string, report: ReportAdjustment): string {
  if (typeof content === 'string') return content
  const keys = content.flatMap((part) => Object.keys(keysBeside(part)))
  if (keys.length > 0) report('part_keys', `${where}.content`, keys, undefined)
  return contentToText(content)
}

const hasKeys = (part: ContentPart): boolean => Object.keys(keysBeside(part)).length > 0

/** The keys of a part other than `type` and its body, whose key is the name of the type. */
function keysBeside(part: ContentPart): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).filter(([key]) => key !== 'type' && key !== part.type))
}

function isPart(part: unknown): part is ContentPart {
  return isRecord(part) && typeof part.type === 'string'
}
