import { parseUrl } from '@antiphon/core/internal'

/** The source of an image: data in the message, another host, or an address that is never loaded. */
export type ImageAddress =
  | { kind: 'inline'; src: string }
  | { kind: 'remote'; src: string; host: string }
  | { kind: 'blocked' }

/** Raster types only: an SVG from a message is a document of its own. */
const inlineImage = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z0-9+/=\s]*$/i

export function imageAddress(url: unknown): ImageAddress {
  if (typeof url !== 'string') return { kind: 'blocked' }
  if (inlineImage.test(url)) return { kind: 'inline', src: url }
  const parsed = parseUrl(url)
  if (!parsed) return { kind: 'blocked' }
  if (parsed.protocol === 'blob:') return { kind: 'inline', src: url }
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return { kind: 'blocked' }
  return { kind: 'remote', src: parsed.href, host: parsed.host }
}
