'use client'

import { useEffect, type RefObject, useState } from 'react'

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
