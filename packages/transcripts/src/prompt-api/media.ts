import { type ContentPart } from '@antiphon/core'
import { isKnownPart, unknownPart } from '@antiphon/core/message'
import {
  isRecord,
  type JsonObject,
  base64ToBytes,
  bytesToBase64,
  isBase64,
  recordOf,
  base64Url,
  sniffMimeType,
} from '@antiphon/base'
import {
  placeholderPart,
  readContentPart,
  audioFormat,
  audioMimeType,
  isRemoteUrl,
  parseDataUrl,
} from '../shared/content.js'
import { plainCopy, isBinary, isBlob } from '../shared/values.js'
import type { ReportLoss } from '../types.js'

/**
 * A copy of a value whose Blobs are bytes, with the media type of each beside it as `mimeType` where there is none. A
 * Blob can only be read asynchronously; every format takes the result.
 */
export async function readBlobs(value: unknown): Promise<unknown> {
  return replace(plainCopy(value, () => {}))
}

async function replace(value: unknown): Promise<unknown> {
  if (isBlob(value)) return new Uint8Array(await value.arrayBuffer())
  if (Array.isArray(value)) return Promise.all(value.map(replace))
  if (!isRecord(value) || isBinary(value)) return value
  const { data } = value
  const typed =
    isBlob(data) && data.type !== '' && value.mimeType === undefined ? { mimeType: data.type } : {}
  const entries = Object.entries(value).map(async ([key, entry]) => [key, await replace(entry)] as const)
  const result: JsonObject = { ...Object.fromEntries(await Promise.all(entries)), ...typed }
  return result
}

/** The original form of a part's data, by its path. Base64 text needs no note. */
export type Carriers = Record<string, 'bytes' | 'buffer' | 'url'>

/** The notes that a message keeps in its bag. */
export function carriersOf(stored: unknown): Carriers {
  const carriers: Carriers = {}
  for (const [path, carrier] of Object.entries(recordOf(stored)))
    if (carrier === 'bytes' || carrier === 'buffer' || carrier === 'url') carriers[path] = carrier
  return carriers
}

/** A part of a message of the proposal as one of ours. Bytes become base64. */
export function readMedia(
  entry: unknown,
  path: string,
  where: string,
  carriers: Carriers,
  report: ReportLoss,
): ContentPart {
  if (!isRecord(entry) || (entry.type !== 'image' && entry.type !== 'audio'))
    return readContentPart(entry, where, report)
  const { data } = entry
  const given = typeof entry.mimeType === 'string' ? entry.mimeType : undefined
  // An address of audio has no place in `input_audio`; it is kept as the part it is.
  if (typeof data === 'string' && isRemoteUrl(data)) {
    return entry.type === 'image'
      ? { type: 'image_url', image_url: { url: data } }
      : unknownPart({ ...entry, type: 'audio' })
  }
  const { base64, mimeType, carrier } = readData(data, given)
  if (base64 === undefined) return readContentPart(entry, where, report)
  if (carrier) carriers[path] = carrier
  const type = mimeType ?? (entry.type === 'image' ? 'image/png' : 'audio/wav')
  return entry.type === 'image'
    ? { type: 'image_url', image_url: { url: base64Url(type, base64) } }
    : { type: 'input_audio', input_audio: { data: base64, format: audioFormat(type) } }
}

interface Data {
  base64?: string
  mimeType?: string
  carrier?: Carriers[string]
}

function readData(data: unknown, given: string | undefined): Data {
  if (data instanceof Uint8Array) return withType(bytesToBase64(data), given, 'bytes')
  if (data instanceof ArrayBuffer) return withType(bytesToBase64(new Uint8Array(data)), given, 'buffer')
  if (typeof data !== 'string') return {}
  const inline = parseDataUrl(data)
  if (inline?.base64) return { base64: inline.data, mimeType: inline.mimeType || given, carrier: 'url' }
  return isBase64(data) ? withType(data, given) : {}
}

function withType(base64: string, given: string | undefined, carrier?: Carriers[string]): Data {
  return { base64, mimeType: given ?? sniffMimeType(base64), carrier }
}

/** A part of ours as one of the proposal: text, image and audio, everything else by its name. */
export function writeMedia(
  part: ContentPart,
  path: string,
  where: string,
  carriers: Carriers,
  report: ReportLoss,
): JsonObject {
  if (part.type === 'image' || part.type === 'audio') return { ...part }
  if (!isKnownPart(part)) return placeholderPart(part, where, report)
  if (part.type === 'text') return { ...part }
  if (part.type === 'image_url') {
    const { url } = part.image_url
    const inline = parseDataUrl(url)
    if (!inline?.base64) return { type: 'image', data: url }
    return {
      type: 'image',
      data: carry(inline.data, inline.mimeType, carriers[path]),
      mimeType: inline.mimeType,
    }
  }
  if (part.type === 'input_audio') {
    const { data, format } = part.input_audio
    const mimeType = audioMimeType(format)
    return { type: 'audio', data: carry(data, mimeType, carriers[path]), mimeType }
  }
  return placeholderPart(part, where, report)
}

function carry(base64: string, mimeType: string, carrier: Carriers[string] | undefined): unknown {
  if (carrier === 'url') return base64Url(mimeType, base64)
  const bytes = carrier && base64ToBytes(base64)
  if (!bytes) return base64
  return carrier === 'buffer' ? bytes.buffer : bytes
}
