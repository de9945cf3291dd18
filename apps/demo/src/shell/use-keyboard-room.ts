import { useEffect } from 'react'

/** A window that is lower than its page by this much has a keyboard over it, px. Bars of a browser take less. */
const LEAST = 120

/**
 * Keeps the page above the keyboard of a phone. Where the browser makes the page itself lower (`interactive-widget` of the viewport)
 * there is nothing to do; Safari lays the keyboard over it and scrolls the whole page: then `--app-height` is what is left, and
 * the page stays where it is.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const fit = (): void => {
      // Somebody who has zoomed in sees a part of the page, and no keyboard.
      const isCovered = view.scale < 1.05 && innerHeight - view.height > LEAST
      if (isCovered) style.setProperty('--app-height', `${Math.round(view.height)}px`)
      else style.removeProperty('--app-height')
      if (isCovered && view.offsetTop > 0) scrollTo(0, 0)
    }
    fit()
    view.addEventListener('resize', fit)
    view.addEventListener('scroll', fit)
    return () => {
      view.removeEventListener('resize', fit)
      view.removeEventListener('scroll', fit)
      style.removeProperty('--app-height')
    }
  }, [])
}
