import type { Token } from 'markdown-it'

/** GFM task items: a mark at the start of an item's first paragraph moves from the text to the item. */
export function markTasks(tokens: readonly Token[]): void {
  for (let i = 0; i + 2 < tokens.length; i++) {
    const item = tokens[i]
    const inline = tokens[i + 2]
    if (item?.type !== 'list_item_open' || tokens[i + 1]?.type !== 'paragraph_open') continue
    const match = /^\[([ xX])\][ \t]+(?=\S)/.exec(inline?.content ?? '')
    if (match === null || inline === undefined) continue
    item.meta = { checked: match[1] !== ' ' }
    inline.content = inline.content.slice(match[0].length)
  }
}
