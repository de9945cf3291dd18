import { isRecord, textOf, type JsonObject, base64Url, sniffMimeType } from '@antiphon/base'

/** Keys under which servers put a picture, and what says of which kind it is (docs/wire 2.8). */
const HOLDER =
  /^(?:(?:image|file|output|inline)?_?(?:url|uri|data|image|file|base64)|src|source|href|b64(_json)?|bytes|blob|result|content|resource)$/i
const MIME = /^(?:media|mime)_?type$/i

/** A picture as a part of an answer, in whatever shape it came; what holds no address stays as it is. */
export function toImage(value: unknown): unknown {
  const part = typeof value === 'string' ? { image_url: value } : value
  if (!isRecord(part)) return undefined
  const { image_url: given } = part
  if (isRecord(given) && textOf(given.url)) return { ...part, type: 'image_url' }
  const url = addressOf(part) ?? textOf(given)
  if (!url) return { ...part, type: part.type || 'image_url' }
  const rest = Object.entries(part).filter(([key]) => !HOLDER.test(key) && !MIME.test(key))
  return { ...Object.fromEntries(rest), type: 'image_url', image_url: { url } }
}

/** True for a part of a content array that is a picture. */
export function isImage(part: JsonObject): boolean {
  if (/(?:^|_)(?:image|picture)(?:[_/]|$)/i.test(textOf(part.type) ?? '') || isRecord(part.image))
    return addressOf(part) !== undefined
  const kind = [part, ...heldIn(part).filter(isRecord)].map(mimeOf).find(Boolean)
  return (
    (kind ?? addressOf(part.file)?.slice(5))?.startsWith('image/') === true && addressOf(part) !== undefined
  )
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
  for (const held of heldIn(value)) {
    const url = addressOf(held, kind)
    if (url) return url
  }
  return undefined
}

const heldIn = (value: JsonObject): unknown[] =>
  Object.entries(value).flatMap(([key, held]) => (HOLDER.test(key) ? [held] : []))

const mimeOf = (value: JsonObject): string | undefined =>
  textOf(Object.entries(value).find(([key, held]) => MIME.test(key) && textOf(held))?.[1])
