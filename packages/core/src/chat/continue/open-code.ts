/** A code block that a text has opened and not closed: its marks, such as ```` ``` ````, and its language. */
export interface OpenCode {
  marks: string
  language: string
}

const FENCE = /^ {0,3}(?:>\s?|[-*+]\s+|\d+[.)]\s+)*\s*(`{3,}|~{3,})([^\n]*)$/

/** The code block that the end of a text is in, or undefined. */
export function openCode(text: string): OpenCode | undefined {
  let open: OpenCode | undefined
  for (const line of text.split('\n')) {
    const [, marks, rest = ''] = FENCE.exec(line) ?? []
    if (!marks) continue
    if (!open) {
      // Marks inside a line are code within text, not a block.
      if (!(marks[0] === '`' && rest.includes('`'))) open = { marks, language: rest.trim() }
    } else if (marks[0] === open.marks[0] && marks.length >= open.marks.length && rest.trim() === '') {
      open = undefined
    }
  }
  return open
}
