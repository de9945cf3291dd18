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

export type Labels = ReadonlySet<string> | null

export function joinLabels(a: Labels, b: Labels): Labels {
  if (a === null || b === null) return a ?? b
  return new Set([...a, ...b])
}

/**
 * Labels in inline text that a definition arriving later could turn into links; null if there are none.
 * May name too many, never too few: a backslash is read both as an escape and as itself.
 */
export function inlineLabels(text: string): Labels {
  if (!text.includes('[')) return null
  const labels = new Set<string>()
  scanLabels(text, true, labels)
  if (text.includes('\\')) scanLabels(text, false, labels)
  return labels.size > 0 ? labels : null
}

export function labelsOf(tokens: readonly Token[]): Labels {
  let labels: Labels = null
  for (const { type, content } of tokens)
    if (type === 'inline') labels = joinLabels(labels, inlineLabels(content))
  return labels
}
