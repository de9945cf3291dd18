'use client'

import { useRef, type RefObject, type UIEvent } from 'react'
import { useLayout } from './use-layout.js'

/** A reader within this many px of the end follows it. */
const NEAR = 24

/**
 * Keeps the end of a box in view while its text grows, until the reader scrolls up; `onReadBack` tells when. For the props
 * of the box.
 */
export function useEndInView<E extends HTMLElement>(
  text: string,
  isGrowing = true,
  onReadBack?: () => void,
): { ref: RefObject<E | null>; onScroll: (event: UIEvent<E>) => void } {
  const ref = useRef<E>(null)
  const atEnd = useRef(true)
  useLayout(() => {
    const element = ref.current
    if (element && isGrowing && atEnd.current) element.scrollTop = element.scrollHeight
    // The text is what changes the height.
  }, [text, isGrowing])
  return {
    ref,
    onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) {
      atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR
      if (!atEnd.current && isGrowing) onReadBack?.()
    },
  }
}
