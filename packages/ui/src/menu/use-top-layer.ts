'use client'

import { useEffect, type RefObject } from 'react'
import { placeBeside } from './place-beside.js'

/**
 * Shows an element over everything else on the page, dialogs too, beside its anchor, from the first render. A press
 * outside, a resize, and scrolling the anchor away close it; the press still counts.
 */
export function useTopLayer(
  ref: RefObject<HTMLElement | null>,
  anchor: () => HTMLElement | null | undefined,
  onClose: () => void,
  side?: 'above' | 'below',
): void {
  useEffect(() => {
    const element = ref.current
    const from = anchor()
    if (!element || !from) return
    // Without popover support it is a positioned element, so that it does not stay hidden.
    if (element.showPopover) element.showPopover()
    else element.removeAttribute('popover')
    placeBeside(element, from, side)
    const over = new AbortController()
    const { signal } = over
    const press = ({ target }: Event): void => {
      if (target instanceof Node && !element.contains(target) && !from.contains(target)) onClose()
    }
    const scroll = ({ target }: Event): void => {
      if (target instanceof Node && target.contains(from)) onClose()
    }
    document.addEventListener('pointerdown', press, { capture: true, signal })
    document.addEventListener('scroll', scroll, { capture: true, signal })
    addEventListener('resize', onClose, { signal })
    return () => over.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- it is shown once
  }, [])
}
