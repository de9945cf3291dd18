import type { BlockNode, Inline, ItemNode } from '../ast.js'
import { joinChunks } from '../fence.js'
import { flat } from '../rope.js'

type Canonical = unknown

/** Inline content without the seams between its pieces. */
function inline(nodes: readonly Inline[]): Canonical[] {
  const out: Canonical[] = []
  let text = ''
  const flush = () => {
    if (text !== '') out.push(text)
    text = ''
  }
  for (const node of nodes) {
    if (node.type === 'text') text += node.text
    else {
      flush()
      out.push('children' in node ? { ...node, children: inline(node.children) } : node)
    }
  }
  flush()
  return out
}

const item = ({ checked, children }: ItemNode): Canonical => ({ checked, children: children.map(canonical) })

/** A block as a reader sees it: how it is cut into pieces and groups does not show. */
export function canonical(node: BlockNode): Canonical {
  switch (node.type) {
    case 'paragraph':
      return { type: node.type, content: inline(flat(node.content).flat()) }
    case 'heading':
      return { type: node.type, level: node.level, content: inline(flat(node.content).flat()) }
    case 'code':
      return { ...node, chunks: undefined, code: joinChunks(node.chunks) }
    case 'table':
      return { ...node, head: node.head.map(inline), rows: flat(node.rows).map((row) => row.map(inline)) }
    case 'list':
      return { ...node, items: flat(node.items).map(item) }
    case 'footnote':
      return { ...node, children: node.children.map(canonical) }
    case 'quote':
      return { ...node, children: node.children.map(canonical) }
    case 'math':
    case 'rule':
      return node
  }
}
