import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Near enough to the end to have seen the last line. */
const SLACK_PX = 4

/**
 * Whether a scrolling box has been seen to its end: at once when everything fits, else when the reader got there. What
 * has been seen stays seen until `content` is another one.
 */
export function useSeenToEnd(content: string): {
  ref: RefObject<HTMLDivElement | null>
  seen: boolean
  onScroll: () => void
} {
  const ref = useRef<HTMLDivElement>(null)
  const [seenContent, setSeenContent] = useState<string>()
  const look = useCallback(() => {
    const box = ref.current
    if (box && box.scrollTop + box.clientHeight >= box.scrollHeight - SLACK_PX) setSeenContent(content)
  }, [content])

  useLayoutEffect(() => {
    look()
    const box = ref.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [look])
  return { ref, seen: seenContent === content, onScroll: look }
}
