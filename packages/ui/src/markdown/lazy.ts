import type { BlockNode } from './ast.js'
import { isBlank } from './stream/lines.js'
import { append } from './rope.js'

/** When this many characters of source cannot be kept, the rest is parsed less often. */
export const LAZY_FROM = 8192

/** Whether to parse a rest of `size` characters again, of which `read` were parsed last time. */
export const isDue = (size: number, read: number, lazyFrom: number): boolean =>
  size <= lazyFrom || size - read >= size / 16

const ITEM = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))( {1,4}(?! ))?/
const MARKER = /^( {0,3})(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/
/** Stays open over blank lines: indented code, or a footnote. */
const INDENTED = /^(?: {4}|\t| {0,3}\[\^)/

/** Column at which the content of a list item begins. A mark from there on is inside the item. */
function itemColumn(line: string): number {
  const match = ITEM.exec(line)
  return (match?.[1]?.length ?? 0) + (match?.[2]?.length ?? 1)
}

/**
 * Whether the complete lines `[from, to)` may end the long block at `start` or begin the next list item. Then it is parsed
 * at once.
 */
export function mayEnd(src: string, start: number, from: number, to: number, isList: boolean): boolean {
  const head = src.slice(start, start + 20)
  const column = isList ? itemColumn(head) : 0
  const isIndented = !isList && INDENTED.test(head)
  let afterBlank = from > start && isBlank(src.slice(src.lastIndexOf('\n', from - 2) + 1, from - 1))
  for (const line of src.slice(from, to - 1).split('\n')) {
    const blank = isBlank(line)
    if (blank && !isList && !isIndented) return true
    if (isIndented && !blank && !/^(?: {4}| {0,3}\t)/.test(line)) return true
    const marker = isList ? MARKER.exec(line) : null
    if (marker !== null && (marker[1]?.length ?? 0) < column) return true
    if (isList && afterBlank && /^[^ \t]/.test(line)) return true
    afterBlank = blank
  }
  return false
}

/** The text after `from`, without the indents and quote marks at the beginning of its lines. */
export function textBehind(src: string, from: number): string {
  const inIndent = /\n[ \t>]*$/.test(src.slice(Math.max(0, from - 40), from))
  const text = src.slice(from)
  return (inIndent ? text.replace(/^[ \t>]+/, '') : text).replace(/\n[ \t>]*/g, '\n')
}

/** The block with its unparsed text added as written, so that a long block grows between two parses. */
export function appendText(node: BlockNode, text: string): BlockNode {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return { ...node, content: append(node.content, [[{ type: 'text', text }]]) }
    case 'code':
      return { ...node, chunks: node.chunks.with(-1, (node.chunks.at(-1) ?? '') + text) }
    case 'quote': {
      const last = node.children.at(-1)
      return last === undefined ? node : { ...node, children: node.children.with(-1, appendText(last, text)) }
    }
    case 'list': {
      const group = node.items.at(-1)
      const item = group?.at(-1)
      const last = item?.children.at(-1)
      if (group === undefined || item === undefined || last === undefined) return node
      const children = item.children.with(-1, appendText(last, text))
      return { ...node, items: node.items.with(-1, group.with(-1, { ...item, children })) }
    }
    default:
      return node
  }
}
