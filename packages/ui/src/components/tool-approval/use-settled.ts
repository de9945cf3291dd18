'use client'

import { useEffect, useRef, type RefObject } from 'react'
import { useLayout } from '../../lib/use-layout.js'

/** A press this soon after the question appeared was meant for something else. */
const SETTLE_MS = 500

const leftOf = (shownAt: number): number => shownAt + SETTLE_MS - performance.now()

/** Ignores actions until the question has been visible for a moment. Until then the card has `data-settling`. */
export function useSettled(card: RefObject<HTMLElement | null>): (action: () => void) => () => void {
  const shownAt = useRef(Infinity)
  // On the element itself: nothing is drawn differently, so nothing has to render.
  useLayout(() => card.current?.setAttribute('data-settling', ''), [card])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = (): void => {
      const left = leftOf(shownAt.current)
      // A timer may be early by a part of a millisecond.
      if (left > 0) timer = setTimeout(look, left)
      else card.current?.removeAttribute('data-settling')
    }
    shownAt.current = performance.now()
    look()
    return () => clearTimeout(timer)
  }, [card])
  return (action) => () => {
    if (leftOf(shownAt.current) <= 0) action()
  }
}
