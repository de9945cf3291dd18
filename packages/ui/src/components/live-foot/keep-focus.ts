'use client'

import { useEffect, type RefObject } from 'react'

/** The effect of a press may need a moment. After this time the reader has gone on. */
const WAIT_MS = 5_000

/**
 * A button may remove itself, as Retry does with its card, at once or when the answer begins. The focus then goes to the
 * transcript, where the answer comes, and not to the top of the page (docs/accessibility.md, X10, X11). Renders nothing.
 */
export function KeepFocus({ viewport }: { viewport: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    let stopWatching = (): void => {}
    const onClick = (event: MouseEvent): void => {
      const pressed = event.target instanceof Element ? event.target.closest('button') : null
      stopWatching()
      if (pressed) stopWatching = watchRemoval(pressed, element)
    }
    element.addEventListener('click', onClick)
    return () => {
      element.removeEventListener('click', onClick)
      stopWatching()
    }
  }, [viewport])
  return null
}

/** Moves the focus to `home` when the focused `pressed` disappears. Returns a function that ends the watch. */
function watchRemoval(pressed: Element, home: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    if (pressed.isConnected) return
    stop()
    const { activeElement, body } = document
    if (activeElement === body || activeElement === null) home.focus({ preventScroll: true })
  })
  const timer = setTimeout(() => stop(), WAIT_MS)
  const stop = (): void => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(home, { childList: true, subtree: true })
  return stop
}
