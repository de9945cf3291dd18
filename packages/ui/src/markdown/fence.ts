/** Lines of code per piece: one element each, so that a long block lays out and renders in pieces. */
export const CHUNK_LINES = 50

/** A fence's language as far as it may reach a class or attribute: `[a-z0-9+#-]{1,32}` or nothing. */
export function fenceLanguage(info: string): string {
  return /^[a-z0-9+#-]{1,32}(?![a-z0-9+#-])/.exec(info.trimStart().toLowerCase())?.[0] ?? ''
}

/** Code in pieces of `CHUNK_LINES` lines; the line feed between two pieces and one at the end are left out. */
export function chunkLines(code: string): string[] {
  const end = code.endsWith('\n') ? code.length - 1 : code.length
  const chunks: string[] = []
  let start = 0
  let lines = 0
  for (let at = code.indexOf('\n'); at >= 0 && at < end; at = code.indexOf('\n', at + 1)) {
    if (++lines % CHUNK_LINES > 0) continue
    chunks.push(code.slice(start, at))
    start = at + 1
  }
  chunks.push(code.slice(start, end))
  return chunks
}

/** Whole code of a block from its pieces. */
export const joinChunks = (chunks: readonly string[]): string => chunks.join('\n')
