'use client'

import type { FollowScroll } from '@antiphon/react'
import { useEffect, useRef } from 'react'

export interface StopInViewProps {
  follow: FollowScroll
  streaming: boolean
  /** The last answer was stopped. */
  isStopped: boolean
}

/** After a stop, scrolls the notice and its buttons into view. Renders nothing. */
export function StopInView({ follow: { contentRef, reveal }, streaming, isStopped }: StopInViewProps) {
  const streamed = useRef(streaming)
  useEffect(() => {
    const ends = streamed.current && !streaming
    streamed.current = streaming
    const footers = contentRef.current?.querySelectorAll('[data-slot="turn-footer"]') ?? []
    const last = [...footers].at(-1)
    if (ends && isStopped && last) reveal(last, true)
  }, [streaming, isStopped, contentRef, reveal])
  return null
}
