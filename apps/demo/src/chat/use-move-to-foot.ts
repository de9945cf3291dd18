import { useLayoutEffect, useRef, type RefObject } from 'react'

const DURATION_MS = 260
const EASE = 'cubic-bezier(0.2, 0, 0, 1)'

/** With the first message the box goes from the middle of the page to its foot, in one motion, where motion is welcome. */
export function useMoveToFoot(place: RefObject<HTMLElement | null>, isHome: boolean): void {
  const top = useRef<number>(undefined)
  useLayoutEffect(() => {
    const box = place.current?.querySelector<HTMLElement>('[data-slot="composer-shell"]')
    if (!box) return
    if (!isHome) {
      const from = top.current
      top.current = undefined
      if (from === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      const moved = from - box.getBoundingClientRect().top
      if (Math.abs(moved) < 1) return
      box.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
        duration: DURATION_MS,
        easing: EASE,
      })
      return
    }
    const area = box.closest<HTMLElement>('[data-slot="composer"]')
    const measure = (): void => {
      // The room of the starts is kept for what is written, so that the top of the box stays where it is.
      if (area && box.querySelector('textarea:placeholder-shown')) {
        area.style.minBlockSize = ''
        area.style.minBlockSize = `${area.offsetHeight}px`
      }
      top.current = box.getBoundingClientRect().top
    }
    measure()
    // Text, files and the window size all move the box.
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(document.body)
    return () => (observer.disconnect(), void area?.style.removeProperty('min-block-size'))
  }, [place, isHome])
}
