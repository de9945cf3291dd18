'use client'

import { useEffect, type RefObject, useState } from 'react'

/** The effect of a press may need a moment. After this time the reader has gone on. */
const WAIT_MS = 5_000

/**
 * A button may remove itself, as Retry does with its card, at once or when the answer begins. The focus then goes to the
 * transcript, where the answer comes, and not to the top of the page (docs/accessibility.md, X10, X11).
 */
export function useKeepFocus(viewport: RefObject<HTMLElement | null>): void {
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

/** The part of a question that must be in view to count as seen. */
const SEEN = 0.6

/** True when a question for a person is in view, so that nothing must point at it. False when that is unknown. */
export function useApprovalInView(viewport: RefObject<HTMLElement | null>, waiting: boolean): boolean {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    const root = viewport.current
    if (!waiting || !root || typeof IntersectionObserver === 'undefined') return
    const seen = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target)
        setInView(seen.size > 0)
      },
      { root, threshold: SEEN },
    )
    for (const card of root.querySelectorAll('[data-slot="tool-approval"]')) observer.observe(card)
    return () => {
      observer.disconnect()
      setInView(false)
    }
  }, [viewport, waiting])
  return waiting && inView
}
