import { isRecord, type JsonObject, parseJson } from '@antiphon/base'
import { isCapture, readCaptureFile, type CaptureOptions } from './capture-file.js'
import { exchangeOf } from './exchange.js'
import { cutLines, isLineEnd, LF, shapeOf } from './read-wire.js'
import type { CaptureFile, WireExchange, WireRequest } from './types.js'

/** The kind of a pasted text or an opened file. */
export type Dump =
  | ({ kind: 'capture' } & CaptureFile)
  /** A response: events, JSON lines, one completion or an error. Without times. */
  | { kind: 'response'; exchange: WireExchange }
  /** A request body. */
  | { kind: 'request'; body: JsonObject; messages: readonly unknown[] }
  | { kind: 'messages'; messages: readonly unknown[] }

/** Ms between the pieces of a response without times, so that it can be played. */
const PACE = 30

/**
 * Finds the kind of a text: a capture file, an array of messages, a request body, or a recorded response. Everything else
 * counts as a response, because the reader accepts anything.
 *
 * @throws CaptureError for a capture file that is damaged or too new.
 */
export function readDump(text: string, options?: CaptureOptions): Dump {
  const value = parseJson(text)
  if (isCapture(value)) return { kind: 'capture', ...readCaptureFile(value, options) }
  if (Array.isArray(value) && value.length > 0 && value.every(isMessage))
    return { kind: 'messages', messages: value }
  if (isRecord(value) && Array.isArray(value.messages) && !Array.isArray(value.choices))
    return { kind: 'request', body: value, messages: value.messages }
  return { kind: 'response', exchange: responseOf(text) }
}

/** A response from its bytes or text alone, in pieces as a server writes them. */
export function responseOf(body: string | Uint8Array, known: Partial<WireExchange> = {}): WireExchange {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const pieces = pacedPieces(bytes)
  return exchangeOf(bytes, { pieces, ...known })
}

/** One piece per event of a stream, one per line of anything else. */
function pacedPieces(bytes: Uint8Array): { at: number; bytes: Uint8Array }[] {
  const isStream = shapeOf(bytes) === 'events'
  const pieces: { at: number; bytes: Uint8Array }[] = []
  let start = 0
  let offset = 0
  /** Bytes of content since the last piece: an empty line behind some ends an event. */
  let content = false
  for (const line of cutLines(bytes, 'events')) {
    offset += line.length
    const isEmpty = isLineEnd(line)
    const isLast = offset === bytes.length
    if (isLast && !content && isEmpty && pieces.length > 0) {
      // Empty lines behind the last event.
      const last = pieces.pop()!
      const from = start - last.bytes.length
      pieces.push({ at: last.at, bytes: bytes.subarray(from) })
    } else if (isLast || (isStream ? isEmpty && content && bytes[offset] !== LF : !isEmpty)) {
      pieces.push({ at: pieces.length * PACE, bytes: bytes.subarray(start, offset) })
      start = offset
      content = false
    } else content ||= !isEmpty
  }
  return pieces
}

/** Streams are pasted as arrays of chunks too; only messages have a role. */
function isMessage(value: unknown): boolean {
  return isRecord(value) && typeof value.role === 'string'
}

/** A request as a shell command. It has `$API_KEY` in place of the key, and the shell fills it in. */
export function toCurl({ method, url, headers, body }: WireRequest): string {
  const lines = [`curl -N ${quote(url.replaceAll('=redacted', '=$API_KEY'), url.includes('=redacted'))}`]
  if (method !== 'POST') lines.push(`-X ${quote(method)}`)
  for (const [name, value] of Object.entries(headers)) {
    const isSecret = value === '[redacted]'
    const scheme = name.toLowerCase() === 'authorization' ? 'Bearer ' : ''
    lines.push(`-H ${quote(`${name}: ${isSecret ? `${scheme}$API_KEY` : value}`, isSecret)}`)
  }
  lines.push(`--data-raw ${quote(body)}`)
  return lines.join(' \\\n  ')
}

/** In single quotes nothing is special but the quote itself; in double ones a variable is filled in. */
function quote(text: string, withVariable = false): string {
  if (withVariable) return `"${text.replace(/["\\`]|\$(?!API_KEY)/g, '\\$&')}"`
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
