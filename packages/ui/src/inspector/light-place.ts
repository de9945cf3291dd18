import type { WirePlace } from '@antiphon/core/devtools'

/** Name of the highlight that marks words, for `::highlight()`. */
const HIGHLIGHT = 'antiphon-wire'

/** The element of a place: a part of an answer, or one call of a group. Undefined when it is not on the page. */
export function findPlace(root: ParentNode, messageId: string, place: WirePlace): HTMLElement | undefined {
  const message = root.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`)
  const part = message?.querySelector<HTMLElement>(`[data-part="${CSS.escape(place.partKey)}"]`)
  if (!part || place.callIndex === undefined) return part ?? undefined
  return part.querySelector<HTMLElement>(`[data-call-key$="/${place.callIndex}"]`) ?? part
}

/**
 * Marks the element of a place and, where the browser can, the very words; brings it into view. Undoes it when called
 * back. `words` is the text that was fed, `ratio` how far into the part it begins.
 */
export function lightPlace(element: HTMLElement, words: string, ratio: number): () => void {
  element.setAttribute('data-wire-lit', '')
  const range = words.trim() === '' ? undefined : findWords(element, plain(words), ratio)
  if (range && 'highlights' in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(range))
  const at = (range?.startContainer.parentElement ?? element) satisfies HTMLElement
  at.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return () => {
    element.removeAttribute('data-wire-lit')
    if ('highlights' in CSS) CSS.highlights.delete(HIGHLIGHT)
  }
}

/** How far into its text a point of an element lies, from 0 to 1; undefined where the browser cannot tell. */
export function ratioAt(element: HTMLElement, x: number, y: number): number | undefined {
  const caret = document.caretPositionFromPoint?.(x, y)
  if (!caret || !element.contains(caret.offsetNode)) return undefined
  let before = 0
  let all = 0
  for (const node of textNodes(element)) {
    if (node === caret.offsetNode) before = all + caret.offset
    all += node.data.length
  }
  return all === 0 ? undefined : before / all
}

/** The occurrence of `words` in the text of an element that is nearest to where they should be. */
function findWords(element: HTMLElement, words: string, ratio: number): Range | undefined {
  const nodes = textNodes(element)
  const text = nodes.map(({ data }) => data).join('')
  const target = ratio * text.length
  let found = -1
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (found >= 0 && Math.abs(at - target) >= Math.abs(found - target)) break
    found = at
  }
  if (found < 0) return undefined
  const range = document.createRange()
  let offset = 0
  for (const node of nodes) {
    const end = offset + node.data.length
    if (found >= offset && found < end) range.setStart(node, found - offset)
    if (found + words.length > offset && found + words.length <= end)
      range.setEnd(node, found + words.length - offset)
    offset = end
  }
  return range
}

function textNodes(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text)
  return nodes
}

/** What is left of a piece of markdown on the screen, its longest line. */
function plain(markdown: string): string {
  const lines = markdown.replace(/[*_`~#]+/g, '').split('\n')
  return lines.reduce((longest, line) => (line.trim().length > longest.length ? line.trim() : longest), '')
}
