'use client'

import { field, parseUrl } from '@antiphon/base'
import { useOfPage } from '../../lib/use-layout.js'

/** The source of an image: data in the message, another host, or an address that is never loaded. */
export type ImageAddress =
  | { kind: 'inline'; src: string }
  | { kind: 'remote'; src: string; host: string }
  | { kind: 'blocked' }

/** Raster types only: an SVG from a message is a document of its own. */
const inlineImage = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z0-9+/=\s]*$/i

/** A path on the host of the page. A bare word is not a path, because foreign transcripts have ids in that place. */
const path = /^\.{0,2}\//

/** `own` is the origin whose images load at once. Give it for what the user sent, and for nothing that a model wrote. */
export function imageAddress(url: unknown, own?: string): ImageAddress {
  if (typeof url !== 'string') return { kind: 'blocked' }
  if (inlineImage.test(url)) return { kind: 'inline', src: url }
  const parsed = parseUrl(url, path.test(url) ? own : undefined)
  if (!parsed) return { kind: 'blocked' }
  if (parsed.protocol === 'blob:') return { kind: 'inline', src: url }
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return { kind: 'blocked' }
  if (parsed.origin === own) return { kind: 'inline', src: url }
  return { kind: 'remote', src: parsed.href, host: parsed.host }
}

/** The origin of the page. A server does not know its address, so only paths are on the origin there. */
export function useOwnOrigin(): string {
  return useOfPage(() => location.origin, 'http://page.invalid')
}

/** The address that an image part holds, also in the form of transcripts that have it without an object around it. */
export function addressOf(part: unknown): unknown {
  const image = field(part, 'image_url')
  return typeof image === 'string' ? image : field(image, 'url')
}
