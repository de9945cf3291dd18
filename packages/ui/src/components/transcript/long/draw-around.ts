import type { ReadingPlace } from '../use-place.js'
import { findSpot, lastSpot, turnsAround } from './near-turns.js'
import type { Keyed, TurnGroups } from './turn-groups.js'
import type { TurnWindow } from './turn-window.js'

/** More than a screen of the shortest turns is not needed for the first picture. */
const MOST = 24

/** Draws what a thread shows when it is opened: its end, or the turns around a place in it. */
export function drawAround<T extends Keyed>(
  list: TurnWindow<T>,
  groups: TurnGroups<T>,
  place: ReadingPlace | undefined,
): void {
  const height = typeof innerHeight === 'number' ? innerHeight : 800
  const chosen = place && findSpot(groups, place.turn)
  const spot = chosen ?? lastSpot(groups)
  if (!spot) return
  const [above, below] = chosen && place ? [Math.max(0, place.top), height - place.top] : [height, 0]
  list.draw(turnsAround(groups, list.heights, spot, above, below).slice(0, MOST))
}
