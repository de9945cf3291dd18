'use client'

import { useEffect } from 'react'
import { createLazyModule } from '../../lib/lazy-module.js'
import { lazyGrowth } from '../../markdown/render/markdown.js'

/**
 * What only an answer on its way and calls that wait for a person need: it speaks, shows arguments that are being written, asks.
 * A chat loads it once it stands on the page, so it is there before the first answer.
 */
export const lazyLive = createLazyModule(() => import('./live-parts.js'))

/**
 * Loads ahead what shows an answer on its way: what follows a text that grows, and arguments that are being written. By then it is
 * there, and where it is not the text is shown as it came.
 */
export function useLiveParts(isLive: boolean): void {
  useEffect(() => {
    if (!isLive) return
    lazyGrowth.preload()
    lazyLive.preload()
  }, [isLive])
}
