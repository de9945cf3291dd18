/** The turn that the reader reads, and where in the content it began when the reader last scrolled. */
export interface ReadingLine {
  element?: Element
  /** Its parent: a turn may be drawn anew there. */
  home?: ParentNode | null
  /** Px from the top of all content. */
  at: number
}

const idOf = (element: Element | null | undefined): string | undefined =>
  (element as HTMLElement | null | undefined)?.dataset['turnId']

/** The turn that reaches below `y`. Found by halving, also in groups of turns: boxes follow each other downwards. */
function turnAt(content: Element | null, y: number): Element | undefined {
  for (let box = content; box && box.childElementCount > 0;) {
    const { children } = box
    let low = 0
    let high = children.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (children[middle]!.getBoundingClientRect().bottom > y) high = middle
      else low = middle + 1
    }
    box = children[low]!
    if (idOf(box) !== undefined) return box
  }
  return undefined
}

const edgeOf = (element: Element): number => element.getBoundingClientRect().top

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
    element = [...(line.home?.children ?? [])].find((turn) => idOf(turn) === idOf(element))
  if (!element?.isConnected) return
  const now = placeIn(viewport, element)
  if (Math.abs(now - line.at) < 1) return
  viewport.scrollTop += now - line.at
  line.at = now
}

/** The newest turn, in whatever groups. */
export function lastTurn(content: Element | null): Element | null {
  let box = content
  while (box && idOf(box) === undefined) box = box.lastElementChild
  return box
}
