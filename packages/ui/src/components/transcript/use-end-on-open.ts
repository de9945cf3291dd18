import { useEffect, type RefObject } from 'react'

/** Further than any thread is long, px. */
const THE_END = 1e9
const intents = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const

/**
 * Keeps the end of a thread that was just opened in view while its turns find their heights, parts of them are loaded, and an
 * answer that was on its way goes on: until somebody does anything, scrolls up by whatever means, or a new answer begins.
 * From then on growth moves nothing.
 */
export function useEndOnOpen(viewportRef: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const viewport = viewportRef.current
    const content = viewport?.querySelector('[data-slot="turns"]')
    if (!isOn || !viewport || !content?.firstChild || typeof ResizeObserver === 'undefined') return
    const over = new AbortController()
    const { signal } = over
    const stop = (): void => over.abort()
    const streams = (): boolean => viewport.closest('[data-streaming]') !== null
    const wasStreaming = streams()
    let last: { top: number; height: number } | undefined
    const resized = new ResizeObserver(() => {
      if ((streams() && !wasStreaming) || !viewport.closest('[data-follow="free"]')) return stop()
      viewport.scrollTop = THE_END
      last = { top: viewport.scrollTop, height: viewport.scrollHeight }
    })
    resized.observe(content)
    signal.addEventListener('abort', () => resized.disconnect())
    for (const name of intents) addEventListener(name, stop, { capture: true, passive: true, signal })
    const onScroll = (): void => {
      // Where the height changed, it was the browser that scrolled.
      if (last && viewport.scrollTop < last.top - 1 && viewport.scrollHeight === last.height) stop()
    }
    viewport.addEventListener('scroll', onScroll, { passive: true, signal })
    return stop
  }, [viewportRef, isOn])
}
