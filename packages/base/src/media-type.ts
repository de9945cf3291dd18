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

export function base64Url(mimeType: string, data: string): string {
  return `data:${mimeType};base64,${data}`
}
