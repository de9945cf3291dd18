'use client'

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { createGlide } from './glide.js'
import {
  edgeOf,
  holdReadingLine,
  keepReadingLine,
  type ReaderWatch,
  type ReadingLine,
  watchReader,
} from './reader.js'
import { useLayout } from '../lib/use-layout.js'

/**
 * How the transcript scrolls. `anchor`: the newest question is at the top and nothing scrolls while the answer fills in
 * below. `follow`: the end stays in view. `free`: the reader owns the position.
 */
export type FollowMode = 'anchor' | 'follow' | 'free'

/** Actions of a reader. A change of size is not one of them: growth never changes the mode. */
export type FollowIntent =
  | { type: 'sent' }
  | { type: 'jumped' }
  | { type: 'scrolled'; direction: 'up' | 'down'; atEnd: boolean }
  | { type: 'looked-back' }

/** The whole state machine. */
export function nextFollowMode(mode: FollowMode, intent: FollowIntent): FollowMode {
  if (intent.type === 'sent') return 'anchor'
  if (intent.type === 'jumped') return 'follow'
  const goesDown = intent.type === 'scrolled' && intent.direction === 'down'
  return goesDown && (intent.atEnd || mode === 'follow') ? 'follow' : 'free'
}

/** Far below any thread: the browser clamps it, and nothing has to be measured. */
const THE_END = 1e9
/** Gap between the top edge and the anchored question, px. */
const EDGE = 12
/** Distance from the end that still counts as the end, px. */
const NEAR = 48
/** Height in px of the last six lines: a question taller than half the viewport shows only these. */
const TALL_TAIL = 6 * 24

interface FollowScrollOptions {
  /** Key of the newest question. When it changes after mounting, the reader has sent something: that turn is anchored. */
  anchorKey?: string
  /** The newest question had waited in a queue. It goes by itself, so it never takes a reader away from text above the end. */
  isQueued?: boolean
  /** True while an answer is on its way. A reader who reaches the end then follows it. */
  streaming?: boolean
}

/** The position of the reader in a scrolling thread, and the refs of its elements. */
export interface FollowScroll {
  mode: FollowMode
  /** The end of the content is in view (within 48 px). */
  isAtEnd: boolean
  /** On the element that scrolls. */
  viewportRef: RefObject<HTMLDivElement | null>
  /** On the element around all turns, inside the viewport. Turns in it, or in groups in it, carry `data-turn-id`. */
  contentRef: RefObject<HTMLDivElement | null>
  /** On an empty element right behind the content. */
  endRef: RefObject<HTMLDivElement | null>
  /** On an empty element behind that one; it gets a height while a question is anchored. */
  spacerRef: RefObject<HTMLDivElement | null>
  /** Goes to the end and follows it. */
  jumpToLatest(): void
  /**
   * Scrolls down until the end of an element is in view, if that is at most one screen below. It then stays where it is
   * whatever grows above it, until the reader uses something else. Does nothing when the reader has scrolled away, except
   * with `always`, for things that the reader asked for.
   */
  reveal(element: Element, always?: boolean): void
  /**
   * Runs a change of heights, such as drawing turns that were empty boxes, and keeps the visible text in place. `findTurn`:
   * a visible turn that the change does not touch. Default: the one at the top edge.
   */
  keepPlace(change: () => void, findTurn?: () => HTMLElement | undefined): void
}

/**
 * The scroll behaviour of a transcript: three modes, changed by what the reader does and never by growth. It reads layout
 * only after the browser has laid out, and writes at most once per frame. For another thread, give the calling component
 * another `key`, because a new `anchorKey` means that a question was sent.
 */
