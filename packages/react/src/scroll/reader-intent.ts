import { lastTurn } from './reading-line.js'

/** Keys that scroll; the group holds those that scroll up. */
const scrollKey = /^(?:(ArrowUp|PageUp|Home)|ArrowDown|PageDown|End| )$/

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
export function watchReader(
  viewport: HTMLElement,
  content: HTMLElement | null,
  intent: ReaderIntent,
): () => void {
  let until = 0
  let pressed = false
  let lastTop = viewport.scrollTop
  const expect = (): void => void (until = performance.now() + INTENT_MS)

  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => viewport.addEventListener(type, listener, options)

  on('wheel', (event) => {
    expect()
    // Acts before the scroll happens, so that a stream cannot win the race against a wheel turned up.
    if (event.deltaY < 0) intent.onScroll('up')
  })
  on('touchmove', expect)
  on('keydown', (event) => {
    const key = scrollKey.exec(event.key)
    if (!key || isEditable(event.target)) return
    expect()
    if (key[1]) intent.onScroll('up')
  })
  on('pointerdown', (event) => {
    // A press on the viewport itself, not on its content, is one on the scrollbar.
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
    if (moved && (pressed || performance.now() < until)) intent.onScroll(moved < 0 ? 'up' : 'down')
  })
  on('focusin', (event) => {
    const turn = (event.target as Element).closest?.('[data-turn-id]')
    if (turn && turn !== lastTurn(content)) intent.onLookBack()
  })
  document.addEventListener(
    'selectionchange',
    () => {
      const selection = document.getSelection()
      if (selection && !selection.isCollapsed && viewport.contains(selection.anchorNode)) intent.onLookBack()
    },
    options,
  )
  return () => stop.abort()
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
