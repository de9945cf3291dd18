/** Bytes or text, in whatever pieces they arrive. */
export type StreamPiece = Uint8Array | string

const newDecoder = () => new TextDecoder('utf-8', { ignoreBOM: true })

/** Shared by all, for it only gets text that is complete. Engines are fastest at that. */
let whole: TextDecoder | undefined

/**
 * Turns pieces of UTF-8 bytes into text across any cut, also inside a character (wire-facts 2.1). A leading byte order
 * mark is dropped, bytes that are no UTF-8 become U+FFFD, nothing throws.
 */
export function createStreamDecoder() {
  /** Made when a piece ends inside a character, for it is slower and costly to make. */
  let partial: TextDecoder | undefined
  let atStart = true

  function withoutMark(text: string): string {
    if (!atStart || text === '') return text
    atStart = false
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  }

  /** What was left over: one U+FFFD when the bytes stopped inside a character. */
  const end = () => withoutMark(partial?.decode() ?? '')

  return {
    /** The text that is complete so far. Text pieces pass through, after the bytes that were still waiting. */
    decode(piece: StreamPiece): string {
      if (typeof piece === 'string') return withoutMark(end() + piece)
      // What ends in ASCII leaves nothing behind.
      if (!partial && piece.at(-1)! < 0x80) return withoutMark((whole ??= newDecoder()).decode(piece))
      return withoutMark((partial ??= newDecoder()).decode(piece, { stream: true }))
    },
    end,
  }
}
