/** Keys that scroll; the group holds those that scroll up. */
const scrollKey = /^(?:(ArrowUp|PageUp|Home)|ArrowDown|PageDown|End| )$/

/** How long after a wheel turn or a key a scroll counts as the reader's, in ms. Smooth scrolling takes a while. */
const INTENT_MS = 400

export interface ReaderIntent {
  onScroll(direction: 'up' | 'down'): void
  /** Text selected, or focus moved into the content above the last turn. */
  onLookBack(): void
  /** Anything of these, after it was told: a scroll of whoever, a press, or a new focus. */
  onUse(event: Event): void
}

export interface ReaderWatch {
  /** Forgets the reader's input so far, because the page is about to scroll by itself. */
  forget(): void
  stop(): void
}

/**
 * Tells the reader's scrolling from our own. A `scroll` event counts as the reader's when a wheel turn, a touch, a
 * scroll key or a press on the scrollbar came just before it.
 */
export function watchReader(
  viewport: HTMLElement,
  content: HTMLElement | null,
  intent: ReaderIntent,
): ReaderWatch {
  let until = 0
  let pressed = false
  let goesDown = false
  let lastTop = viewport.scrollTop
  let wanted: 'up' | 'down' | undefined
  /** `direction`: if it is known before anything moves. Content that is laid out late may shrink, and the browser scrolls back. */
  const expect = (direction?: 'up' | 'down'): void => {
    until = performance.now() + INTENT_MS
    wanted = direction
    // Acts before the scroll happens, so that a stream cannot win the race.
    if (direction === 'up') intent.onScroll('up')
  }
  const lookBack = (): void => {
    goesDown = false
    intent.onLookBack()
  }

  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => viewport.addEventListener(type, listener, options)

  on('wheel', ({ deltaY }) => expect(deltaY < 0 ? 'up' : deltaY > 0 ? 'down' : undefined))
  on('touchmove', () => expect())
  on('keydown', (event) => {
    const key = scrollKey.exec(event.key)
    if (!key || isEditable(event.target)) return
    expect(key[1] || (event.key === ' ' && event.shiftKey) ? 'up' : 'down')
  })
  on('pointerdown', (event) => {
    // A press on the viewport itself, and not on its content, hits the scrollbar.
    pressed = event.pointerType !== 'mouse' || event.target === viewport
    if (pressed) expect()
  })
  window.addEventListener(
    'pointerup',
    () => {
      if (pressed) expect()
      pressed = false
    },
    options,
  )
  on('scroll', () => {
    const moved = viewport.scrollTop - lastTop
    lastTop += moved
    if (!moved || (!pressed && performance.now() >= until)) return
    const direction = wanted ?? (moved < 0 ? 'up' : 'down')
    goesDown = direction === 'down'
    intent.onScroll(direction)
  })
  // A flick of a finger, or a key on a busy machine, arrives long after it began.
  on('scrollend', () => {
    if (goesDown) intent.onScroll('down')
    goesDown = false
  })
  on('focusin', (event) => {
    const turn = event.target instanceof Element && event.target.closest('[data-turn-id]')
    if (turn && turn !== lastTurn(content)) lookBack()
  })
  // The focused element may be in view already. Then nothing scrolls.
  for (const type of ['scroll', 'focusin', 'pointerdown'] as const) on(type, intent.onUse)
  document.addEventListener(
    'selectionchange',
    () => {
      const selection = document.getSelection()
      if (selection && !selection.isCollapsed && viewport.contains(selection.anchorNode)) lookBack()
    },
    options,
  )
  return {
    forget() {
      until = 0
      goesDown = false
    },
    stop: () => stop.abort(),
  }
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input,textarea,select'))
  )
}

/** Px of a turn at the edge that nobody reads: Firefox scrolls to whole pixels of the screen, and leaves so much of the turn before. */
const SLIVER = 1

/** The turn, or part of a turn, that is being read, and its position in the content when the reader last scrolled. */
export interface ReadingLine {
  element?: Element
  /** Parent of `element`, to find the turn if it is drawn again as a new element. */
  home?: ParentNode | null
  /** Px from the top of all content. */
  at: number
  /** The element that the page has brought into view for the reader. It is the line as long as it is in view. */
  shown?: Element
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
 * The turn that reaches below `y`, also in groups of turns. In a turn whose parts have places of their own, the part: only
 * parts near the view are laid out. Firefox lays a part out when it comes into view, not before: at the scroll event its height is
 * still a guess, so the next part holds the line.
 */
function turnAt(content: Element | null, y: number): Element | null | undefined {
  let box: Element | null | undefined = content
  while (box && !idOf(box)) box = boxAt(box.children, y)
  const part = box && boxAt(box.querySelectorAll('[data-place]'), y)
  const isGuess = part?.firstElementChild?.checkVisibility?.({ contentVisibilityAuto: true }) === false
  return (isGuess && part.nextElementSibling) || part || box
}

export const edgeOf = (element: Element): number => element.getBoundingClientRect().top

const placeIn = (viewport: Element, element: Element): number =>
  edgeOf(element) - edgeOf(viewport) + viewport.scrollTop

/**
 * The element that was shown to the reader, else the focused element, when it is in view: people who use the keyboard read there. Turns
 * above it may get their heights only now, and the browser brings an element into view only once.
 */
function lookedAt(viewport: Element, content: Element | null, shown?: Element): Element | undefined {
  const { activeElement } = viewport.getRootNode() as Document | ShadowRoot
  const edge = edgeOf(viewport)
  // Nothing contains what is not there.
  return ([shown, activeElement] as Element[]).find((element) => {
    if (!content?.contains(element)) return false
    const { top, bottom } = element.getBoundingClientRect()
    const isInView = bottom > edge && top < edge + viewport.clientHeight
    return isInView && (element === shown || element.matches(':focus-visible'))
  })
}

/**
 * Remembers the first visible line, the focused element or another visible turn, so that the scroll position can follow
 * growth above it. Safari has no `overflow-anchor`.
 */
export function holdReadingLine(
  line: ReadingLine,
  viewport: Element,
  content: Element | null,
  element = lookedAt(viewport, content, line.shown) ?? turnAt(content, edgeOf(viewport) + SLIVER),
): void {
  if (element) Object.assign(line, { element, home: element.parentNode, at: placeIn(viewport, element) })
}

/** Scrolls by the distance that growth has moved the line, so the text that is read stays in place. True when it had moved. */
export function keepReadingLine(line: ReadingLine, viewport: Element): boolean {
  let { element } = line
  if (element && !element.isConnected && idOf(element))
    element = [...line.home!.children].find((turn) => idOf(turn) === idOf(element!))
  const moved = element?.isConnected ? placeIn(viewport, element) - line.at : 0
  if (Math.abs(moved) < 1) return false
  viewport.scrollTop += moved
  line.at += moved
  return true
}

/** The newest turn, in whatever groups. */
function lastTurn(content: Element | null): Element | null {
  let box = content
  while (box && !idOf(box)) box = box.lastElementChild
  return box
}
