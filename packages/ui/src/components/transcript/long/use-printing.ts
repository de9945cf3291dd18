import { useSyncExternalStore } from 'react'

let printing = false
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

/** One pair of ears for all who ask: every closed call does. */
function listen(): () => void {
  const set = (next: boolean) => () => {
    printing = next
    for (const listener of listeners) listener()
  }
  const [before, after] = [set(true), set(false)]
  const media = typeof matchMedia === 'function' ? matchMedia('print') : undefined
  // Print preview of developer tools and of some browsers changes the medium without the events.
  const changed = (event: MediaQueryListEvent): void => (event.matches ? before : after)()
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  media?.addEventListener?.('change', changed)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    media?.removeEventListener?.('change', changed)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= listen()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/** The page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}
