import { useSyncExternalStore } from 'react'

/** Whether a media query holds, as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    // Drawn without a browser, as at the build of a page, it is what the one who draws it says.
    () => globalThis.matchMedia?.(query).matches ?? true,
  )
}