export function useFollowScroll(options: FollowScrollOptions = {}): FollowScroll {
  const { anchorKey, isQueued = false, streaming = false } = options
  const viewportRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const endRef = useRef<HTMLDivElement>(null)
  const spacerRef = useRef<HTMLDivElement>(null)
  const [mode, setMode] = useState<FollowMode>('free')
  const [isAtEnd, setIsAtEnd] = useState(true)
  // Handlers and observers run between renders. They read and write these refs; the React state only mirrors them.
  const live = useRef<{ mode: FollowMode; streaming: boolean; anchor?: HTMLElement }>({
    mode: 'free',
    streaming,
  })
  const reading = useRef<ReadingLine>({ at: 0 })
  const reader = useRef<ReaderWatch>(undefined)
  const [glide] = useState(createGlide)
  /** The thread was just opened and does not show its end yet. */
  const isOpening = useRef(false)

  const remember = useCallback((turn?: HTMLElement) => {
    const viewport = viewportRef.current
    if (viewport && live.current.mode === 'free')
      holdReadingLine(reading.current, viewport, contentRef.current, turn)
  }, [])

  const apply = useCallback(
    (intent: FollowIntent) => {
      const mode = nextFollowMode(live.current.mode, intent)
      if (live.current.mode === mode) return
      live.current.mode = mode
      // Only a free reader has a line to keep in place.
      remember()
      setMode(mode)
    },
    [remember],
  )

  const settle = useCallback(() => {
    const viewport = viewportRef.current
    if (!viewport) return
    const { mode, anchor } = live.current
    const { element, shown } = reading.current
    if (mode === 'follow' || isOpening.current) viewport.scrollTop = THE_END
    // A question that was shown stays where a person is about to press, so it comes before the anchor.
    else if ((mode === 'free' || element === shown) && keepReadingLine(reading.current, viewport))
      apply({ type: 'looked-back' })
    else if (mode === 'anchor') holdAnchor(viewport, endRef.current, spacerRef.current, anchor, glide.rest())
    isOpening.current = false
  }, [apply, glide])

  const keepPlace = useCallback(
    (change: () => void, findTurn?: () => HTMLElement | undefined) => {
      // A movement since the last frame must not count as the place.
      settle()
      remember(findTurn?.())
      change()
      // React renders updates of an outside store in a microtask before this one.
      queueMicrotask(() => {
        settle()
        remember()
      })
    },
    [remember, settle],
  )

  useEffect(() => void (live.current.streaming = streaming), [streaming])

  useEffect(() => {
    const viewport = viewportRef.current
    if (!viewport) return
    const onUse = ({ target }: Event): void => {
      // A part that a reader opens above a question grows away from the pointer, so the question gives way.
      if (target !== viewport && !reading.current.shown?.contains(target as Node))
        reading.current.shown = undefined
      // WebKit lays out what comes near between two frames, hence before this event: what that moved is not the reader's doing.
      if (live.current.mode === 'free') settle()
      remember()
    }
    const watch = watchReader(viewport, contentRef.current, {
      onScroll: (direction) =>
        apply({
          type: 'scrolled',
          direction,
          atEnd: live.current.streaming && isInView(endRef.current, viewport),
        }),
      onLookBack: () => apply({ type: 'looked-back' }),
      onUse,
    })
    reader.current = watch
    return watch.stop
  }, [apply, remember, settle])

  useLayout(() => {
    const viewport = viewportRef.current
    const content = contentRef.current
    const end = endRef.current
    // Every browser has both observers; a simulated DOM has neither.
    if (!viewport || !content || !end || typeof ResizeObserver === 'undefined') return
    const seen = new IntersectionObserver(
      (entries) => {
        const { isIntersecting } = entries.at(-1)!
        // Content that a glide to a question passes does not count as the reader's position.
        glide.whenThere(() => setIsAtEnd(isIntersecting))
      },
      { root: viewport, rootMargin: `0px 0px ${NEAR}px` },
    )
    seen.observe(end)
    // Runs after layout and before paint, so reading is free and changes show in the same frame.
    const resized = new ResizeObserver(settle)
    resized.observe(content)
    resized.observe(viewport)
    return () => {
      seen.disconnect()
      resized.disconnect()
      glide.end()
    }
  }, [glide, settle])

  const shownKey = useRef<string | null>(null)
  useLayout(() => {
    const viewport = viewportRef.current
    const before = shownKey.current
    shownKey.current = anchorKey ?? ''
    if (!viewport || before === shownKey.current) return
    // A thread that was just opened shows its end, and so does one whose messages come after it is drawn. The observer goes
    // there, after layout and before paint, because here it would take a layout of its own.
    const isNew = before === null || (!before && !streaming)
    isOpening.current = isNew && Boolean(contentRef.current?.firstChild)
    if (isNew) {
      if (typeof ResizeObserver === 'undefined') settle()
      return
    }
    const question = lastTurn(contentRef.current, shownKey.current)
    if (!question) return
    // Keep the view as it was before the question came: this reader has not just sent it.
    if (isQueued && live.current.mode !== 'follow' && !isAtEnd) return
    live.current.anchor = question
    apply({ type: 'sent' })
    reader.current?.forget()
    if (!isQueued) glide.begin(Math.min(anchorOffset(viewport, question), viewport.clientHeight), settle)
    holdAnchor(viewport, endRef.current, spacerRef.current, question, glide.rest())
    // The observer tells it some frames later, and until then the way to the end would be offered.
    setIsAtEnd(isInView(endRef.current, viewport, glide.rest()))
  }, [anchorKey, apply, glide, isAtEnd, isQueued, settle, streaming])

  const jumpToLatest = useCallback(() => {
    const viewport = viewportRef.current
    if (!viewport) return
    reader.current?.forget()
    if (spacerRef.current) spacerRef.current.style.height = ''
    viewport.scrollTop = THE_END
    apply({ type: 'jumped' })
  }, [apply])

  const reveal = useCallback(
    (element: Element, always = false) => {
      const viewport = viewportRef.current
      if (!viewport || (live.current.mode === 'free' && !always)) return
      const below = element.getBoundingClientRect().bottom + EDGE - viewport.getBoundingClientRect().bottom
      if (below > Math.max(viewport.clientHeight, SCREEN)) return
      if (below > 0) {
        viewport.scrollTop += below
        apply({ type: 'looked-back' })
      }
      reading.current.shown = always ? undefined : element
      holdReadingLine(reading.current, viewport, contentRef.current)
    },
    [apply],
  )

  return { mode, isAtEnd, viewportRef, contentRef, endRef, spacerRef, jumpToLatest, reveal, keepPlace }
}

