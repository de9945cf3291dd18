'use client'

import { useState, useSyncExternalStore, type RefObject } from 'react'
import { useLayout } from '../../lib/use-layout.js'

/** A phone, where a card with its buttons would not fit between the header and the message box. */
const PHONE = '(max-width: 719px) and (pointer: coarse)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** On a phone: the place over the message box of the chat around a card, where the answers stay in view. */
export function useApprovalBar(card: RefObject<HTMLElement | null>): Element | undefined {
  const isPhone = useSyncExternalStore(
    subscribe,
    () => matchMedia(PHONE).matches,
    () => false,
  )
  const [place, setPlace] = useState<Element>()
  useLayout(() => {
    const chat = card.current?.closest('[data-slot="chat"]')
    setPlace(chat?.querySelector('[data-slot="approval-place"]') ?? undefined)
  }, [card])
  return isPhone ? place : undefined
}
