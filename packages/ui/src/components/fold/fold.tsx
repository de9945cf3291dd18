import { useEffect, useRef, type ReactNode } from 'react'
import { Part } from '../part/part.js'

export interface FoldProps {
  id: string
  open: boolean
  /** Called when find-in-page matched inside a closed fold. */
  onReveal?: () => void
  className?: string
  children: ReactNode
}

/** Longer than the closing motion; only then may the content leave the layout. */
const AFTER_CLOSING_MS = 240

/**
 * The part of a disclosure that opens. Closed content stays in the document: it prints, and find-in-page opens it where
 * the browser can. It is out of the tab order and silent.
 */
export function Fold({ id, open, onReveal, className, children }: FoldProps) {
  const inner = useRef<HTMLDivElement>(null)
  const opened = useRef(open)

  useEffect(() => {
    const element = inner.current
    if (!element) return
    const wasOpen = opened.current
    opened.current = open
    if (open) {
      element.removeAttribute('hidden')
      return
    }
    const hide = (): void => element.setAttribute('hidden', 'until-found')
    // What begins closed has no motion to wait for.
    if (!wasOpen) return hide()
    const timer = setTimeout(hide, AFTER_CLOSING_MS)
    return () => clearTimeout(timer)
  }, [open])

  useEffect(() => {
    const element = inner.current
    if (!element || !onReveal) return
    element.addEventListener('beforematch', onReveal)
    return () => element.removeEventListener('beforematch', onReveal)
  }, [onReveal])

  return (
    <Part as="div" id={id} slot="fold" data-state={open ? 'open' : 'closed'} className={className}>
      <div ref={inner} data-slot="fold-inner" className="ap:min-h-0 ap:min-w-0">
        {children}
      </div>
    </Part>
  )
}
