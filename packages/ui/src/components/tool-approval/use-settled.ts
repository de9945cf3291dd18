'use client'

import { useEffect, useRef } from 'react'

/** A press this soon after the question appeared was meant for something else. */
const SETTLE_MS = 500

/** Ignores actions until the question has been visible for a moment. */
export function useSettled(): (action: () => void) => () => void {
  const shownAt = useRef(Infinity)
  useEffect(() => void (shownAt.current = performance.now()), [])
  return (action) => () => {
    if (performance.now() - shownAt.current >= SETTLE_MS) action()
  }
}
