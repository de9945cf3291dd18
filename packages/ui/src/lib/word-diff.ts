import { diff, type DiffLine } from './line-diff.js'

/** What changed word by word, for a text in which little changed; pieces of one kind that follow each other are one. */
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
