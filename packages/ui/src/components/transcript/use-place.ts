'use client'

import type { FollowScroll } from '@antiphon/react'
import { useEffect, useState, type RefObject } from 'react'
import { boxAt } from './long/turn-heights.js'
import { useEndOnOpen } from './transcript-frame.js'
import { useLayout } from '../../lib/use-layout.js'

/** Where somebody reads: a turn, and how many px below the top edge of the transcript it begins (mostly less than 0). */
export interface ReadingPlace {
  /** Key of the turn: the id of its first message, or `#` and its place in the array. */
  turn: string
  top: number
}

export interface PlaceOptions {
  /** True before the messages are there. */
  isEmpty?: boolean
  startAt?: ReadingPlace
  onPlaceChange?: (place: ReadingPlace | undefined) => void
  /** The key under which the place is remembered while the page lives. */
  thread?: object
}

/** A place is reported after this many ms without scrolling. */
const REST_MS = 200
/** Distance from the end that still counts as the end, px. */
const NEAR = 48

const left = new WeakMap<object, ReadingPlace>()

/**
 * Opens a thread at the place where it was left, and reports new places. Returns the place; undefined for the end. Call it
 * after `useFollowScroll`, which goes to the end first.
 */
export function usePlace(follow: FollowScroll, options: PlaceOptions): ReadingPlace | undefined {
  const { viewportRef, contentRef, endRef, keepPlace } = follow
  const { onPlaceChange, thread, isEmpty } = options
  const [start] = useState(options.startAt ?? (thread && left.get(thread)))

  useLayout(() => {
    const viewport = viewportRef.current
    const turns = (start && contentRef.current?.querySelectorAll<HTMLElement>('[data-turn-id]')) ?? []
    const turn = start && [...turns].find(({ dataset }) => dataset['turnId'] === start.turn)
    if (viewport && turn)
      keepPlace(() => {
        viewport.scrollTop += turn.getBoundingClientRect().top - edgeOf(viewport) - start.top
      })
  }, [start, viewportRef, contentRef, keepPlace])

  useEndOnOpen(viewportRef, !start && !isEmpty)

  useLayout(
    () => () => {
      // A thread that is left in the frame that opened it is not at its end yet.
      keepPlace(() => {})
      const place = readPlace(viewportRef, contentRef, endRef)
      if (thread && place) left.set(thread, place)
      else if (thread) left.delete(thread)
    },
    [thread, viewportRef, contentRef, endRef, keepPlace],
  )

  useEffect(() => {
    const viewport = viewportRef.current
    if (!viewport || !onPlaceChange) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => onPlaceChange(readPlace(viewportRef, contentRef, endRef)), REST_MS)
    }
    viewport.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      viewport.removeEventListener('scroll', onScroll)
    }
  }, [viewportRef, contentRef, endRef, onPlaceChange])

  return start
}

type Ref = RefObject<HTMLElement | null>

const edgeOf = (viewport: HTMLElement): number => viewport.getBoundingClientRect().top

function readPlace(
  { current: viewport }: Ref,
  { current: content }: Ref,
  end: Ref,
): ReadingPlace | undefined {
  if (!viewport || !content || !end.current) return undefined
  const { top, bottom } = viewport.getBoundingClientRect()
  if (end.current.getBoundingClientRect().top - bottom <= NEAR) return undefined
  const box = boxAt(content, top)
  const turn = box?.dataset['turnId']
  return box && turn !== undefined ? { turn, top: box.getBoundingClientRect().top - top } : undefined
}
