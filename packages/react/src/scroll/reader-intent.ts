/** Keys that scroll, and where to. */
const scrollKeys: Record<string, 'up' | 'down'> = {
  ArrowUp: 'up',
  PageUp: 'up',
  Home: 'up',
  ArrowDown: 'down',
  PageDown: 'down',
  End: 'down',
  ' ': 'down',
}

/** How long after a wheel turn or a key a scroll still counts as the reader's, in ms: smooth scrolling takes a while. */
const INTENT_MS = 400

export interface ReaderIntent {
  onScroll(direction: 'up' | 'down'): void
  /** Text selected, or focus moved into the content above the last turn. */
  onLookBack(): void
}

/**
 * Tells the reader's scrolling from our own. A `scroll` event counts as the reader's when a wheel turn, a touch, a
 * scroll key or a press on the scrollbar came just before it.
 */
export function watchReader(viewport: HTMLElement, intent: ReaderIntent): () => void {
  let until = 0
  let pressed = false
  let lastTop = viewport.scrollTop
  const expect = (): void => void (until = performance.now() + INTENT_MS)

  const onWheel = (event: WheelEvent): void => {
    expect()
    // Acts before the scroll happens, so that a stream cannot win the race against a wheel turned up.
    if (event.deltaY < 0) intent.onScroll('up')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = scrollKeys[event.key]
    if (!direction || isEditable(event.target)) return
    expect()
    if (direction === 'up') intent.onScroll('up')
  }
  const onPointerDown = (event: PointerEvent): void => {
    // A press on the viewport itself, not on its content, is one on the scrollbar.
    pressed = event.pointerType !== 'mouse' || event.target === viewport
    if (pressed) expect()
  }
  const onPointerUp = (): void => {
    if (pressed) expect()
    pressed = false
  }
  const onScroll = (): void => {
    const top = viewport.scrollTop
    const moved = top - lastTop
    lastTop = top
    if (moved !== 0 && (pressed || performance.now() < until)) intent.onScroll(moved < 0 ? 'up' : 'down')
  }
  const onSelection = (): void => {
    const selection = document.getSelection()
    if (
      selection &&
      !selection.isCollapsed &&
      selection.anchorNode &&
      viewport.contains(selection.anchorNode)
    ) {
      intent.onLookBack()
    }
  }
  const onFocus = (event: FocusEvent): void => {
    const turn = (event.target as Element).closest?.('[data-turn-id]')
    if (turn && turn !== viewport.querySelector('[data-turn-id]:last-of-type')) intent.onLookBack()
  }

  const passive = { passive: true } as const
  viewport.addEventListener('wheel', onWheel, passive)
  viewport.addEventListener('touchmove', expect, passive)
  viewport.addEventListener('keydown', onKeyDown)
  viewport.addEventListener('pointerdown', onPointerDown)
  window.addEventListener('pointerup', onPointerUp)
  viewport.addEventListener('scroll', onScroll, passive)
  viewport.addEventListener('focusin', onFocus)
  document.addEventListener('selectionchange', onSelection)
  return () => {
    viewport.removeEventListener('wheel', onWheel)
    viewport.removeEventListener('touchmove', expect)
    viewport.removeEventListener('keydown', onKeyDown)
    viewport.removeEventListener('pointerdown', onPointerDown)
    window.removeEventListener('pointerup', onPointerUp)
    viewport.removeEventListener('scroll', onScroll)
    viewport.removeEventListener('focusin', onFocus)
    document.removeEventListener('selectionchange', onSelection)
  }
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
