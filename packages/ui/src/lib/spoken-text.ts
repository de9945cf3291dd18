import type { EntryStrings } from '../strings/entry-strings.js'
import { eachLine, inline } from './plain-text.js'

/**
 * Markdown for reading aloud: no marks, code blocks by name and length, images by their text, links named as links
 * (docs/accessibility.md, X3). Simple rules line by line are enough, because the text is heard once and never parsed again.
 */
export function spokenText(
  markdown: string,
  words: EntryStrings['announce'],
  number: (n: number) => string,
): string {
  return eachLine(
    markdown,
    (lang, lines) => words.codeBlock(lang || undefined, lines.length, number(lines.length)),
    (line) => inline(line, words.image, words.link),
  )
}
