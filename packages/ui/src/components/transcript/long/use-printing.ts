import { useSyncExternalStore } from 'react'

let printing = false

function subscribe(listener: () => void): () => void {
  const set = (next: boolean) => () => {
    printing = next
    listener()
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

/** The page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}
