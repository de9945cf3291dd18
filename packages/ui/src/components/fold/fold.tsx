'use client'

import { createListeners } from '@antiphon/base'
import { standsAlone } from '../../lib/own-root.js'
import {
  createContext,
  useContext,
  useCallback,
  useState,
  useSyncExternalStore,
  useEffect,
  useRef,
  type ReactNode,
} from 'react'
import { useStaticPage } from '../../lib/static-page.js'
import { Part } from '../part/part.js'

/** `open` opens every fold, for a page without scripts. `auto` follows the rules of each part. */
export type FoldDefault = 'auto' | 'open'

export const FoldContext = createContext<FoldDefault>('auto')

export interface FoldControl {
  open: boolean
  /** True once the reader has opened or closed it. Then it no longer moves by itself. */
  touched: boolean
  toggle(): void
  reveal(): void
}

/**
 * The state of a fold: the reader's choice, else `wanted`. `wanted` may change over time (a failed call opens itself) until
 * the reader touches the fold. It does not while `isHeld`.
 */
export function useFold(wanted: boolean, isHeld = false): FoldControl {
  const everything = useContext(FoldContext) === 'open'
  const [choice] = useState(createChoice)
  const [kept, keep] = useState(wanted)
  if (!isHeld && kept !== wanted) keep(wanted)
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, choice.read)
  const open = chosen ?? (everything || kept)
  return {
    open,
    touched: chosen !== undefined,
    toggle: useCallback(() => choice.set(!open), [choice, open]),
    reveal: useCallback(() => choice.set(true), [choice]),
  }
}

/**
 * The reader's choice. It is not React state, because that would open the fold one task after `beforematch`. Find-in-page
 * continues right after the event and needs the content by then.
 */
function createChoice() {
  let chosen: boolean | undefined
  const listeners = createListeners()
  return {
    read: () => chosen,
    set(next: boolean): void {
      chosen = next
      listeners.notify()
    },
    subscribe: listeners.add,
  }
}

export interface FoldProps {
  id: string
  open: boolean
  /** Called when find-in-page matched inside a closed fold. */
  onReveal?: () => void
  /** Animate the change, for folds that a person pressed. A fold that opens by itself does so at once. Default true. */
  moves?: boolean
  className?: string
  /** The `summary` on a page without scripts, where the fold is a `details`. */
  summary: ReactNode
  children: ReactNode
}

/** Longer than the closing motion; only then may the content leave the layout. */
const AFTER_CLOSING_MS = 240

/**
 * The part of a disclosure that opens. Closed content stays in the document: it prints, and find-in-page opens it where
 * the browser can. It is out of the tab order and silent.
 */
export const Fold = /* @__PURE__ */ standsAlone(function Fold(props: FoldProps) {
  const { open, className, summary, children } = props
  if (!useStaticPage()) return <ScriptedFold {...props} />
  return (
    <Part as="details" slot="fold" open={open} className={className}>
      {summary}
      {children}
    </Part>
  )
})

function ScriptedFold({ id, open, onReveal, moves = true, className, children }: FoldProps) {
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
    // A fold that begins closed has no motion to wait for.
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
    <Part
      as="div"
      id={id}
      slot="fold"
      data-state={open ? 'open' : 'closed'}
      data-moves={moves ? '' : undefined}
      className={className}
    >
      <div ref={inner} data-slot="fold-inner" className="ap:min-h-0 ap:min-w-0">
        {children}
      </div>
    </Part>
  )
}
