import type { Keyed } from './turn-groups.js'
import type { TurnHeights } from './turn-heights.js'

export interface TurnMeter {
  /** Measures the turns of a chunk from now on. */
  observe(chunk: HTMLElement): void
  stop(): void
}

/**
 * Learns the heights of drawn turns from the browser's own layout. `onWidth` is called when the column got another width:
 * nothing measured holds any more then.
 */
export function createTurnMeter<T extends Keyed>(
  heights: TurnHeights<T>,
  content: HTMLElement,
  onWidth: () => void,
): TurnMeter {
  const observer = new ResizeObserver((entries) => {
    const column = entries.find(({ target }) => target === content)
    const resized = column !== undefined && heights.setWidth(column.contentRect.width)
    for (const { target, borderBoxSize } of entries) {
      const key = (target as HTMLElement).dataset['turnId']
      // What was taken away tells its height as 0.
      if (key !== undefined && target.isConnected) heights.measured(key, borderBoxSize[0]?.blockSize ?? 0)
    }
    if (resized) onWidth()
  })
  observer.observe(content)
  return {
    observe(chunk) {
      for (const turn of chunk.children)
        if (!('plain' in (turn as HTMLElement).dataset)) observer.observe(turn)
    },
    stop: () => observer.disconnect(),
  }
}
