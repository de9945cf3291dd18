import { diff, type DiffLine } from './line-diff.js'

/** The changes word by word, for a text with few changes. Neighbouring pieces of one kind are joined. */
export function wordDiff(before: string, after: string): DiffLine[] {
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? []
  const pieces: DiffLine[] = []
  for (const piece of diff(words(before), words(after))) {
    const last = pieces.at(-1)
    if (last?.type === piece.type) last.text += piece.text
    else pieces.push({ ...piece })
  }
  return pieces
}
