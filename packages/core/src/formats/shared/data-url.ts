export interface DataUrl {
  /** Without parameters, in lower case; empty when the address names none. */
  mimeType: string
  base64: boolean
  /** As it stands behind the comma. */
  data: string
}

/** The pieces of a `data:` address, or undefined for any other text. */
export function parseDataUrl(url: string): DataUrl | undefined {
  if (!/^data:/i.test(url)) return undefined
  const comma = url.indexOf(',')
  if (comma < 0 || comma > 200) return undefined
  const [mimeType = '', ...parameters] = url.slice(5, comma).split(';')
  return {
    mimeType: mimeType.trim().toLowerCase(),
    base64: parameters.some((word) => word.trim().toLowerCase() === 'base64'),
    data: url.slice(comma + 1),
  }
}

export function base64Url(mimeType: string, data: string): string {
  return `data:${mimeType};base64,${data}`
}

export function isRemoteUrl(text: string): boolean {
  return /^(?:https?|blob|file|gs|s3):/i.test(text)
}

/** The first bytes of each kind, as base64, so that nothing has to be decoded. */
const BEGINNINGS: [string, RegExp][] = [
  ['image/png', /^iVBORw0KGgo/],
  ['image/jpeg', /^\/9j\//],
  ['image/gif', /^R0lGOD/],
  ['image/webp', /^UklGR.{6}XRUJQ/],
  ['audio/wav', /^UklGR.{6}XQVZF/],
  ['audio/mpeg', /^(?:SUQz|\/\/[I-Po-v])/],
  ['audio/ogg', /^T2dnU/],
  ['audio/flac', /^ZkxhQ/],
  ['application/pdf', /^JVBERi/],
]

/** The media type by the first bytes, or undefined. */
export function sniffMimeType(base64: string): string | undefined {
  return BEGINNINGS.find(([, beginning]) => beginning.test(base64))?.[0]
}

/** `audio/mpeg` → `mp3`: the word that `input_audio.format` uses. */
export function audioFormat(mimeType: string): string {
  const name = mimeType.replace(/^audio\/(?:x-)?/, '')
  return name === 'mpeg' ? 'mp3' : name === 'wave' ? 'wav' : name
}

export function audioMimeType(format: string): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
}
