'use client'

import { flushSync } from 'react-dom'
import { useSyncExternalStore } from 'react'

let printing = false
const listeners = new Set<() => void>()
let listening: AbortController | undefined

/** At once: Firefox takes the page before React's turn comes, and so does every browser when a script prints. */
const setPrinting = (next: boolean): void =>
  flushSync(() => {
    printing = next
    for (const listener of listeners) listener()
  })

/** One shared listener; every closed call subscribes. */
function listen(): void {
  const { signal } = (listening = new AbortController())
  addEventListener('beforeprint', () => setPrinting(true), { signal })
  addEventListener('afterprint', () => setPrinting(false), { signal })
  // Print preview of developer tools and of some browsers changes the medium without the events.
  const change = ({ matches }: MediaQueryListEvent): void => setPrinting(matches)
  globalThis.matchMedia?.('print').addEventListener?.('change', change, { signal })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!listening) listen()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    listening?.abort()
    listening = undefined
  }
}

/** True while the page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}
