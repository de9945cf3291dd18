import type { BlockNode } from './ast.js'
import { joinChunks } from './fence.js'
import { isBlank } from './lines.js'
import { append } from './rope.js'

/** From this many characters of source that cannot be kept, a long rest is read less often. */
export const LAZY_FROM = 8192

/** Whether a rest of `size` characters, of which `read` were read last time, is to be read again. */
export const isDue = (size: number, read: number, lazyFrom: number): boolean =>
  size <= lazyFrom || size - read >= size / 16

const MARKER = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/

/** Whether new complete lines may end a long block or begin a list's next item: then it is read at once. */
export function mayEnd(lines: string, kind: 'list' | 'code' | 'other'): boolean {
  let afterBlank = false
  for (const line of lines.split('\n')) {
    const blank = isBlank(line)
    if (kind === 'other' && blank) return true
    if (kind === 'code' && !blank && !/^(?: {4}| {0,3}\t)/.test(line)) return true
    if (kind === 'list' && (MARKER.test(line) || (afterBlank && /^[^ \t]/.test(line)))) return true
    afterBlank = blank
  }
  return false
}

/** The block with text not yet read put at its end, as it stands: a long block goes on growing between readings. */
export function appendText(node: BlockNode, source: string): BlockNode {
  const text = source.replace(/\n[ \t>]*/g, '\n')
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return { ...node, content: append(node.content, [[{ type: 'text', text }]]) }
    case 'code':
      return { ...node, chunks: [joinChunks(node.chunks) + text] }
    case 'quote': {
      const last = node.children.at(-1)
      return last === undefined
        ? node
        : { ...node, children: node.children.with(-1, appendText(last, source)) }
    }
    case 'list': {
      const group = node.items.at(-1)
      const item = group?.at(-1)
      const last = item?.children.at(-1)
      if (group === undefined || item === undefined || last === undefined) return node
      const children = item.children.with(-1, appendText(last, source))
      return { ...node, items: node.items.with(-1, group.with(-1, { ...item, children })) }
    }
    default:
      return node
  }
}
