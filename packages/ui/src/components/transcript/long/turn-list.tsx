'use client'

import type { FollowScroll } from '@antiphon/react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.js'
import type { ReadingPlace } from '../use-place.js'
import type { PlainTurn } from './turn-facts.js'
import { groupTurns, noGroups, type TurnGroups } from './turn-groups.js'
import {
  PageView,
  RenderTurnContext,
  TurnListContext,
  type RenderTurn,
  type TurnListParts,
} from './turn-page.js'
import { drawAround, createTurnWindow, type TurnFacts } from './turn-window.js'
import type { ListWatch, watchTurns as WatchTurns } from './watch-turns.js'
import { useLayout, useOfPage } from '../../../lib/use-layout.js'
import { usePrinting } from '../../../lib/use-printing.js'

/** A thread with more turns than this is not rendered whole when it opens. An open thread may grow to twice as many first. */
const LONG_FROM = 100
/** Turns that are rendered for printing. Further turns print as plain text. */
const PRINT_MOST = 1000

/** The code that follows the view through a long thread. Only long threads need it, after their first render. */
const lazyWatch = createLazyModule(() => import('./watch-turns.js').then(({ watchTurns }) => watchTurns))

export interface TurnListProps<T extends PlainTurn> {
  turns: readonly T[]
  facts: TurnFacts<T>
  follow: FollowScroll
  /** Renders one turn. The function changes when shared settings of all turns change. */
  renderTurn: (turn: T, place: { isLast: boolean; settled: boolean }) => ReactNode
  /** Draws all turns of threads of any length. */
  drawAll?: boolean
  /** A thread that opens with more turns is not rendered whole. */
  longFrom?: number
  /** Begins the id of each turn's element, for links to it. Default: none get one. */
  idPrefix?: string
  startAt?: ReadingPlace
}

/**
 * All turns of a thread, one element each. A short thread renders whole. A long one renders the turns near the view and
 * shows the rest as text in boxes. So opening costs the same at any length, and everything can be found and copied.
 */
export function TurnList<T extends PlainTurn>(props: TurnListProps<T>) {
  const { turns, facts, follow, renderTurn, drawAll = false, longFrom = LONG_FROM, idPrefix, startAt } = props
  const groups = useGroups(turns)
  const isServed = useOfPage(() => false, true)
  const isPrinting = usePrinting()
  const isPrinted = isPrinting && turns.length <= PRINT_MOST
  const [startedLong] = useState(turns.length > longFrom)
  const isLong = turns.length > (startedLong ? longFrom : 2 * longFrom)
  const [cannotWatch, setCannotWatch] = useState(false)
  const isWhole = drawAll || cannotWatch || isServed || isPrinted || !isLong
  const [list] = useState(() => {
    const made = createTurnWindow<T>(groups, facts.weigh)
    if (!isWhole) drawAround(made, groups, startAt)
    return made
  })
  const [watch, setWatch] = useState<ListWatch<T>>()

  useLayout(() => {
    list.show(groups)
    // Turns that are rendered when the thread becomes long stay until they are far from the view.
    if (isWhole) list.adopt()
  }, [list, groups, isWhole])

  const { viewportRef, contentRef, keepPlace } = follow
  useEffect(() => {
    const content = contentRef.current
    if (isWhole || !content || typeof ResizeObserver === 'undefined') return
    let made: ListWatch<T> | undefined
    let left = false
    const start = (watchTurns: typeof WatchTurns): void => {
      if (left) return
      made = watchTurns(list, { viewportRef, contentRef, keepPlace })
      setWatch(made)
    }
    const here = lazyWatch.peek()
    if (here) start(here)
    // If it fails to load, all turns render: slow, but complete.
    else lazyWatch.load().then(start, () => !left && setCannotWatch(true))
    return () => {
      left = true
      made?.stop()
      setWatch(undefined)
    }
  }, [list, isWhole, viewportRef, contentRef, keepPlace])

  const onPaper = useMemo(
    () => (isPrinting && !isWhole ? firstChunks(groups) : none),
    [isPrinting, isWhole, groups],
  )
  const parts: TurnListParts = useMemo(
    () => ({ list, facts, watch, isWhole, onPaper, idPrefix }),
    [list, facts, watch, isWhole, onPaper, idPrefix],
  )
  return (
    <TurnListContext.Provider value={parts}>
      <RenderTurnContext.Provider value={renderTurn as unknown as RenderTurn}>
        {groups.pages.map((page) => (
          <PageView key={page.key} page={page} />
        ))}
      </RenderTurnContext.Provider>
    </TurnListContext.Provider>
  )
}

const none: ReadonlySet<number> = new Set()

/** Those that are rendered for printing, of a thread with more. */
function firstChunks({ pages }: TurnGroups<PlainTurn>): ReadonlySet<number> {
  const keys = new Set<number>()
  let left = PRINT_MOST
  for (const { chunks } of pages)
    for (const { key, turns } of chunks) {
      left -= turns.length
      if (left < 0) return keys
      keys.add(key)
    }
  return keys
}

function useGroups<T extends PlainTurn>(turns: readonly T[]): TurnGroups<T> {
  const [held, setHeld] = useState(() => groupTurns<T>(turns, noGroups))
  const next = groupTurns(turns, held)
  if (next !== held) setHeld(next)
  return next
}
