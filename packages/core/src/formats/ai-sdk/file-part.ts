import { compact, type JsonObject } from '../../errors/is-record.js'
import type { ContentPart } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { isBase64 } from '../shared/bytes.js'
import { placeholderPart } from '../shared/content-parts.js'
import { audioFormat, audioMimeType, base64Url, parseDataUrl } from '../shared/data-url.js'

/** A file part by its media type: an image, a sound that is there as bytes, or a file. Undefined when it is none. */
export function readFile({ url, mediaType, filename }: JsonObject): ContentPart | undefined {
  if (typeof url !== 'string' || typeof mediaType !== 'string') return undefined
  if (/^image(?:\/|$)/.test(mediaType)) return { type: 'image_url', image_url: { url } }
  const inline = parseDataUrl(url)
  if (mediaType.startsWith('audio/') && inline?.base64 && isBase64(inline.data)) {
    return { type: 'input_audio', input_audio: { data: inline.data, format: audioFormat(mediaType) } }
  }
  const name = typeof filename === 'string' ? filename : undefined
  return { type: 'file', file: compact({ filename: name, file_data: url }) }
}

/** A part as a file part, or as text that names it: an id of a file says nothing without its provider. */
export function writeFile(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  const known = part as JsonObject
  if (part.type === 'image_url') {
    const { url } = known.image_url as { url: string }
    return { type: 'file', mediaType: parseDataUrl(url)?.mimeType || 'image', url }
  }
  if (part.type === 'input_audio') {
    const { data, format } = known.input_audio as { data: string; format: string }
    const mediaType = audioMimeType(format)
    return { type: 'file', mediaType, url: base64Url(mediaType, data) }
  }
  const file = known.file as Record<string, string | undefined> | undefined
  if (part.type === 'file' && typeof file?.file_data === 'string' && file.file_id === undefined) {
    const mediaType = parseDataUrl(file.file_data)?.mimeType || 'application/octet-stream'
    return compact({ type: 'file', mediaType, filename: file.filename, url: file.file_data })
  }
  return placeholderPart(part, where, report)
}
