'use client'

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { edgeOf, holdReadingLine, keepReadingLine, type ReadingLine, watchReader } from './reader.js'
import { useLayout } from '../lib/use-layout.js'

/**
 * How the transcript scrolls. `anchor`: the newest question stands at the top and nothing scrolls while the answer fills
 * in below. `follow`: the end stays in view. `free`: the reader owns the position.
 */
export type FollowMode = 'anchor' | 'follow' | 'free'

/** What a reader did. A change of size is not among them: growth never changes the mode. */
export type FollowIntent =
  | { type: 'sent' }
  | { type: 'jumped' }
  | { type: 'scrolled'; direction: 'up' | 'down'; atEnd: boolean }
  | { type: 'looked-back' }

/** The whole state machine. */
export function nextFollowMode(mode: FollowMode, intent: FollowIntent): FollowMode {
  switch (intent.type) {
    case 'sent':
      return 'anchor'
    case 'jumped':
      return 'follow'
    case 'scrolled':
      if (intent.direction === 'up') return 'free'
      return intent.atEnd ? 'follow' : mode === 'follow' ? 'follow' : 'free'
    case 'looked-back':
      return 'free'
    default:
      return intent satisfies never
  }
}

/** Far below any thread: the browser clamps it, and nothing has to be measured. */
const THE_END = 1e9
/** Gap between the top edge and the anchored question, px. */
const EDGE = 12
/** Distance from the end that still counts as the end, px. */
const NEAR = 48
/** What a question taller than half the viewport shows of itself: its last six lines, px. */
const TALL_TAIL = 6 * 24

export interface FollowScrollOptions {
  /** Key of the newest question. When it changes after mounting, the reader has sent something: that turn is anchored. */
  anchorKey?: string
  /** An answer is on its way: reaching the end then means following it. */
  streaming?: boolean
}

/** Where the reader is in a scrolling thread, and the refs of its parts. */
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
   * Scrolls down until the end of an element inside is in view, if it is at most a screen below; what is read then stays. Does
   * nothing for a reader who has scrolled away, unless `always`: what the reader has asked for is shown in any case.
   */
  reveal(element: Element, always?: boolean): void
  /**
   * Runs a change of heights, such as drawing turns that were only boxes; what is read stays where it is. `findTurn`: a
   * turn in view that the change leaves as it is. Default: the one at the top edge.
   */
  keepPlace(change: () => void, findTurn?: () => HTMLElement | undefined): void
}

/**
 * The scroll behaviour of a transcript: three modes, changed by what the reader does and never by growth.
 * Layout is read only after the browser has laid out anyway, and written at most once per frame. For another thread give
 * the component that calls it another `key`: a new `anchorKey` means that something was sent.
 */
