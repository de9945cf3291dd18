import { compact, isRecord, type JsonObject } from '@antiphon/base'
import { type ContentPart } from '@antiphon/core'
import { isKnownPart } from '@antiphon/core/message'
import { type ReportAdjustment } from '@antiphon/core/request'
import { reportKeys } from '../toolkit/native-request.js'

/** MIME types by file extension, for files whose URL does not say the type. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
}

/** A part of a user's message as one of a content. Undefined for what the wire has no part for, and for an empty text. */
export function writePart(
  part: ContentPart,
  where: string,
  report: ReportAdjustment,
): JsonObject | undefined {
  if (!isKnownPart(part)) {
    const address = addressOf(part)
    if (address === undefined) return undefined
    const body: unknown = Reflect.get(part, part.type)
    reportKeys({ ...part, ...(isRecord(body) && body) }, ['type', part.type, 'url'], where, report)
    return dataOf(address)
  }
  const { type } = part
  if (type === 'text') {
    reportKeys(part, ['type', 'text'], where, report)
    return part.text.trim() ? { text: part.text } : undefined
  }
  if (type === 'image_url') {
    const { url, ...more } = part.image_url
    reportKeys({ ...part, ...more }, ['type', 'image_url'], where, report)
    return dataOf(url)
  }
  if (type === 'input_audio') {
    const { data, format, ...more } = part.input_audio
    reportKeys({ ...part, ...more }, ['type', 'input_audio'], where, report)
    return { inlineData: { mimeType: TYPES[format] ?? `audio/${format}`, data } }
  }
  const { file_id: id, filename, file_data: data } = part.file
  if (!id && data === undefined) return undefined
  reportKeys({ ...part, ...part.file }, ['type', 'file', id ? 'file_id' : 'file_data'], where, report)
  return id
    ? { fileData: compact({ fileUri: id, mimeType: typeOf(filename ?? '') }) }
    : dataOf(data!, filename)
}

/** Parts of other servers that hold an address: `video_url`, `document_url`. */
function addressOf(part: ContentPart): string | undefined {
  const value: unknown = Reflect.get(part, part.type)
  const url: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'url') : value
  return part.type.endsWith('_url') && typeof url === 'string' ? url : undefined
}

function dataOf(url: string, name = url): JsonObject {
  const inline = /^data:([^;,]+)(?=;)[^,]*;base64,/i.exec(url)
  return inline
    ? { inlineData: { mimeType: inline[1]!.toLowerCase(), data: url.slice(inline[0].length) } }
    : { fileData: compact({ fileUri: url, mimeType: typeOf(name) }) }
}

function typeOf(name: string): string | undefined {
  return TYPES[/\.(\w+)(?:[?#]|$)/.exec(name)?.[1]?.toLowerCase() ?? '']
}
