import type { BlockNode, HeadingNode } from './ast.js'

/** The depth of each heading below the headings before it, from 1, for documents whose levels must not skip one. */
export function headingDepths(
  blocks: readonly BlockNode[],
  above: number[] = [],
  depths = new Map<HeadingNode, number>(),
): ReadonlyMap<HeadingNode, number> {
  for (const node of blocks) {
    if (node.type === 'heading') {
      while (above.length > 0 && above.at(-1)! >= node.level) above.pop()
      depths.set(node, above.push(node.level))
    } else if (node.type === 'quote' || node.type === 'footnote') headingDepths(node.children, above, depths)
    else if (node.type === 'list')
      for (const { children } of node.items.flat()) headingDepths(children, above, depths)
  }
  return depths
}