/** The turn with this key, looked for from the end, so that what is far above is not read. */
function lastTurn(content: HTMLElement | null, key: string): HTMLElement | undefined {
  let found: HTMLElement | undefined
  for (let group = content?.lastElementChild; group && !found; group = group.previousElementSibling) {
    // Not by the key in a selector: it may be any text, and not every simulated DOM can escape it.
    const turns = [group, ...group.querySelectorAll('[data-turn-id]')] as HTMLElement[]
    found = turns.findLast(({ dataset }) => dataset['turnId'] === key)
  }
  return found
}

/** The limit for bringing an element into view is one screen, with a minimum for low windows such as a phone on its side. */
const SCREEN = 480

/** Is the end in view, or will it be when the page has scrolled down by `way` px? */
function isInView(end: HTMLElement | null, viewport: HTMLElement, way = 0): boolean {
  return end !== null && edgeOf(end) - way <= viewport.getBoundingClientRect().bottom + NEAR
}

/** How far to scroll so that the question is at the top edge, or shows only its last lines if it is tall. */
function anchorOffset(viewport: HTMLElement, question: HTMLElement): number {
  const edge = viewport.getBoundingClientRect()
  const box = question.getBoundingClientRect()
  const tall = box.height > edge.height / 2
  return (tall ? box.bottom - TALL_TAIL : box.top) - edge.top - EDGE
}

/**
 * Keeps the question at the edge when content above it changes its size. Adds just enough room below the content, less as
 * the answer grows. It reads everything before it writes, which saves a layout.
 *
 * @param way px that a glide to the question still has to go.
 */
function holdAnchor(
  viewport: HTMLElement,
  end: HTMLElement | null,
  spacer: HTMLElement | null,
  question: HTMLElement | undefined,
  way: number,
): void {
  if (!question?.isConnected) return
  // Content cannot scroll above its beginning.
  const shift = Math.max(anchorOffset(viewport, question), -viewport.scrollTop)
  if (end && spacer) {
    const { clientHeight, scrollHeight, scrollTop } = viewport
    const { height: before, bottom } = spacer.getBoundingClientRect()
    const below = edgeOf(end) - shift
    let rest = scrollHeight - scrollTop - bottom
    if (scrollHeight <= clientHeight) {
      // The height of a thread that is shorter than the view is known only once it is longer.
      spacer.style.height = `${before + clientHeight}px`
      rest = viewport.scrollHeight - scrollTop - spacer.getBoundingClientRect().bottom
    }
    const height = Math.max(0, Math.floor(clientHeight - below - rest))
    if (height !== before || scrollHeight <= clientHeight) spacer.style.height = `${height}px`
    // A viewport without a height of its own would grow with the added room for ever.
    if (
      height > before &&
      viewport.clientHeight > clientHeight &&
      viewport.scrollHeight <= viewport.clientHeight
    )
      spacer.style.height = ''
  }
  const move = shift - way
  if (Math.abs(move) >= 1) viewport.scrollTop += move
}
