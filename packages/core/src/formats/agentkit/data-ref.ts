import { isRecord } from '../../errors/is-record.js'
import { base64ToBytes, bytesToBase64, isBase64, isByteList } from '../shared/bytes.js'
import { base64Url, parseDataUrl } from '../shared/data-url.js'
import type { DataRef } from './agentkit-types.js'

/** Which references of an item were plain bytes: our parts hold base64 and cannot tell. Paths below the item. */
export type ByteNotes = Set<string>

/** The address for a reference, or undefined for a handle and for what is no reference. */
export function refToUrl(
  data: unknown,
  mimeType: string,
  path: string,
  notes: ByteNotes,
): string | undefined {
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
export function urlToRef(url: string, path: string, notes: ByteNotes): { data: DataRef; mimeType?: string } {
  const parsed = parseDataUrl(url)
  if (!parsed) return { data: { Uri: url } }
  const { mimeType, base64, data } = parsed
  if (base64 && base64Url(mimeType, data) === url) {
    const asBytes = notes.has(path) || isTextType(mimeType)
    const bytes = asBytes ? base64ToBytes(data) : undefined
    if (bytes) return { mimeType, data: { InlineBytes: [...bytes] } }
    if (isBase64(data)) return { mimeType, data: { InlineText: data } }
  }
  const text = base64 ? undefined : decodeText(data)
  if (text !== undefined && textUrl(mimeType, text) === url) return { mimeType, data: { InlineText: text } }
  return { mimeType, data: { Uri: url } }
}

function isTextType(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|csv)$/.test(mimeType)
}

function textUrl(mimeType: string, text: string): string | undefined {
  try {
    return `data:${mimeType};charset=utf-8,${encodeURIComponent(text)}`
  } catch {
    // Half of a surrogate pair has no bytes.
    return undefined
  }
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
