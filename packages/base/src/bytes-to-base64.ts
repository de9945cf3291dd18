/** How many bytes are turned into text at once; more arguments than an engine takes would throw. */
const STRIDE = 0x2000

export function bytesToBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += STRIDE) {
    text += String.fromCharCode(...bytes.subarray(start, start + STRIDE))
  }
  return btoa(text)
}
