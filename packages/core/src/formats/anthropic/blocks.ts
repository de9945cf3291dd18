import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import type { ContentPart } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { placeholderPart } from '../shared/content-parts.js'
import { base64Url, parseDataUrl } from '../shared/data-url.js'

const TEXT_URL = 'data:text/plain;charset=utf-8,'

/**
 * A block of a user message or a tool result as a part. Kinds that no part of ours says (search results, files of the
 * service) stay whole in a part of type `anthropic.<kind>`.
 */
export function readBlock(block: unknown): ContentPart {
  if (!isRecord(block)) return { type: 'anthropic.block', part: block }
  const source: JsonObject = isRecord(block.source) ? block.source : {}
  const { type: _, source: _source, ...extras } = block
  switch (block.type) {
    case 'text':
      if (typeof block.text === 'string') return block as ContentPart
      break
    case 'image': {
      const url = sourceUrl(source)
      if (url !== undefined) return { type: 'image_url', image_url: { url }, ...extras }
      break
    }
    case 'document': {
      const { title, ...others } = extras
      const filename = typeof title === 'string' ? title : undefined
      const more = title === undefined || filename !== undefined ? others : extras
      if (source.type === 'file' && typeof source.file_id === 'string') {
        return { type: 'file', file: compact({ filename, file_id: source.file_id }), ...more }
      }
      const url = sourceUrl(source)
      if (url !== undefined) return { type: 'file', file: compact({ filename, file_data: url }), ...more }
    }
  }
  return { type: `anthropic.${typeof block.type === 'string' ? block.type : 'block'}`, part: block }
}

function sourceUrl({ type, media_type: mime, data, url }: JsonObject): string | undefined {
  if (type === 'url' && typeof url === 'string') return url
  if (typeof data !== 'string' || typeof mime !== 'string') return undefined
  if (type === 'base64') return base64Url(mime, data)
  if (type !== 'text' || mime !== 'text/plain') return undefined
  try {
    return TEXT_URL + encodeURIComponent(data)
  } catch {
    // Half of a surrogate pair has no bytes.
    return undefined
  }
}

/** A part as a block. Audio and what only other systems know become words in brackets. */
export function writeBlock(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  const known = part as JsonObject
  if (part.type.startsWith('anthropic.') && isRecord(known.part)) return known.part
  if (part.type === 'text') return known
  if (part.type === 'image_url') {
    const { type: _, image_url: image, ...extras } = known
    return { type: 'image', source: urlSource((image as { url: string }).url), ...extras }
  }
  if (part.type === 'file' && isRecord(known.file)) {
    const { type: _, file, ...extras } = known
    const { filename: title, file_data: data, file_id: id } = file as Record<string, string | undefined>
    if (id !== undefined && data === undefined)
      return compact({ type: 'document', source: { type: 'file', file_id: id }, title, ...extras })
    if (typeof data === 'string')
      return compact({ type: 'document', source: urlSource(data), title, ...extras })
  }
  return placeholderPart(part, where, report)
}

function urlSource(url: string): JsonObject {
  const inline = parseDataUrl(url)
  if (inline?.base64) return { type: 'base64', media_type: inline.mimeType, data: inline.data }
  if (!url.startsWith(TEXT_URL)) return { type: 'url', url }
  try {
    return { type: 'text', media_type: 'text/plain', data: decodeURIComponent(url.slice(TEXT_URL.length)) }
  } catch {
    return { type: 'url', url }
  }
}

/** One block of text and nothing else in it. */
export function plainText(parts: readonly unknown[]): string | undefined {
  const [part, more] = parts
  if (!isRecord(part) || more !== undefined || part.type !== 'text' || Object.keys(part).length !== 2)
    return undefined
  return typeof part.text === 'string' ? part.text : undefined
}
