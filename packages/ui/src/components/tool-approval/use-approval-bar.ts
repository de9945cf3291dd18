'use client'

import { useState, useSyncExternalStore, type RefObject } from 'react'
import { useLayout } from '../../lib/use-layout.js'

/** A phone, upright or on its side: a card with its buttons would not fit between the header and the message box. */
const PHONE = '(pointer: coarse) and ((max-width: 719px) or (max-height: 479px))'

/** Undefined without `matchMedia`: on a server, and in a test. */
const phone = (): MediaQueryList | undefined => globalThis.matchMedia?.(PHONE)

const subscribe = (listener: () => void): (() => void) => {
  const query = phone()
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/**
 * On a phone: the element above the message box where the buttons of a card stay in view. Null when the buttons belong in the
 * card, undefined before this is known.
 */
export function useApprovalBar(card: RefObject<HTMLElement | null>): Element | null | undefined {
  const isPhone = useSyncExternalStore(
    subscribe,
    () => phone()?.matches ?? false,
    () => false,
  )
  const [place, setPlace] = useState<Element | null>()
  useLayout(() => {
    const chat = card.current?.closest('[data-slot="chat"]')
    setPlace(chat?.querySelector('[data-slot="approval-place"]') ?? null)
  }, [card])
  return isPhone ? place : null
}
