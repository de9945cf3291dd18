import { type ContentPart } from '@antiphon/core'
import { isKnownPart, type FilePart, isContentPart } from '@antiphon/core/message'
import {
  isRecord,
  base64ToBytes,
  bytesToBase64,
  isBase64,
  compact,
  field,
  type JsonObject,
  safeStringify,
  base64Url,
} from '@antiphon/base'
import {
  parseDataUrl,
  audioFormat,
  audioMimeType,
  foreignPart,
  ownPart,
  textUrl,
  textOfUrl,
} from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'

/** Where the data of a part are. agentkit writes its enums with the name of the variant around their content. */
type DataRef = { InlineText: string } | { InlineBytes: number[] } | { Uri: string }

/** Paths of references that were plain bytes, below the item. Our parts hold base64 and do not show that. */
export type ByteNotes = Set<string>

/** The address for a reference; undefined for a handle and for any other value. */
function refToUrl(data: unknown, mimeType: string, path: string, notes: ByteNotes): string | undefined {
  if (!isRecord(data)) return undefined
  if (typeof data.Uri === 'string') return data.Uri
  if (isByteList(data.InlineBytes)) {
    notes.add(path)
    return base64Url(mimeType, bytesToBase64(Uint8Array.from(data.InlineBytes)))
  }
  if (typeof data.InlineText !== 'string') return undefined
  const text = data.InlineText
  if (/^data:/i.test(text)) return text
  if (isTextType(mimeType)) return textUrl(mimeType, text)
  return isBase64(text) ? base64Url(mimeType, text) : undefined
}

/** The reference and media type for an address. */
function urlToRef(url: string, path: string, notes: ByteNotes): { data: DataRef; mimeType?: string } {
  const parsed = parseDataUrl(url)
  if (!parsed) return { data: { Uri: url } }
  const { mimeType, base64, data } = parsed
  if (base64 && base64Url(mimeType, data) === url) {
    const asBytes = notes.has(path) || isTextType(mimeType)
    const bytes = asBytes ? base64ToBytes(data) : undefined
    if (bytes) return { mimeType, data: { InlineBytes: [...bytes] } }
    if (isBase64(data)) return { mimeType, data: { InlineText: data } }
  }
  const text = base64 ? undefined : textOfUrl(data)
  if (text !== undefined && textUrl(mimeType, text) === url) return { mimeType, data: { InlineText: text } }
  return { mimeType, data: { Uri: url } }
}

function isTextType(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|csv)$/.test(mimeType)
}

/** Mark of a part of ours that rides in a `Custom` part as it is. */
const OWN_PART = 'antiphon.part'
const DETAIL = 'antiphon.detail'
/** The media type for a file that has none. */
const UNKNOWN_TYPE = 'application/octet-stream'

/** The only key of an externally tagged value, with what it tags. */
export function untag(value: unknown): [string, JsonObject] | undefined {
  if (!isRecord(value)) return undefined
  const [entry, more] = Object.entries(value)
  return entry && !more && isRecord(entry[1]) ? [entry[0], entry[1]] : undefined
}

/**
 * A part of agentkit as one of ours. Video, handles of media and custom content stay whole in a part of type
 * `agentkit.<kind>`, which is shown by that name.
 */
export function readContentPart(part: unknown, path: string, notes: ByteNotes): ContentPart {
  const [kind, body] = untag(part) ?? ['Part', {}]
  switch (kind) {
    case 'Text':
      if (typeof body.text === 'string') return { type: 'text', text: body.text }
      break
    case 'Structured':
      return { type: 'text', text: structuredText(body.value) }
    case 'Media': {
      const found = readMedia(body, `${path}.Media`, notes)
      if (found) return found
      return foreignPart('agentkit', typeof body.modality === 'string' ? body.modality : kind, part)
    }
    case 'File': {
      const found = readFile(body, `${path}.File`, notes)
      if (found) return found
      break
    }
    case 'Custom':
      if (
        field(body.metadata, OWN_PART) === true &&
        isContentPart(body.value) &&
        body.value.type === body.kind
      ) {
        return body.value
      }
      break
  }
  return foreignPart('agentkit', kind, part)
}

