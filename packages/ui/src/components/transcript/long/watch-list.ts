import type { FollowScroll } from '@antiphon/react'
import { createFarText, type FarFacts } from './far-text.js'
import type { PlainTurn } from './turn-facts.js'
import type { TurnChunk } from './turn-groups.js'
import type { TurnWindow } from './turn-window.js'
import { createTurnMeter, watchTurns } from './watch-turns.js'

/** Follows the elements of a long thread. */
export interface ListWatch<T> {
  /** Tells it what an element holds after each rendering: this chunk, as text or with turns that are drawn. */
  show(element: HTMLElement, chunk: TurnChunk<T>, facts: FarFacts<T>, isDrawn: boolean): void
  stop(): void
}

/** Measures the turns of a long thread and draws them where the reader is, until it is called off. */
export function watchList<T extends PlainTurn>(
  list: TurnWindow<T>,
  follow: Pick<FollowScroll, 'viewportRef' | 'contentRef' | 'keepPlace'>,
): ListWatch<T> {
  const text = createFarText(list.heights)
  const meter = createTurnMeter(list.heights, follow.contentRef.current!, () =>
    follow.keepPlace(list.refresh),
  )
  const turns = watchTurns(list, text, follow)
  return {
    show(element, chunk, facts, isDrawn) {
      text.show(element, chunk, facts, isDrawn)
      if (isDrawn) meter.observe(element)
      else turns.fill()
    },
    stop() {
      turns.stop()
      meter.stop()
    },
  }
}
