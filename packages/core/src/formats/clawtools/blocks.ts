import { isRecord, type JsonObject } from '../../errors/is-record.js'
import type { ContentPart } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { isForeignPart, placeholderPart, readParts } from '../shared/content-parts.js'
import { base64Url, parseDataUrl } from '../shared/data-url.js'

/** A block of a user message or a tool result. Images are `data` and `mimeType`; the documented `image_url` is read as well. */
export function readBlock(entry: unknown, where: string, report: ReportLoss): ContentPart {
  if (
    isRecord(entry) &&
    entry.type === 'image' &&
    typeof entry.data === 'string' &&
    typeof entry.mimeType === 'string'
  ) {
    const { type: _, data, mimeType, ...extras } = entry
    const url = /^data:/i.test(data) ? data : base64Url(mimeType, data)
    return { type: 'image_url', image_url: { url }, ...extras }
  }
  return readParts([entry], where, report)[0]!
}

/**
 * A part as a block. `documented` writes images as the documentation has them; otherwise as pi reads them, which takes
 * bytes only, so that an address becomes text.
 */
export function writeBlock(
  part: ContentPart,
  documented: boolean,
  where: string,
  report: ReportLoss,
): JsonObject {
  if (part.type === 'input_audio' || part.type === 'file' || isForeignPart(part)) {
    return placeholderPart(part, where, report)
  }
  if (part.type !== 'image_url' || documented) return part as JsonObject
  const { type: _, image_url: image, ...extras } = part as JsonObject
  const { url } = image as { url: string }
  const inline = parseDataUrl(url)
  if (inline?.base64) return { type: 'image', data: inline.data, mimeType: inline.mimeType, ...extras }
  const shown = { type: 'text', text: url }
  report('remote_file', where, part, shown)
  return shown
}
