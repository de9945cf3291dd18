import type { FollowScroll } from '@antiphon/react'
import type { RefObject } from 'react'
import type { Keyed } from './turn-groups.js'
import type { TurnWindow } from './turn-window.js'
import { createTurnMeter, type TurnMeter, watchTurns } from './watch-turns.js'

/** Measures the turns of a long thread and draws them where the reader is, until it is called off. */
export function watchList<T extends Keyed>(
  list: TurnWindow<T>,
  follow: Pick<FollowScroll, 'viewportRef' | 'contentRef' | 'keepPlace'>,
  meter: RefObject<TurnMeter | undefined>,
): () => void {
  const content = follow.contentRef.current
  if (!content) return () => {}
  const made = createTurnMeter(list.heights, content, () => follow.keepPlace(list.refresh))
  meter.current = made
  for (const chunk of content.querySelectorAll<HTMLElement>('[data-chunk]')) made.observe(chunk)
  const stopWatching = watchTurns(list, follow)
  return () => {
    stopWatching()
    made.stop()
    meter.current = undefined
  }
}
