/** The turn that the reader reads, and where in the content it began when the reader last scrolled. */
export interface ReadingLine {
  element?: Element
  /** Its parent: a turn may be drawn anew there. */
  home?: ParentNode | null
  /** Px from the top of all content. */
  at: number
}

const idOf = (element: Element): string | undefined => {
  const { turnId, place } = (element as HTMLElement).dataset
  return turnId ?? place
}

/** The first that reaches below `y`, else the last. Found by halving: boxes follow each other downwards. */
function boxAt(boxes: ArrayLike<Element>, y: number): Element | undefined {
  let low = 0
  for (let high = boxes.length - 1; low < high;) {
    const middle = (low + high) >> 1
    if (boxes[middle]!.getBoundingClientRect().bottom > y) high = middle
    else low = middle + 1
  }
  return boxes[low]
}

/**
 * The turn that reaches below `y`, also in groups of turns; of a turn whose parts have places of their own, such as an answer of
 * which only what is near the view is laid out, the part.
 */
function turnAt(content: Element | null, y: number): Element | null | undefined {
  let box: Element | null | undefined = content
  while (box && idOf(box) === undefined) box = boxAt(box.children, y)
  return box && (boxAt(box.querySelectorAll('[data-place]'), y) ?? box)
}

export const edgeOf = (element: Element): number => element.getBoundingClientRect().top

const placeIn = (viewport: Element, element: Element): number =>
  edgeOf(element) - edgeOf(viewport) + viewport.scrollTop

/**
 * Remembers what the reader sees first, so that growth above it can be made up for (`overflow-anchor` is missing in
 * Safari); or another turn in view.
 */
export function holdReadingLine(
  line: ReadingLine,
  viewport: Element,
  content: Element | null,
  element = turnAt(content, edgeOf(viewport)),
): void {
  if (!element) return
  line.element = element
  line.home = element.parentNode
  line.at = placeIn(viewport, element)
}

/** Scrolls by what has moved the line since, and no reader: what is read stays where it was. */
export function keepReadingLine(line: ReadingLine, viewport: Element): void {
  let { element } = line
  if (!element?.isConnected)
    element = [...(line.home?.children ?? [])].find((turn) => idOf(turn) === idOf(element!))
  if (!element?.isConnected) return
  const moved = placeIn(viewport, element) - line.at
  if (Math.abs(moved) < 1) return
  viewport.scrollTop += moved
  line.at += moved
}

/** The newest turn, in whatever groups. */
export function lastTurn(content: Element | null): Element | null {
  let box = content
  while (box && idOf(box) === undefined) box = box.lastElementChild
  return box
}
