import type { FollowScroll } from '@antiphon/react'
import { createFarText, type FarFacts } from './far-text.js'
import { findSpot, turnsAround, type TurnSpot } from './near-turns.js'
import type { PlainTurn } from './turn-facts.js'
import type { Keyed, TurnChunk, TurnPage } from './turn-groups.js'
import { type TurnHeights, boxAt } from './turn-heights.js'
import type { TurnWindow } from './turn-window.js'

/** The first fully rendered turn in view, from one edge on: the upper one, or after a way up the lower one. */
function drawnTurnFrom(
  content: HTMLElement,
  { top, bottom }: DOMRect,
  isUp: boolean,
): HTMLElement | undefined {
  let turn: Element | null | undefined = boxAt(content, isUp ? bottom - 1 : top)
  while (turn instanceof HTMLElement && 'plain' in turn.dataset)
    turn = isUp ? turn.previousElementSibling : turn.nextElementSibling
  if (!(turn instanceof HTMLElement) || turn.dataset['turnId'] === undefined) return undefined
  const box = turn.getBoundingClientRect()
  return box.top < bottom && box.bottom > top ? turn : undefined
}

/** On a page that is never idle the work runs after this many ms. */
const LATEST_MS = 32
/** How long it may take then, and at most when the page is idle. */
const BUSY_MS = 6
const IDLE_MS = 24

/** Calls `work` again and again in the idle time of the page, once in a turn, until it returns false. `until`: when its turn is over. */
function createIdleLoop(work: (until: number) => boolean) {
  let cancel: (() => void) | undefined
  const run = (deadline?: IdleDeadline): void => {
    cancel = undefined
    const isIdle = deadline && !deadline.didTimeout
    const most = isIdle ? Math.min(deadline.timeRemaining(), IDLE_MS) : BUSY_MS
    if (work(performance.now() + most)) start()
  }
  const start = (): void => {
    if (cancel) return
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(run, { timeout: LATEST_MS })
      cancel = () => cancelIdleCallback(handle)
    } else {
      const handle = setTimeout(() => run(), LATEST_MS)
      cancel = () => clearTimeout(handle)
    }
  }
  return {
    start,
    stop(): void {
      cancel?.()
      cancel = undefined
    },
  }
}

/**
 * Learns the heights of drawn turns from the browser's own layout. `onWidth` is called when the column got another width:
 * nothing measured holds any more then.
 */
function createTurnMeter<T extends Keyed>(
  heights: TurnHeights<T>,
  content: HTMLElement,
  onWidth: () => void,
) {
  const observer = new ResizeObserver((entries) => {
    const column = entries.find(({ target }) => target === content)
    const resized = column !== undefined && heights.setWidth(column.contentRect.width)
    for (const { target, borderBoxSize } of entries) {
      const key = turnIdOf(target)
      // A removed element reports height 0.
      if (key !== undefined && target.isConnected) heights.measured(key, borderBoxSize[0]?.blockSize ?? 0)
    }
    if (resized) onWidth()
  })
  observer.observe(content)
  return {
    /** Measures the turns of a chunk from now on. */
    observe(chunk: HTMLElement): void {
      for (const turn of chunk.children) if (!turn.hasAttribute('data-plain')) observer.observe(turn)
    },
    stop: () => observer.disconnect(),
  }
}

const turnIdOf = (turn: Element): string | undefined => turn.getAttribute('data-turn-id') ?? undefined

/** How many turns that the reader used stay rendered wherever they are. */
const MOST_TOUCHED = 64

