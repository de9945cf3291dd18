/** 128 random bits, as 32 digits. Not `crypto.randomUUID`, which is missing on pages without TLS. */
export function randomId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
