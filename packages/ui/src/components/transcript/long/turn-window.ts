import { createKeyedListeners } from '@antiphon/base'
import type { ReadingPlace } from '../use-place.js'
import { findSpot, lastSpot, turnsAround, type TurnSpot } from './near-turns.js'
import type { Keyed, TurnGroups, TurnChunk, TurnPage } from './turn-groups.js'
import { createTurnHeights, type TurnHeights, type TurnWeight } from './turn-heights.js'

/** The first paint needs at most as many turns as fit on a screen when all are short. */
const MOST = 24

/** Draws the first turns of an opened thread: its last ones, or those around the place where the reader left it. */
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

/** The newest turns stay drawn, so that following the end never meets a guessed height. */
export const ALWAYS_DRAWN = 2

/** Facts about a turn that the window needs without rendering it. */
export interface TurnFacts<T> {
  weigh(turn: T): TurnWeight
  /** Its words, as copying gives them. */
  textOf(turn: T): string
  /** Its accessible name. */
  nameOf(turn: T): string
}

/**
 * Decides how each turn of a long thread is shown. A page is an empty box of the right height until it is filled; a turn in
 * it is plain text of the right height until it is near the view. It does not touch the document; components subscribe to
 * their page or chunk.
 */
export interface TurnWindow<T> {
  readonly heights: TurnHeights<T>
  /** Sets the groups to show from now on. */
  show(groups: TurnGroups<T>): void
  groups(): TurnGroups<T>
  isFilled(page: TurnPage<T>): boolean
  /** Some chunk of the page has turns that are drawn whole: its height is its own. */
  isOpen(page: TurnPage<T>): boolean
  isOpenChunk(chunk: TurnChunk<T>): boolean
  isDrawn(chunk: TurnChunk<T>, at: number): boolean
  openChunks(): readonly { page: TurnPage<T>; chunk: TurnChunk<T> }[]
  fill(page: TurnPage<T>): void
  /** Draws these turns whole; returns whether that changed anything. */
  draw(spots: Iterable<TurnSpot<T>>): boolean
  /** Makes plain text of a chunk again. */
  release(page: TurnPage<T>, chunk: TurnChunk<T>): void
  /** Tells the window that all turns are rendered, by a decision outside of it. */
  adopt(): void
  /** Tells the window that all estimated heights have changed. */
  refresh(): void
  /** By `pageKey` or `chunkKey`. */
  subscribe(key: string, listener: () => void): () => void
  /** A number that changes with everything that the page or the chunk shows. */
  versionOf(key: string): number
}

export function createTurnWindow<T extends Keyed>(
  first: TurnGroups<T>,
  weigh: (turn: T) => TurnWeight,
): TurnWindow<T> {
  const heights = createTurnHeights<T>(weigh)
  const listeners = createKeyedListeners()
  const versions = new Map<string, number>()
  const filled = new Set<number>()
  const drawn = new Set<string>()
  /** How many chunks with drawn turns each page has, and the page of each such chunk, by key. */
  const openPages = new Map<number, number>()
  const openChunks = new Map<number, number>()
  let groups = first

  const open = (page: TurnPage<T>, chunk: TurnChunk<T>): void => {
    if (openChunks.has(chunk.key)) return
    openChunks.set(chunk.key, page.key)
    openPages.set(page.key, (openPages.get(page.key) ?? 0) + 1)
  }
  const findOpen = (): void => {
    openPages.clear()
    openChunks.clear()
    for (const page of groups.pages)
      for (const chunk of page.chunks) if (chunk.turns.some(({ key }) => drawn.has(key))) open(page, chunk)
  }

  const change = (key: string): void => {
    versions.set(key, (versions.get(key) ?? 0) + 1)
    listeners.notify(key)
  }
  const isDrawn = (chunk: TurnChunk<T>, at: number): boolean =>
    (chunk.last && at >= chunk.turns.length - ALWAYS_DRAWN) || drawn.has(chunk.turns[at]!.key)
  const isOpenChunk = (chunk: TurnChunk<T>): boolean => chunk.last || openChunks.has(chunk.key)
  const isOpen = (page: TurnPage<T>): boolean =>
    (openPages.get(page.key) ?? 0) > 0 || Boolean(page.chunks.at(-1)?.last)
  const changed = (page: TurnPage<T>, chunk: TurnChunk<T>): void => {
    change(chunkKey(chunk.key))
    change(pageKey(page.key))
  }

  return {
    heights,
    show(next) {
      const moved = next.origin !== groups.origin
      groups = next
      if (moved) findOpen()
    },
    groups: () => groups,
    isFilled: (page) => filled.has(page.key) || isOpen(page),
    isOpen,
    isOpenChunk,
    isDrawn,
    fill(page) {
      if (filled.has(page.key)) return
      filled.add(page.key)
      change(pageKey(page.key))
    },
    draw(spots) {
      const fresh = new Map<TurnChunk<T>, TurnPage<T>>()
      for (const { page, chunk, at } of spots) {
        if (isDrawn(chunk, at)) continue
        drawn.add(chunk.turns[at]!.key)
        open(page, chunk)
        fresh.set(chunk, page)
      }
      for (const [chunk, page] of fresh) changed(page, chunk)
      return fresh.size > 0
    },
    release(page, chunk) {
      for (const { key } of chunk.turns) drawn.delete(key)
      if (openChunks.delete(chunk.key)) openPages.set(page.key, openPages.get(page.key)! - 1)
      filled.add(page.key)
      changed(page, chunk)
    },
    adopt() {
      for (const { key } of groups.turns) drawn.add(key)
      findOpen()
    },
    openChunks: () =>
      groups.pages
        .filter(isOpen)
        .flatMap((page) => page.chunks.filter(isOpenChunk).map((chunk) => ({ page, chunk }))),
    refresh() {
      for (const page of groups.pages) {
        change(pageKey(page.key))
        for (const chunk of page.chunks) change(chunkKey(chunk.key))
      }
    },
    subscribe: listeners.add,
    versionOf: (key) => versions.get(key) ?? 0,
  }
}

export const pageKey = (key: number): string => `p${key}`
export const chunkKey = (key: number): string => `c${key}`