/** Turns that must stay in the document: with the focus, with the selection, or opened by the reader. */
function createPins() {
  const touched = new Set<string>()
  return {
    touch(target: EventTarget | null): void {
      const turn = target instanceof Element ? target.closest<HTMLElement>('[data-turn-id]') : null
      const key = turn?.dataset['turnId']
      if (key === undefined) return
      touched.delete(key)
      touched.add(key)
      const [oldest] = touched
      if (touched.size > MOST_TOUCHED && oldest !== undefined) touched.delete(oldest)
    },
    holds(chunk: Element): boolean {
      if (chunk.contains(document.activeElement)) return true
      const selection = document.getSelection()
      if (selection && !selection.isCollapsed)
        for (const node of [selection.anchorNode, selection.focusNode])
          if (node && chunk.contains(node)) return true
      return [...chunk.children].some((turn) => touched.has(turnIdOf(turn) ?? ''))
    },
  }
}

/**
 * Lays out a page whose last drawn turns go in this task. A browser that skips a box keeps its old layout, and with that all
 * elements that were in it.
 */
function layOutBox(page: HTMLElement): void {
  page.style.contentVisibility = 'visible'
  // React removes the turns in a microtask before this one.
  queueMicrotask(() => {
    page.getBoundingClientRect()
    page.style.contentVisibility = ''
  })
}

/** Distances from the view, in view heights, within which turns render at once, render in idle time, and are kept. */
const AT_ONCE = 0.25
const SOON = 1.25
const KEPT = 4
/** Most turns to render in one frame, but all that are in view. The others stay text until there is time. */
const AT_ONCE_MOST = 6
/** Pages that get their empty chunks in one turn of the idle loop. */
const FILL_PAGES = 4
/** A view that moves by more than this many of its heights in a frame shows text, and renders when it rests. */
const FLING = 1.5
const REST_MS = 90

/** Follows the elements of a long thread, until it is called off. */
export interface ListWatch<T> {
  /** Tells it what an element holds after each rendering: this chunk, as text or with turns that are drawn. */
  show(element: HTMLElement, chunk: TurnChunk<T>, facts: FarFacts<T>, isDrawn: boolean): void
  stop(): void
}

/**
 * Renders turns that come near the view, and turns far ones into text. It reads layout only in scroll events and idle time,
 * never while an answer streams into view.
 */
