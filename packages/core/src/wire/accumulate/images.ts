import { isRecord, textOf, type JsonObject, base64Url, sniffMimeType } from '@antiphon/base'

/** Keys under which servers put a picture, and what says of which kind it is (docs/wire 2.8). */
const HOLDERS =
  'image_url imageUrl url uri src href source inline_data inlineData image output_image image_file b64_json b64 base64 image_base64 bytes blob data result content file resource file_data fileData file_uri fileUri image_uri imageUri'.split(
    ' ',
  )
const MIME_KEYS = ['media_type', 'mime_type', 'mediaType', 'mimeType']

/** A picture as a part of an answer, in whatever shape it came; what holds no address stays as it is. */
export function toImage(value: unknown): unknown {
  const part = typeof value === 'string' ? { image_url: value } : value
  if (!isRecord(part)) return undefined
  const { image_url: given } = part
  if (isRecord(given) && textOf(given.url)) return { ...part, type: 'image_url' }
  const url = addressOf(part) ?? textOf(given)
  if (!url) return { ...part, type: part.type || 'image_url' }
  const rest = Object.entries(part).filter(([key]) => ![...HOLDERS, ...MIME_KEYS].includes(key))
  return { ...Object.fromEntries(rest), type: 'image_url', image_url: { url } }
}

/** True for a part of a content array that is a picture. */
export function isImage(part: JsonObject): boolean {
  if (/(?:^|_)(?:image|picture)(?:[_/]|$)/i.test(textOf(part.type) ?? '') || isRecord(part.image))
    return addressOf(part) !== undefined
  const held = HOLDERS.map((key) => part[key]).filter(isRecord)
  const kind = [part, ...held].map(mimeOf).find(Boolean) ?? addressOf(part.file)?.slice(5)
  return kind?.startsWith('image/') === true && addressOf(part) !== undefined
}

/** The address in it, or one made of its base64. */
function addressOf(value: unknown, mime?: string): string | undefined {
  if (typeof value === 'string') {
    if (/^(?:data|https?|blob):/i.test(value)) return value
    const kind = sniffMimeType(value) ?? mime
    return kind && /^[\w+/=-]+$/.test(value.slice(0, 100)) ? base64Url(kind, value) : undefined
  }
  if (Array.isArray(value)) return addressOf(value[0], mime)
  if (!isRecord(value)) return undefined
  const kind = mimeOf(value) ?? mime
  for (const key of HOLDERS) {
    const url = addressOf(value[key], kind)
    if (url) return url
  }
  return undefined
}

function mimeOf(value: JsonObject): string | undefined {
  for (const key of MIME_KEYS) if (textOf(value[key])) return textOf(value[key])
  return undefined
}
