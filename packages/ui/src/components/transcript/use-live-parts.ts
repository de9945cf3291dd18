import { useEffect } from 'react'
import { laterReader } from '../../lib/use-partial-arguments.js'
import { laterGrowth } from '../../markdown/later-growth.js'

/**
 * Loads ahead what shows an answer on its way: what follows a text that grows, and arguments that are being written. By then it is
 * there, and where it is not the text is shown as it came.
 */
export function useLiveParts(isLive: boolean): void {
  useEffect(() => {
    if (!isLive) return
    laterGrowth.preload()
    laterReader.preload()
  }, [isLive])
}
