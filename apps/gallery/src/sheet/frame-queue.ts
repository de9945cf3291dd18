/** In the gallery as it is developed a frame asks for some hundred modules: more frames at once run out of connections. */
const AT_ONCE = 3
/** A frame this far outside the view is loaded already, px. */
const NEAR = 400

/** Frames that are near the view and wait for their turn, with the address of each. */
const waiting = new Map<HTMLIFrameElement, string>()
const loading = new Set<HTMLIFrameElement>()

/** Loads an address into a frame once it is near the view, at most three frames at a time. Returns how to stop. */
export function whenNear(frame: HTMLIFrameElement, address: string): () => void {
  const done = (): void => {
    loading.delete(frame)
    loadNext()
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) {
        waiting.delete(frame)
        return
      }
      if (loading.has(frame) || frame.src) return
      waiting.set(frame, address)
      loadNext()
    },
    { rootMargin: `${NEAR}px` },
  )
  // A frame loads an empty page before it has an address, which takes no turn.
  frame.addEventListener('load', done)
  observer.observe(frame)
  return () => {
    observer.disconnect()
    frame.removeEventListener('load', done)
    waiting.delete(frame)
    done()
  }
}

function loadNext(): void {
  for (const [frame, address] of waiting) {
    if (loading.size >= AT_ONCE) return
    waiting.delete(frame)
    loading.add(frame)
    frame.src = address
  }
}
