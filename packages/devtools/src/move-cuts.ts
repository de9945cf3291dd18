/** A name that replaces a value: `<key-1>`. */
const NAME = /(<[a-z][a-z-]{1,30}-\d{1,9}>)/

interface Change {
  start: number
  end: number
  to: number
  length: number
}

/**
 * Moves the cuts of a text whose values were replaced by names. A cut inside a value moves to the end of its name, so that no name
 * is cut. Cuts are in order, and so are the results.
 */
export function moveCuts(before: string, after: string, cuts: readonly number[]): number[] {
  if (before === after) return [...cuts]
  const changes = changesBetween(before, after)
  return cuts.map((cut) => {
    let by = 0
    for (const { start, end, to, length } of changes) {
      if (cut <= start) break
      if (cut < end) return to + length
      by = to + length - end
    }
    return cut + by
  })
}

/** Which stretches were replaced: the words between two names are those of the text before. */
function changesBetween(before: string, after: string): Change[] {
  const changes: Change[] = []
  const pieces = after.split(NAME)
  let from = 0
  let at = 0
  let begin = 0
  for (const [i, piece] of pieces.entries()) {
    const isName = i % 2 === 1
    if (isName || piece === '') {
      at += piece.length
      continue
    }
    const isLast = i === pieces.length - 1
    const found = isLast ? before.length - piece.length : before.indexOf(piece, from)
    if (found < from || (isLast && !before.endsWith(piece)) || (i === 0 && found !== 0)) {
      // Written in another way: the rest is one stretch.
      changes.push({ start: from, end: before.length, to: begin, length: after.length - begin })
      return changes
    }
    if (found > from || at > begin) changes.push({ start: from, end: found, to: begin, length: at - begin })
    from = found + piece.length
    at += piece.length
    begin = at
  }
  if (from < before.length || at > begin)
    changes.push({ start: from, end: before.length, to: begin, length: at - begin })
  return changes
}
