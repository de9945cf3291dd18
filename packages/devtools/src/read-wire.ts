import { compact } from '@antiphon/base'
import type { WireBody, WirePiece, WireReading } from './types.js'

export const LF = 0x0a
const CR = 0x0d

/** Where values of a body without events may end: after a bracket that closes, or a line. */
const JSON_ENDS = [LF, CR, 0x5d, 0x7d]
const LINE_ENDS = [LF, CR]
const BOM = [0xef, 0xbb, 0xbf]
const BLANKS = [0x20, 0x09, LF, CR, 0x0b, 0x0c, ...BOM]

export type BodyShape = 'unknown' | 'json' | 'text' | 'events'

/** The kind of a body by its first byte that is not blank. `unknown` until that byte comes. */
export function shapeOf(bytes: Uint8Array): BodyShape {
  const first = bytes.find((byte) => !BLANKS.includes(byte))
  if (first === undefined) return 'unknown'
  if (first === 0x7b || first === 0x5b) return 'json'
  return first === 0x3c ? 'text' : 'events'
}

/**
 * Cuts bytes after every place that can complete a row, so that the effect of a piece happens at its last byte. The pieces
 * joined are the same bytes.
 */
export function* cutLines(bytes: Uint8Array, shape: BodyShape): Generator<Uint8Array, void> {
  const ends = shape === 'json' || shape === 'unknown' ? JSON_ENDS : LINE_ENDS
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    if (!ends.includes(bytes[at]!)) continue
    yield bytes.subarray(from, at + 1)
    from = at + 1
  }
  if (from < bytes.length) yield bytes.subarray(from)
}

/** True for a piece that is nothing but the end of a line. */
export function isLineEnd(piece: Uint8Array): boolean {
  return piece.length === 1 && (piece[0] === LF || piece[0] === CR)
}

export function endsLine(piece: Uint8Array): boolean {
  return LINE_ENDS.includes(piece.at(-1)!)
}

export const isLf = (piece: Uint8Array): boolean => piece[0] === LF
export const endsWithCr = (piece: Uint8Array): boolean => piece.at(-1) === CR

/** A body that grows. */
export interface GrowingBody extends WireBody {
  append(bytes: Uint8Array, at: number): void
  /** Replaces bytes by asterisks. */
  mask(start: number, length: number): void
}

const FIRST_SIZE = 4096
const ASTERISK = 0x2a

/** An empty body. Appending copies, so that the piece of a network stack is not held. */
export function createWireBody(): GrowingBody {
  let bytes = new Uint8Array(0)
  let length = 0
  let revision = 0
  const pieces: WirePiece[] = []
  return {
    get length() {
      return length
    },
    get revision() {
      return revision
    },
    pieces,
    slice: (start = 0, end = length) =>
      bytes.subarray(Math.min(start, length), Math.max(0, Math.min(end, length))),
    append(more, at) {
      if (more.length === 0) return
      const end = length + more.length
      if (end > bytes.length) {
        const larger = new Uint8Array(Math.max(end, bytes.length * 2, FIRST_SIZE))
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(more, length)
      pieces.push({ at, start: length, end })
      length = end
    },
    mask(start, count) {
      bytes.fill(ASTERISK, start, start + count)
      revision++
    },
  }
}

/** A body from pieces that are all there. */
export function wireBodyOf(pieces: Iterable<{ at: number; bytes: Uint8Array }>): WireBody {
  const body = createWireBody()
  for (const { at, bytes } of pieces) body.append(bytes, at)
  return body
}

/** The reader settings of a transport. */
type AnswerSettings = Omit<WireReading, 'origin' | 'errorContext'>

/** The settings alone, each where it is set. */
export function answerSettings({
  thinkTags,
  sendsFinishReason,
  reasoningFields,
  api,
  createEvents,
}: AnswerSettings): AnswerSettings {
  return compact({ thinkTags, sendsFinishReason, reasoningFields, api, createEvents })
}
