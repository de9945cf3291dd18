import type { Inline } from './ast.js'

/** The text to hear or copy: no marks, images by their alt text. */
export function plainText(nodes: readonly Inline[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.type === 'text' || node.type === 'code') text += node.text
    else if (node.type === 'break') text += '\n'
    else if (node.type === 'image') text += node.alt
    else if (node.type === 'note' || node.type === 'math') text += node.source
    else text += plainText(node.children)
  }
  return text
}
