const SPACED = /[\p{L}\p{N}]/u
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const BLOCK = /^(?:#{1,6} |`{3}|~{3}|> )/
const LIST_ITEM = /^(?:[-*+] |\d{1,9}[.)] )/

/**
 * What stands between a text and the rest of it where the rest came as an answer of its own: servers and models leave the
 * white space at its start away. A space between words, a line before a block, nothing inside a word that goes on.
 */
export function seamGlue(text: string, rest: string, inCode: boolean): string {
  if (rest === '' || text === '' || /\s$/.test(text) || /^\s/.test(rest)) return ''
  const line = text.slice(text.lastIndexOf('\n') + 1)
  if (inCode) {
    if (/^(?:`{3}|~{3})/.test(rest)) return '\n'
    return /[;{},:)>]$/.test(line) && /^[\w}]/.test(rest) ? '\n' : ''
  }
  if (BLOCK.test(rest)) return '\n\n'
  if (LIST_ITEM.test(rest)) return '\n'
  if (rest.startsWith('|')) return /^\s*\|.*\|$/.test(line) ? '\n' : ''
  if (isOpen(line)) return ''
  const before = lastCharacter(text)
  const after = String.fromCodePoint(rest.codePointAt(0)!)
  if (UNSPACED.test(before) || UNSPACED.test(after)) return ''
  const mark = /(?:\*{1,3}|_{1,3}|~~?)$/.exec(line)?.[0] ?? /^(?:\*{1,3}|_{1,3}|~~?)/.exec(rest)?.[0]
  if (mark) return isUnpaired(line, mark) ? '' : ' '
  // Closing marks belong to the word before them, opening ones to the word behind them.
  if (/[([{“„«‘/\-–—#@$\\]/u.test(before) || /[,.;:!?)\]}’”»%…/\-–—]/u.test(after)) return ''
  return SPACED.test(after) || /["'“„«‘([{`$]/u.test(after) ? ' ' : ''
}

/** Is the last of these marks in the line one that opens? */
function isUnpaired(line: string, mark: string): boolean {
  return (line.split(mark).length - 1) % 2 === 1
}

/** Inside code within the line, or inside an address: nothing may come between. */
function isOpen(line: string): boolean {
  const ticks = line.split('`').length - 1
  return ticks % 2 === 1 || /https?:\/\/[^\s)\]>]*$/.test(line)
}

function lastCharacter(text: string): string {
  return text.slice(-2).at(-1) ?? ''
}
