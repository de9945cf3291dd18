import { parseUrl } from '@antiphon/base'

/** Schemes a link may have. Everything else is shown as text. */
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i

/** Decides over an address that already passed the list of schemes; false shows the link as text. */
export type LinkPolicy = (url: URL) => boolean

/**
 * How images load. `ask`: a placeholder with a button (the default). `never`: a placeholder only. A function decides for
 * each address; return `load` only for addresses that you trust, and compare origin and path, not the beginning of the
 * text.
 */
export type ImagePolicy = 'ask' | 'never' | ((url: URL) => 'load' | 'ask' | 'never')

/** The address of a link, entities already decoded by the parser; null if it may not be one. */
export function linkUrl(href: string, policy?: LinkPolicy): URL | null {
  const url = parseUrl(href)
  if (!url || !LINK_SCHEMES.has(url.protocol)) return null
  return policy === undefined || policy(url) ? url : null
}

export function imageUrl(src: string): URL | null {
  const url = parseUrl(src)
  if (!url) return null
  if (url.protocol === 'http:' || url.protocol === 'https:') return url
  return DATA_IMAGE.test(url.href) ? url : null
}

/** Where an address leads, as shown to a reader: the host, or the mail address or number. */
export function destination(url: URL): string {
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return url.pathname
  if (url.protocol === 'data:') return 'data'
  return url.host
}

const HOST_IN_TEXT = /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

const bare = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/** Whether the words of a link look like an address that is not the one it leads to, or hide where it leads. */
export function isMisleading(text: string, url: URL): boolean {
  if (url.username !== '' || url.password !== '' || url.hostname.includes('xn--')) return true
  const target = bare(url.protocol === 'mailto:' ? url.pathname.replace(/^.*@/, '') : url.hostname)
  const whole = parseUrl(text.trim()) ?? parseUrl(`http://${text.trim()}`)
  if (whole?.username === '' && bare(whole.hostname) === target) return false
  for (const [name] of text.slice(0, 500).matchAll(HOST_IN_TEXT)) {
    if (!/\.\p{L}{2,}$/u.test(name) && !/^\d+(?:\.\d+){3}$/.test(name)) continue
    if (bare(parseUrl(`http://${name}`)?.hostname ?? name) !== target) return true
  }
  return false
}
