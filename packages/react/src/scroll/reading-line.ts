/** Where somebody reads: a turn, and how many px below the top edge of the viewport it begins (mostly less than 0). */
export interface ReadingPlace {
  turn: string
  top: number
}

/** The turn at the top edge of the viewport, and how far from the edge it began when the reader last scrolled. */
export interface ReadingLine {
  element?: HTMLElement
  /** Its parent: a turn may be drawn anew there. */
  home?: Element | null
  top?: number
}

const idOf = (element: Element | null | undefined): string | undefined =>
  (element as HTMLElement | null | undefined)?.dataset['turnId']

/** The turn that reaches below `y`. Found by halving, also in groups of turns: boxes follow each other downwards. */
export function turnAt(content: Element | null, y: number): HTMLElement | undefined {
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
    if (idOf(box) !== undefined) return box as HTMLElement
  }
  return undefined
}

/**
 * Remembers what the reader sees first, so that growth above it can be made up for (`overflow-anchor` is missing in
 * Safari). `steady`: rather one behind it that stands there in full than a turn in a box of guessed height.
 */
export function holdReadingLine(
  line: ReadingLine,
  viewport: HTMLElement,
  content: HTMLElement | null,
  steady = false,
): void {
  const edge = viewport.getBoundingClientRect()
  const first = turnAt(content, edge.top)
  if (!first) return
  const element = (steady && steadyTurn(first, edge.bottom)) || first
  line.element = element
  line.home = element.parentElement
  line.top = element.getBoundingClientRect().top - edge.top
}

/** The first turn in view, from this one on, that is more than a box with text. */
function steadyTurn(first: HTMLElement, bottom: number): HTMLElement | undefined {
  let turn: HTMLElement | null = first
  while (turn && 'plain' in turn.dataset) turn = turn.nextElementSibling as HTMLElement | null
  return turn && turn.getBoundingClientRect().top < bottom ? turn : undefined
}

/** The element of the remembered turn, also after it was drawn anew. */
export function lineElement(line: ReadingLine): HTMLElement | undefined {
  const { element, home } = line
  if (element && !element.isConnected && home?.isConnected)
    line.element = ([...home.children] as HTMLElement[]).find((turn) => idOf(turn) === idOf(element))
  return line.element?.isConnected ? line.element : undefined
}

/** The newest turn, in whatever groups. */
export function lastTurn(content: Element | null): Element | undefined {
  let box = content
  while (box && idOf(box) === undefined) box = box.lastElementChild
  return box ?? undefined
}

export function placeOf({ element, top }: ReadingLine): ReadingPlace | undefined {
  const turn = idOf(element)
  return turn === undefined || top === undefined ? undefined : { turn, top }
}
