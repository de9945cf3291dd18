/** Bytes or text, in whatever pieces they arrive. */
export type StreamPiece = Uint8Array | string

/**
 * Turns pieces of UTF-8 bytes into text across any cut, also inside a character (wire-facts 2.1). A leading byte order
 * mark is dropped, bytes that are no UTF-8 become U+FFFD, nothing throws.
 */
export function createStreamDecoder() {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** Never in the middle of a character, for which engines have a faster way. */
  const whole = new TextDecoder('utf-8', { ignoreBOM: true })
  let atStart = true
  let waiting = false

  function withoutMark(text: string): string {
    if (!atStart || text === '') return text
    atStart = false
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  }

  return {
    /** The text that is complete so far. Text pieces pass through, after the bytes that were still waiting. */
    decode(piece: StreamPiece): string {
      if (typeof piece === 'string') {
        waiting = false
        return withoutMark(decoder.decode() + piece)
      }
      const wasWaiting = waiting
      // A piece that ends in ASCII leaves nothing behind.
      waiting = !(piece[piece.length - 1]! < 0x80)
      return withoutMark(
        waiting || wasWaiting ? decoder.decode(piece, { stream: true }) : whole.decode(piece),
      )
    },
    /** What was left over: one U+FFFD when the bytes stopped inside a character. */
    end(): string {
      return withoutMark(decoder.decode())
    },
  }
}
