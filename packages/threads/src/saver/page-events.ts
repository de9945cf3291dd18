import { MAX_TIMER } from '@antiphon/base'

/** Calls once, later; the return value cancels it. Never where `ms` is longer than a timer waits (24 days, `Infinity`). */
export type SetTimer = (callback: () => void, ms: number) => () => void

export const setBrowserTimer: SetTimer = (callback, ms) => {
  if (ms > MAX_TIMER) return () => {}
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Events for the moment when the page may end, and for its return. */
export interface PageEvents {
  onHide(listener: () => void): () => void
  onShow(listener: () => void): () => void
}

/** `pagehide` and `visibilitychange`: on a phone the second is often the last event of a page. */
export const browserPageEvents: PageEvents = {
  onHide(listener) {
    const { document, addEventListener, removeEventListener } = globalThis
    if (!document) return () => {}
    const ifHidden = (): void => {
      if (document.visibilityState === 'hidden') listener()
    }
    document.addEventListener('visibilitychange', ifHidden)
    addEventListener('pagehide', listener)
    return () => {
      document.removeEventListener('visibilitychange', ifHidden)
      removeEventListener('pagehide', listener)
    }
  },
  onShow(listener) {
    const { document } = globalThis
    if (!document) return () => {}
    const ifVisible = (): void => {
      if (document.visibilityState === 'visible') listener()
    }
    document.addEventListener('visibilitychange', ifVisible)
    return () => document.removeEventListener('visibilitychange', ifVisible)
  },
}
