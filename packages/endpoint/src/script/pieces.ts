/**
 * Cuts text into pieces about as large as a model's tokens: a word of up to eight letters with the space before it, the
 * rest of a longer word, up to three digits or marks. Joining the pieces gives the text back; no code point is split.
 */
export function splitPieces(text: string): string[] {
  return text.match(/\s?(?:[\p{L}\p{M}]{1,8}|\d{1,3}|[^\s\p{L}\p{M}\d]{1,3})|\s/gu) ?? []
}

/** How many pieces a text makes; what this endpoint counts as tokens. */
export function countPieces(text: string): number {
  return splitPieces(text).length
}
