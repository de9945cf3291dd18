'use client'

import { useEffect } from 'react'
import { createLazyModule, useLazyModule } from '../../lib/lazy-module.js'
import { useStaticPage } from '../../lib/static-page.js'
import { lazyGrowth } from '../../markdown/render/markdown.js'

/**
 * Parts that a page shows its messages without: what is inside of calls, approvals, announcements, growing arguments. A chat loads
 * them once it is on the page, so they are there before the first answer.
 */
export const lazyLive = createLazyModule(() => import('./live-parts.js'))

// A server has them before it draws its first page.
if (typeof document === 'undefined') lazyLive.preload()

/** The parts above, once they are loaded. A static page has no later: it is rendered again when they are there. */
export function useLateParts(isWanted: boolean) {
  const page = useStaticPage()
  const loaded = useLazyModule(lazyLive, isWanted && !page)
  const late = page ? lazyLive.peek() : loaded
  if (isWanted && !late) page?.waitFor(lazyLive.load())
  return late
}

/**
 * Loads the code for a streaming answer ahead of time: growing text and growing arguments. If it is missing, the text shows
 * as it came.
 */
export function useLiveParts(isLive: boolean): void {
  useEffect(() => {
    if (!isLive) return
    lazyGrowth.preload()
    lazyLive.preload()
  }, [isLive])
}
