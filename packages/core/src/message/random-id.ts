/** Makes an id: 128 random bits as 32 digits. Works on pages without TLS, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