/** A structured value as a reader sees it. */
export function structuredText(value: unknown): string {
  return typeof value === 'object' ? jsonText(value, 2) : safeStringify(value)
}

function readMedia(body: JsonObject, path: string, notes: ByteNotes): ContentPart | undefined {
  const { modality, mime_type: mime, data } = body
  if (typeof mime !== 'string') return undefined
  const url = /^(?:Image|Audio)$/.test(String(modality))
    ? refToUrl(data, mime, `${path}.data`, notes)
    : undefined
  if (url === undefined) return undefined
  if (modality === 'Image') {
    const detail = field(body.metadata, DETAIL)
    return {
      type: 'image_url',
      image_url: compact({ url, detail: typeof detail === 'string' ? detail : undefined }),
    }
  }
  const inline = parseDataUrl(url)
  if (!inline?.base64 || !isBase64(inline.data)) return undefined
  return { type: 'input_audio', input_audio: { data: inline.data, format: audioFormat(mime) } }
}

export function readFile(body: JsonObject, path: string, notes: ByteNotes): ContentPart | undefined {
  const filename = typeof body.name === 'string' ? body.name : undefined
  const handle = field(body.data, 'Handle')
  if (typeof handle === 'string') return { type: 'file', file: compact({ filename, file_id: handle }) }
  const mime = typeof body.mime_type === 'string' ? body.mime_type : UNKNOWN_TYPE
  const url = refToUrl(body.data, mime, `${path}.data`, notes)
  return url === undefined ? undefined : { type: 'file', file: compact({ filename, file_data: url }) }
}

/** A part of ours as one of agentkit. An unknown kind is kept whole in a `Custom` part. */
export function writeContentPart(part: ContentPart, path: string, notes: ByteNotes): JsonObject {
  const own = ownPart(part, 'agentkit.')
  if (own) return own
  const custom = { Custom: { kind: part.type, data: null, value: part, metadata: { [OWN_PART]: true } } }
  if (!isKnownPart(part)) return custom
  switch (part.type) {
    case 'text':
      return { Text: { text: part.text, metadata: {} } }
    case 'image_url': {
      const image = part.image_url
      const { data, mimeType } = urlToRef(image.url, `${path}.Media.data`, notes)
      const metadata = image.detail ? { [DETAIL]: image.detail } : {}
      return {
        Media: { modality: 'Image', mime_type: mimeType ?? guessImageType(image.url), data, metadata },
      }
    }
    case 'input_audio': {
      const audio = part.input_audio
      const mimeType = audioMimeType(audio.format)
      const { data } = urlToRef(base64Url(mimeType, audio.data), `${path}.Media.data`, notes)
      if ('Uri' in data) break
      return { Media: { modality: 'Audio', mime_type: mimeType, data, metadata: {} } }
    }
    case 'file': {
      const written = writeFile(part.file, `${path}.File`, notes)
      if (written) return { File: written }
    }
  }
  return custom
}

export function writeFile(file: FilePart['file'], path: string, notes: ByteNotes): JsonObject | undefined {
  const name = typeof file.filename === 'string' ? file.filename : null
  if (typeof file.file_id === 'string' && file.file_data === undefined) {
    return { name, mime_type: null, data: { Handle: file.file_id }, metadata: {} }
  }
  if (typeof file.file_data !== 'string' || file.file_id !== undefined) return undefined
  const { data, mimeType } = urlToRef(file.file_data, `${path}.data`, notes)
  return { name, mime_type: mimeType ?? null, data, metadata: {} }
}

function guessImageType(url: string): string {
  const ending = /\.(png|jpe?g|webp|gif|svg)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  if (ending === 'svg') return 'image/svg+xml'
  return ending ? `image/${ending === 'jpg' ? 'jpeg' : ending}` : 'image/*'
}

/** True for the array of numbers that serde writes for bytes. */
function isByteList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((n) => Number.isInteger(n) && n >= 0 && n < 256)
}
