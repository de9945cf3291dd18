import { normalLabel } from './parser/characters.js'
import type { Token } from './parser/token.js'

function scanLabels(text: string, escapes: boolean, into: Set<string>): void {
  let open = -1
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '\\' && escapes) i++
    else if (char === '[') open = i
    else if (char === ']' && open >= 0) {
      into.add(normalLabel(text.slice(open + 1, i)))
      open = -1
    }
  }
}

/**
 * Labels in inline texts that a definition arriving later could turn into links. It may return too many, never too few: a
 * backslash is read both as an escape and as a character.
 */
export function inlineLabels(texts: readonly string[]): string[] {
  const labels = new Set<string>()
  for (const text of texts) {
    if (!text.includes('[')) continue
    scanLabels(text, true, labels)
    if (text.includes('\\')) scanLabels(text, false, labels)
  }
  return [...labels]
}

export const labelsOf = (tokens: readonly Token[]): string[] =>
  inlineLabels(tokens.flatMap(({ type, content }) => (type === 'inline' ? content : [])))