export function watchTurns<T extends PlainTurn>(
  list: TurnWindow<T>,
  follow: Pick<FollowScroll, 'viewportRef' | 'contentRef' | 'keepPlace'>,
): ListWatch<T> {
  const viewport = follow.viewportRef.current!
  const content = follow.contentRef.current!
  const { heights } = list
  const text = createFarText(heights)
  const meter = createTurnMeter(heights, content, () => follow.keepPlace(list.refresh))
  const pins = createPins()
  let lastTop = Infinity
  let lastMove = -Infinity
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  /** All that is near the view is drawn, so idle time may be given to what is far without looking again. */
  let isNearDrawn = false

  /** The turn at the upper edge of the view, and where it begins. A page without turns yet is filled first. */
  const find = (): { spot: TurnSpot<T>; above: number; height: number } | undefined => {
    const edge = viewport.getBoundingClientRect()
    const row = boxAt(content, edge.top)
    const key = row?.dataset['turnId']
    const chunk = row?.parentElement?.dataset['chunk']
    if (row && key !== undefined && chunk !== undefined) {
      const spot = findSpot(list.groups(), key, Number(chunk))
      return spot && { spot, above: edge.top - row.getBoundingClientRect().top, height: edge.height }
    }
    if (row && text.fillNow(row)) return find()
    const page = list.groups().pages.find(({ key }) => String(key) === row?.dataset['page'])
    if (!page || list.isFilled(page)) return undefined
    list.fill(page)
    // React puts the turns in before this runs.
    queueMicrotask(look)
    return undefined
  }
  const around = (place: NonNullable<ReturnType<typeof find>>, share: number): TurnSpot<T>[] => {
    const margin = place.height * share
    const below = place.above + place.height + margin
    return turnsAround(list.groups(), heights, place.spot, margin - place.above, below)
  }
  /** Prefer a rendered turn to a box of guessed height. */
  const steady = (isUp = false): HTMLElement | undefined => {
    const view = viewport.getBoundingClientRect()
    return drawnTurnFrom(content, view, isUp) ?? drawnTurnFrom(content, view, !isUp)
  }
  const missing = (spots: readonly TurnSpot<T>[]): TurnSpot<T>[] =>
    spots.filter(({ chunk, at }) => !list.isDrawn(chunk, at))

  function look(): void {
    clearTimeout(restTimer)
    if (stopped) return
    isNearDrawn = false
    const top = viewport.scrollTop
    const moved = Math.abs(top - lastTop)
    const isUp = top < lastTop && moved !== Infinity
    lastTop = top
    const began = performance.now()
    // A jump is a single movement after a rest. It is drawn at once, so that nothing steps after it.
    const isFling = began - lastMove < REST_MS
    lastMove = began
    const place = find()
    if (!place) return
    idle.start()
    if (isFling && moved > place.height * FLING && moved !== Infinity) {
      restTimer = setTimeout(look, REST_MS)
      return
    }
    const most = Math.max(AT_ONCE_MOST, missing(around(place, 0)).length)
    const now = missing(around(place, AT_ONCE)).slice(0, most)
    // A turn that was in view before the reader scrolled stays where it is.
    if (now.length > 0)
      follow.keepPlace(
        () => list.draw(now),
        () => steady(isUp),
      )
  }

  const onScroll = (): void => {
    // While the end is followed it moves a little each frame.
    if (Math.abs(viewport.scrollTop - lastTop) >= viewport.clientHeight * AT_ONCE * 0.5) look()
  }

  const idle = createIdleLoop((until) => {
    if (stopped) return false
    if (isNearDrawn && text.fill(until)) return true
    const place = find()
    if (!place) return false
    const [next] = missing(around(place, SOON))
    if (next) {
      follow.keepPlace(() => list.draw([next]), steady)
      return true
    }
    isNearDrawn = true
    return text.fill(until) || fillNext(place.spot.page) || releaseFar(place)
  })

  /** Puts the chunks of the nearest pages that are still empty there. */
  const fillNext = (here: TurnPage<T>): boolean => {
    const empty = list.groups().pages.filter((page) => !list.isFilled(page))
    const near = empty.toSorted((a, b) => Math.abs(a.key - here.key) - Math.abs(b.key - here.key))
    for (const page of near.slice(0, FILL_PAGES)) list.fill(page)
    return near.length > 0
  }

  const releaseFar = (place: NonNullable<ReturnType<typeof find>>): boolean => {
    const near = new Set(around(place, KEPT).map(({ chunk }) => chunk))
    for (const { page, chunk } of list.openChunks()) {
      if (near.has(chunk) || chunk.last) continue
      const drawn = chunk.turns.filter((_, at) => list.isDrawn(chunk, at))
      const element = content.querySelector(`[data-chunk="${chunk.key}"]`)
      if (!element || !drawn.every(heights.isMeasured) || pins.holds(element)) continue
      follow.keepPlace(() => list.release(page, chunk), steady)
      layOutBox(element.parentElement!)
      return true
    }
    return false
  }

  const onTouch = (event: Event): void => pins.touch(event.target)
  viewport.addEventListener('scroll', onScroll, { passive: true })
  content.addEventListener('click', onTouch)
  content.addEventListener('beforematch', onTouch)
  // Where the thread was opened in this frame, its own observer goes to the end first. Until then nothing is laid out.
  const opened = new ResizeObserver(() => {
    opened.disconnect()
    look()
  })
  opened.observe(viewport)
  return {
    show(element, chunk, facts, isDrawn) {
      text.show(element, chunk, facts, isDrawn)
      if (isDrawn) meter.observe(element)
      else idle.start()
    },
    stop() {
      stopped = true
      meter.stop()
      opened.disconnect()
      idle.stop()
      clearTimeout(restTimer)
      viewport.removeEventListener('scroll', onScroll)
      content.removeEventListener('click', onTouch)
      content.removeEventListener('beforematch', onTouch)
    },
  }
}
