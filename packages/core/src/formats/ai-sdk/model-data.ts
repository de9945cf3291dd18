import { isRecord, type JsonObject } from '../../errors/is-record.js'
import type { ContentPart } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { base64ToBytes, bytesToBase64, isBase64 } from '../shared/bytes.js'
import { base64Url, isRemoteUrl, parseDataUrl, sniffMimeType } from '../shared/data-url.js'
import { readFile, writeFile } from './file-part.js'

/**
 * How the data of a part was written, by the way to the part: the type of the part and the form of its data, such as
 * `image/bytes` or `file/data:text`. Without a note an image is `image/text`, a file `file/data:text` or `file/url`.
 */
export type Forms = Record<string, string>

/** An image or file part as one of ours, or undefined where its data is kept by a provider. */
export function readMedia(part: JsonObject, path: string, forms: Forms): ContentPart | undefined {
  const isImage = part.type === 'image'
  const found = readData(isImage ? part.image : part.data)
  if (!found) return undefined
  const { base64, form } = found
  const given = typeof part.mediaType === 'string' ? part.mediaType : undefined
  const mediaType = given ?? (base64 && sniffMimeType(base64)) ?? 'image/png'
  const url = found.url ?? base64Url(mediaType, base64!)
  const shown = readFile({ url, mediaType: isImage ? 'image' : mediaType, filename: part.filename })
  if (shown) forms[path] = `${isImage ? 'image' : 'file'}/${form}`
  return shown
}

function readData(data: unknown): { base64?: string; url?: string; form: string } | undefined {
  if (data instanceof Uint8Array) return { base64: bytesToBase64(data), form: 'bytes' }
  if (data instanceof ArrayBuffer) return { base64: bytesToBase64(new Uint8Array(data)), form: 'buffer' }
  if (typeof data === 'string') {
    if (parseDataUrl(data)?.base64 || isRemoteUrl(data)) return { url: data, form: 'address' }
    return isBase64(data) ? { base64: data, form: 'text' } : undefined
  }
  if (!isRecord(data)) return undefined
  if (data.type === 'url' && typeof data.url === 'string') return { url: data.url, form: 'url' }
  const inner = data.type === 'data' && !isRecord(data.data) ? readData(data.data) : undefined
  return inner && { ...inner, form: `data:${inner.form}` }
}

/** A part of ours as an image or file part, or as text that names it. */
export function writeMedia(
  part: ContentPart,
  path: string,
  where: string,
  forms: Forms,
  report: ReportLoss,
): JsonObject {
  const file = writeFile(part, where, report)
  if (file.type !== 'file') return file
  const { url, mediaType, ...rest } = file as { url: string; mediaType: string }
  const inline = parseDataUrl(url)
  const base64 = inline?.base64 ? inline.data : undefined
  const isImage = part.type === 'image_url'
  const usual = isImage
    ? base64 === undefined
      ? 'image/address'
      : 'image/text'
    : base64 === undefined
      ? 'file/url'
      : 'file/data:text'
  const [type, form] = splitForm(forms[path] ?? usual)
  const data = writeData(url, base64, form)
  if (type === 'image') return { type, image: data, ...(base64 !== undefined && { mediaType }) }
  return { ...rest, type: 'file', data, mediaType }
}

function splitForm(form: string): [string, string] {
  const at = form.indexOf('/')
  return [form.slice(0, at), form.slice(at + 1)]
}

function writeData(url: string, base64: string | undefined, form: string): unknown {
  if (form.startsWith('data:'))
    return { type: 'data', data: writeData(url, base64, form.slice('data:'.length)) }
  if (form === 'url') return { type: 'url', url }
  if (base64 === undefined || form === 'address') return url
  const bytes = form === 'bytes' || form === 'buffer' ? base64ToBytes(base64) : undefined
  return bytes ? (form === 'buffer' ? bytes.buffer : bytes) : base64
}
