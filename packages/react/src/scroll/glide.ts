/** How long the way to a question takes that was sent, in ms. */
const GLIDE_MS = 180

/** Scrolls over some frames instead of at once, so that a reader sees where the page goes. */
export interface Glide {
  /** Begins to scroll by `distance` px. Calls `step` in each frame and once at the end. With reduced motion nothing moves. */
  begin(distance: number, step: () => void): void
  /** The remaining distance, px. */
  rest(): number
  /** Calls back now, or one frame after the scroll has ended. Only the last of several callbacks is called. */
  whenThere(callback: () => void): void
  /** Jumps to the end at once. */
  end(): void
}

export function createGlide(): Glide {
  let distance = 0
  let startedAt = 0
  let frame = 0
  let waiting: (() => void) | undefined
  const rest = (): number => {
    const left = 1 - Math.min(1, (performance.now() - startedAt) / GLIDE_MS)
    // Fast at first, and slow where it arrives.
    return distance * left ** 4
  }
  const arrive = (): void => {
    frame = 0
    waiting?.()
    waiting = undefined
  }
  const end = (): void => {
    cancelAnimationFrame(frame)
    distance = 0
    arrive()
  }
  return {
    begin(px, step) {
      end()
      if (px <= 0 || window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return
      distance = px
      startedAt = performance.now()
      const next = (): void => {
        if (rest() < 1) distance = 0
        step()
        frame = requestAnimationFrame(distance > 0 ? next : arrive)
      }
      frame = requestAnimationFrame(next)
    },
    rest,
    whenThere(callback) {
      if (frame === 0) callback()
      else waiting = callback
    },
    end,
  }
}
