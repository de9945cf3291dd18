/** Lines of code per piece: one element each, so that a long block lays out and renders in pieces. */
export const CHUNK_LINES = 50

/** A fence's language as far as it may reach a class or attribute: `[a-z0-9+#-]{1,32}` or nothing. */
export function fenceLanguage(info: string): string {
  return /^[a-z0-9+#-]{1,32}(?![a-z0-9+#-])/.exec(info.trimStart().toLowerCase())?.[0] ?? ''
}

/** A fence that is open, and the one around it. */
export interface FenceMark {
  /** The marks that began it. */
  readonly marks: string
  /** It holds Markdown, which has fences of its own. */
  readonly isDocument: boolean
  readonly around: FenceMark | null
}

export const fenceMark = (marks: string, info: string, around: FenceMark | null = null): FenceMark => ({
  marks,
  isDocument: /^(?:markdown|md|mdx)$/.test(fenceLanguage(info)),
  around,
})

/**
 * The innermost open fence after a line of the block, whose indent of up to three columns is taken off; null if the line ends
 * the block. In a fence of Markdown, marks with a language begin a fence inside of it, and bare ones end the innermost.
 */
export function behindLine(mark: FenceMark, line: string): FenceMark | null {
  const { marks, isDocument, around } = mark
  let run = 0
  while (line[run] === marks[0]) run++
  if (run < marks.length) return mark
  const info = line.slice(run)
  if (/^[ \t]*$/.test(info)) return around
  return isDocument && !(marks[0] === '`' && info.includes('`'))
    ? fenceMark(line.slice(0, run), info, mark)
    : mark
}

/** The fence that begins with a line of plain text; null if none does. */
function beginFence(line: string): { mark: FenceMark; info: string } | null {
  const [, marks, info = ''] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? []
  return marks === undefined ? null : { mark: fenceMark(marks, info), info: info.trim() }
}

/** Lines of a text that are code in a fence, or are not. The lines with the marks are left out. */
export interface FenceLines {
  /** Language of the code, or nothing; undefined for other lines. */
  readonly lang?: string
  readonly lines: string[]
}

/** The lines of a text by its fences, without parsing the rest of it. */
export function fenceLines(text: string): FenceLines[] {
  let last: FenceLines = { lines: [] }
  const found = [last]
  let mark: FenceMark | null = null
  for (const line of text.split('\n')) {
    const begun: ReturnType<typeof beginFence> = mark ? null : beginFence(line)
    const behind: FenceMark | null | undefined = mark
      ? behindLine(mark, line.replace(/^ {0,3}/, '').trimEnd())
      : begun?.mark
    if (begun || (mark && !behind)) {
      last = begun ? { lang: /^[\w+#.-]{0,32}/.exec(begun.info)![0], lines: [] } : { lines: [] }
      found.push(last)
    } else last.lines.push(line)
    mark = behind ?? null
  }
  return found
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