export function useFollowScroll(options: FollowScrollOptions = {}): FollowScroll {
  const { anchorKey, streaming = false } = options
  const viewportRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const endRef = useRef<HTMLDivElement>(null)
  const spacerRef = useRef<HTMLDivElement>(null)
  const [mode, setMode] = useState<FollowMode>('free')
  const [isAtEnd, setIsAtEnd] = useState(true)
  // Handlers and observers run between renders; they read and write the truth here, the state only mirrors it.
  const live = useRef<{ mode: FollowMode; streaming: boolean; anchor?: HTMLElement }>({
    mode: 'free',
    streaming,
  })
  const reading = useRef<ReadingLine>({ at: 0 })

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
      // Only a reader who is free has a line to hold.
      remember()
      setMode(mode)
    },
    [remember],
  )

  const settle = useCallback(() => {
    const viewport = viewportRef.current
    if (!viewport) return
    const { mode, anchor } = live.current
    if (mode === 'anchor') holdAnchor(viewport, endRef.current, spacerRef.current, anchor)
    else if (mode === 'follow') viewport.scrollTop = THE_END
    else keepReadingLine(reading.current, viewport)
  }, [])

  const keepPlace = useCallback(
    (change: () => void, findTurn?: () => HTMLElement | undefined) => {
      // What has moved since the last frame must not be taken for the place.
      settle()
      remember(findTurn?.())
      change()
      // React draws what an outside store tells it in a microtask, before this one.
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
    const onScroll = (): void => remember()
    const stopWatching = watchReader(viewport, contentRef.current, {
      onScroll: (direction) =>
        apply({
          type: 'scrolled',
          direction,
          atEnd:
            live.current.streaming &&
            (endRef.current?.getBoundingClientRect().top ?? THE_END) <=
              viewport.getBoundingClientRect().bottom + NEAR,
        }),
      onLookBack: () => apply({ type: 'looked-back' }),
    })
    viewport.addEventListener('scroll', onScroll, { passive: true })
    // What has the focus now may be in view already, so that nothing scrolls.
    viewport.addEventListener('focusin', onScroll)
    return () => {
      stopWatching()
      viewport.removeEventListener('scroll', onScroll)
      viewport.removeEventListener('focusin', onScroll)
    }
  }, [apply, remember])

  useEffect(() => {
    const viewport = viewportRef.current
    const content = contentRef.current
    const end = endRef.current
    // No browser has only one of the two observers; a server's stand-in for a browser has neither.
    if (!viewport || !content || !end || typeof ResizeObserver === 'undefined') return
    const seen = new IntersectionObserver((entries) => setIsAtEnd(entries.at(-1)!.isIntersecting), {
      root: viewport,
      rootMargin: `0px 0px ${NEAR}px`,
    })
    seen.observe(end)
    // Runs after layout and before paint: reading costs nothing, and what is written is seen in the same frame.
    const resized = new ResizeObserver(settle)
    resized.observe(content)
    resized.observe(viewport)
    return () => {
      seen.disconnect()
      resized.disconnect()
    }
  }, [settle])

  const shownKey = useRef<string | null>(null)
  useLayout(() => {
    const viewport = viewportRef.current
    const before = shownKey.current
    shownKey.current = anchorKey ?? ''
    if (!viewport) return
    // A thread that was just opened shows its end.
    if (before === null) viewport.scrollTop = THE_END
    if (before === null || before === shownKey.current) return
    // Not by a selector: a key may be any text, and not every stand-in for a browser can escape it.
    const turns = contentRef.current?.querySelectorAll<HTMLElement>('[data-turn-id]') ?? []
    const question = [...turns].findLast(({ dataset }) => dataset['turnId'] === shownKey.current)
    if (!question) return
    live.current.anchor = question
    apply({ type: 'sent' })
    holdAnchor(viewport, endRef.current, spacerRef.current, question)
  }, [anchorKey, apply])

  const jumpToLatest = useCallback(() => {
    const viewport = viewportRef.current
    if (!viewport) return
    live.current.anchor = undefined
    if (spacerRef.current) spacerRef.current.style.height = ''
    viewport.scrollTop = THE_END
    apply({ type: 'jumped' })
  }, [apply])

  const reveal = useCallback(
    (element: Element, always = false) => {
      const viewport = viewportRef.current
      if (!viewport || (live.current.mode === 'free' && !always)) return
      const below = element.getBoundingClientRect().bottom + EDGE - viewport.getBoundingClientRect().bottom
      if (below <= 0 || below > Math.max(viewport.clientHeight, SCREEN)) return
      viewport.scrollTop += below
      apply({ type: 'looked-back' })
      remember()
    },
    [apply, remember],
  )

  return { mode, isAtEnd, viewportRef, contentRef, endRef, spacerRef, jumpToLatest, reveal, keepPlace }
}

/** What is brought into view is at most a screen away. In a low window, such as a phone on its side, that would be next to nothing. */
const SCREEN = 480

/** How far to scroll so that the question stands at the edge, or shows its last lines when it is tall. */
function anchorOffset(viewport: HTMLElement, question: HTMLElement): number {
  const edge = viewport.getBoundingClientRect()
  const box = question.getBoundingClientRect()
  const tall = box.height > edge.height / 2
  return (tall ? box.bottom - TALL_TAIL : box.top) - edge.top - EDGE
}

/**
 * Keeps the question at the edge, also when something above it changes its size, with just enough room below the content
 * for it to stand there; less as the answer grows. All reading comes before the writing, which costs no layout then.
 */
function holdAnchor(
  viewport: HTMLElement,
  end: HTMLElement | null,
  spacer: HTMLElement | null,
  question: HTMLElement | undefined,
): void {
  if (!question?.isConnected) return
  // Nothing goes further up than the beginning.
  const shift = Math.max(anchorOffset(viewport, question), -viewport.scrollTop)
  if (end && spacer) {
    const { clientHeight, scrollHeight, scrollTop } = viewport
    const { height: before, bottom } = spacer.getBoundingClientRect()
    const below = edgeOf(end) - shift
    let rest = scrollHeight - scrollTop - bottom
    if (scrollHeight <= clientHeight) {
      // How far a thread reaches that is shorter than the view is told only once it is longer.
      spacer.style.height = `${before + clientHeight}px`
      rest = viewport.scrollHeight - scrollTop - spacer.getBoundingClientRect().bottom
    }
    const height = Math.max(0, Math.floor(clientHeight - below - rest))
    if (height !== before || scrollHeight <= clientHeight) spacer.style.height = `${height}px`
    // A viewport without a height of its own grows with the room it gives, and would do so for ever.
    if (
      height > before &&
      viewport.clientHeight > clientHeight &&
      viewport.scrollHeight <= viewport.clientHeight
    )
      spacer.style.height = ''
  }
  if (Math.abs(shift) >= 1) viewport.scrollTop += shift
}
