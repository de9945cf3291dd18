import { isRecord, type JsonObject } from '../errors/is-record.js'
import { parseJson } from '../errors/parse-json.js'
import { cutLines, isLineEnd, LF, shapeOf } from './cut-lines.js'
import { exchangeOf } from './exchange-of.js'
import { isCapture, readCapture } from './capture-file.js'
import type { WireExchange } from './exchange-types.js'

/** What a pasted text or an opened file turned out to be. */
export type Dump =
  | { kind: 'capture'; exchanges: WireExchange[] }
  /** A response: events, JSON lines, one completion or an error. Without times. */
  | { kind: 'response'; exchange: WireExchange }
  /** A request body. */
  | { kind: 'request'; body: JsonObject; messages: readonly unknown[] }
  | { kind: 'messages'; messages: readonly unknown[] }

/** Ms between the pieces of a response without times, so that it can be played. */
const PACE = 30

/**
 * Tells what a text is: a capture file, an array of messages, a request body, or a response as it came over the wire.
 * Anything that is none of the first three is read as a response, which the reader of the kit takes whatever it is.
 *
 * @throws CaptureError for a capture file that is damaged or too new.
 */
export function readDump(text: string): Dump {
  const value = parseJson(text)
  if (isCapture(value)) return { kind: 'capture', exchanges: readCapture(value) }
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
