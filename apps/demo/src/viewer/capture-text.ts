import type { SourcePart } from './read-types.js'

/** Bytes in which a capture file says what it is. */
const HEAD = 200

/** The text of a capture or a bug report of the inspector; undefined for any other file. */
export async function captureText(parts: readonly SourcePart[]): Promise<string | undefined> {
  const [part] = parts
  if (!part || parts.length > 1) return undefined
  const head = await bytesOf(part, Math.min(HEAD, part.size))
  return head.includes('"antiphon.capture"') ? bytesOf(part, part.size) : undefined
}

async function bytesOf(part: SourcePart, length: number): Promise<string> {
  if (part instanceof Blob) return part.slice(0, length).text()
  const response = await fetch(`${part.url}?from=0&to=${length}`)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return response.text()
}
