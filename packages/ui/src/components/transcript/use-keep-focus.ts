import { useEffect, type RefObject } from 'react'

/**
 * A button may take itself away, as Retry does with its card. The focus then goes to the transcript, where the answer
 * comes, and not back to the top of the page (trust-checklist X10, X11).
 */
export function useKeepFocus(viewport: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    const onClick = (event: MouseEvent): void => {
      const pressed = (event.target as Element).closest('button')
      if (!pressed) return
      // After the handlers and the render that follows them.
      setTimeout(() => {
        const lost = document.activeElement === document.body || document.activeElement === null
        if (lost && !pressed.isConnected) element.focus({ preventScroll: true })
      })
    }
    element.addEventListener('click', onClick)
    return () => element.removeEventListener('click', onClick)
  }, [viewport])
}
