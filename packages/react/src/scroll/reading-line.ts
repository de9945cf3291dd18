/** The turn at the top edge of the viewport, and how far from the edge it began when the reader last scrolled. */
export interface ReadingLine {
  element?: HTMLElement
  top?: number
}

/**
 * Remembers what the reader sees first, so that growth above it can be made up for (`overflow-anchor` is missing in
 * Safari). Finds the turn by halving: turns follow each other downwards.
 */
export function holdReadingLine(line: ReadingLine, viewport: HTMLElement, content: HTMLElement | null): void {
  const turns = content?.children
  if (!turns?.length) return
  const edge = viewport.getBoundingClientRect().top
  let low = 0
  let high = turns.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (turns[middle]!.getBoundingClientRect().bottom > edge) high = middle
    else low = middle + 1
  }
  const element = turns[low] as HTMLElement
  line.element = element
  line.top = element.getBoundingClientRect().top - edge
}
