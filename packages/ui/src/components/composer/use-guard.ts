import { useEffect, useRef } from 'react'

const GUARD_MS = 350

/** True for a moment after `mode` changed, when a second click of a double click would hit the other button. */
export function useGuard(mode: string): () => boolean {
  const changedAt = useRef(-Infinity)
  const first = useRef(mode)
  useEffect(() => {
    if (first.current === mode) return
    first.current = mode
    changedAt.current = performance.now()
  }, [mode])
  return () => performance.now() - changedAt.current < GUARD_MS
}
