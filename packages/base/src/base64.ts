const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The bytes of a base64 text, or undefined when it is not base64. Accepts white space and missing padding. Counts through the text,
 * because `Uint8Array.from` makes a string of each letter and takes fifty times as long.
 */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const letters = atob(text)
    const bytes = new Uint8Array(letters.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}

/** True for text that `bytesToBase64` could have written. Looks at each character once, without decoding. */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (padding === 0) return true
  // The bits behind the last byte are zero in what an encoder writes.
  const last = ALPHABET.indexOf(text[text.length - padding - 1] ?? 'A')
  return last % (padding === 2 ? 16 : 4) === 0
}
