'use client'

import { useEffect, type RefObject } from 'react'
import { placeBeside } from './place-beside.js'

/**
 * Shows an element over everything else on the page, dialogs too, beside its anchor, from the first render. A press
 * outside, and a scroll or a resize that moves the anchor, close it; the press still counts. Where the content around the
 * anchor became shorter or longer, the browser scrolls by itself, and the element follows.
 */
export function useTopLayer(
  ref: RefObject<HTMLElement | null>,
  anchor: () => HTMLElement | null | undefined,
  onClose: () => void,
): void {
  useEffect(() => {
    const element = ref.current
    const from = anchor()
    if (!element || !from) return
    // Without popover support it is a positioned element, so that it does not stay hidden.
    if (element.showPopover) element.showPopover()
    else element.removeAttribute('popover')
    let at: DOMRect
    const lengths = new Map<Element, number>()
    const place = (): void => {
      placeBeside(element, from)
      at = from.getBoundingClientRect()
      for (let one = from.parentElement; one; one = one.parentElement) lengths.set(one, one.scrollHeight)
    }
    place()
    // A scroll that began before the press, or a keyboard on the screen, need not move it.
    const hasMoved = (): boolean => {
      const { top, left } = from.getBoundingClientRect()
      return Math.abs(top - at.top) > 1 || Math.abs(left - at.left) > 1
    }
    const over = new AbortController()
    const { signal } = over
    const press = ({ target }: Event): void => {
      if (target instanceof Node && !element.contains(target) && !from.contains(target)) onClose()
    }
    const scroll = ({ target }: Event): void => {
      if (!(target instanceof Node && target.contains(from) && hasMoved())) return
      const scroller = target instanceof Element ? target : document.documentElement
      if (scroller.scrollHeight !== lengths.get(scroller)) place()
      else onClose()
    }
    const resize = (): void => {
      if (hasMoved()) onClose()
      else placeBeside(element, from)
    }
    document.addEventListener('pointerdown', press, { capture: true, signal })
    document.addEventListener('scroll', scroll, { capture: true, signal })
    addEventListener('resize', resize, { signal })
    return () => over.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is shown once
  }, [])
}
