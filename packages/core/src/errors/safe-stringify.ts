/** JSON text of anything, without ever throwing: cycles, big integers and bottomless nesting become a plain word. */
export function safeStringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}
