import type { Keyed, TurnChunk, TurnGroups, TurnPage } from './turn-groups.js'
import type { TurnHeights } from './turn-heights.js'

/** Every turn from `start` on, forwards or backwards, with where it is. */
function* walk<T>(groups: TurnGroups<T>, start: TurnSpot<T>, step: 1 | -1): Generator<TurnSpot<T>> {
  const { pages } = groups
  let p = pages.indexOf(start.page)
  let c = start.page.chunks.indexOf(start.chunk)
  let { at } = start
  for (; pages[p]; p += step, c = step > 0 ? 0 : (pages[p]?.chunks.length ?? 0) - 1) {
    const page = pages[p]!
    for (; page.chunks[c]; c += step) {
      const chunk = page.chunks[c]!
      if (at < 0) at = step > 0 ? 0 : chunk.turns.length - 1
      for (; chunk.turns[at]; at += step) yield { page, chunk, at }
      at = -1
    }
  }
}

/** The turns between `above` px over the top of the turn at `start` and `below` px under it, nearest first. */
export function turnsAround<T extends Keyed>(
  groups: TurnGroups<T>,
  heights: TurnHeights<T>,
  start: TurnSpot<T>,
  above: number,
  below: number,
): TurnSpot<T>[] {
  const found: TurnSpot<T>[] = []
  let y = 0
  for (const spot of walk(groups, start, 1)) {
    if (y > below) break
    found.push(spot)
    y += heights.of(spot.chunk.turns[spot.at]!)
  }
  y = 0
  for (const spot of walk(groups, start, -1)) {
    if (spot.chunk === start.chunk && spot.at === start.at) continue
    if (y > above) break
    found.push(spot)
    y += heights.of(spot.chunk.turns[spot.at]!)
  }
  return found
}

/** Where a turn is; by its chunk when that is known. */
export function findSpot<T extends Keyed>(
  groups: TurnGroups<T>,
  key: string,
  inChunk?: number,
): TurnSpot<T> | undefined {
  for (const page of groups.pages)
    for (const chunk of page.chunks) {
      if (inChunk !== undefined && chunk.key !== inChunk) continue
      const at = chunk.turns.findIndex((turn) => turn.key === key)
      if (at >= 0) return { page, chunk, at }
    }
  return undefined
}

/** The newest turn. */
export function lastSpot<T>(groups: TurnGroups<T>): TurnSpot<T> | undefined {
  const page: TurnPage<T> | undefined = groups.pages.at(-1)
  const chunk: TurnChunk<T> | undefined = page?.chunks.at(-1)
  return page && chunk && { page, chunk, at: chunk.turns.length - 1 }
}

/** Where a turn is. */
export interface TurnSpot<T> {
  page: TurnPage<T>
  chunk: TurnChunk<T>
  at: number
}
