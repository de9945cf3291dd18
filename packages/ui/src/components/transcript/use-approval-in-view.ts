import { useEffect, useState, type RefObject } from 'react'

/** So much of a question must be in view for it to be seen. */
const SEEN = 0.6

/** Whether a question for a person is in view, so that nothing has to point at it. False where that cannot be told. */
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
