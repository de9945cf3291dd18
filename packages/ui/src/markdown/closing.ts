import { endsBlank, lastLine } from './lines.js'
import type { ParsedBlock } from './parse.js'

/** Whether no later text can add to the last block of `text`, which is made of complete lines. */
export function isClosed({ type, tokens }: ParsedBlock, text: string): boolean {
  if (type === 'rule') return true
  if (type === 'fence') return tokens[0]?.closed === true
  if (type === 'math') return tokens[0]?.pending === false
  // With a delimiter row below it even a heading's line becomes a table's head.
  if (type === 'heading_open' && !lastLine(text).includes('|')) return true
  return /^(?:heading|paragraph|table|quote)_open$|^definition/.test(type) && endsBlank(text)
}

/** Whether `last`, a paragraph right below, may turn out to be the title of a definition that ends `before`. */
export function mayBeTitle(before: ParsedBlock | undefined, last: ParsedBlock): boolean {
  const end = before?.tokens.findLast(({ nesting }) => nesting >= 0)
  return last.type === 'paragraph_open' && end?.type === 'definition' && end.map?.[1] === last.from
}
