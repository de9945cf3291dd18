export const LF = 0x0a
const CR = 0x0d

/** Where values of a body without events may end: after a bracket that closes, or a line. */
const JSON_ENDS = [LF, CR, 0x5d, 0x7d]
const LINE_ENDS = [LF, CR]
const BOM = [0xef, 0xbb, 0xbf]
const BLANKS = [0x20, 0x09, LF, CR, 0x0b, 0x0c, ...BOM]

export type BodyShape = 'unknown' | 'json' | 'text' | 'events'

/**
 * What a body is by its first byte that is no blank, as the reader tells it. Stays `unknown` while there is none.
 */
export function shapeOf(bytes: Uint8Array): BodyShape {
  const first = bytes.find((byte) => !BLANKS.includes(byte))
  if (first === undefined) return 'unknown'
  if (first === 0x7b || first === 0x5b) return 'json'
  return first === 0x3c ? 'text' : 'events'
}

/**
 * Cuts bytes behind everything that can complete a row, so that whatever a piece makes happen happens at its last byte.
 * Joined, the pieces are the bytes again.
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
