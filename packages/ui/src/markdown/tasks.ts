import type { Token } from './parser/token.js'

/** GFM task items: a mark at the start of an item's first paragraph moves from the text to the item. */
export function markTasks(tokens: readonly Token[]): void {
  for (let i = 0; i + 2 < tokens.length; i++) {
    const item = tokens[i]
    const inline = tokens[i + 2]
    if (item?.type !== 'item_open' || tokens[i + 1]?.type !== 'paragraph_open') continue
    const match = /^\[([ xX])\][ \t]+(?=\S)/.exec(inline?.content ?? '')
    if (match === null || inline === undefined) continue
    item.checked = match[1] !== ' '
    inline.content = inline.content.slice(match[0].length)
  }
}
