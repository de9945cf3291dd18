import { messageParts, type AssistantMessage } from '@antiphon/core'
import { createPlaceFinder, type WirePlace, type WireRow } from '@antiphon/core/devtools'
import { useEffect, useMemo, type RefObject } from 'react'
import { findPlace, lightPlace } from './light-place.js'

/** Where a transcript is looked for: an element, or all of the page. */
export type TranscriptPlace = ParentNode | Readonly<RefObject<ParentNode | null>>

export interface LitPlace {
  place: WirePlace
  words: string
  ratio: number
}

/** Where in a message that stands which a row fed last, and the words of it. */
export function useRowPlace(
  message: AssistantMessage | undefined,
  row: WireRow | undefined,
): LitPlace | undefined {
  return useMemo(() => {
    if (!message || !row) return undefined
    const placeOf = createPlaceFinder(message)
    const feed = row.feeds.findLast((one) => placeOf(one) !== undefined)
    const place = feed && placeOf(feed)
    if (!place || !feed) return undefined
    if (!('start' in feed)) return { place, words: '', ratio: 0 }
    const text =
      place.type === 'reasoning'
        ? message.reasoning
        : place.type === 'refusal'
          ? message.refusal
          : message.content
    const part = messageParts(message).find(({ key }) => key === place.partKey)
    const length = part && 'text' in part ? part.text.length : 0
    return {
      place,
      words: (text ?? '').slice(feed.start, feed.end),
      ratio: length ? (place.start ?? 0) / length : 0,
    }
  }, [message, row])
}

/** Lights a place up as long as it is given. `redraw` changes when the transcript may have drawn it anew. */
export function useLight(
  root: TranscriptPlace,
  messageId: string | undefined,
  lit: LitPlace | undefined,
  redraw?: unknown,
): void {
  useEffect(() => {
    const parent = 'current' in root ? root.current : root
    if (!parent || messageId === undefined || !lit) return
    const element = findPlace(parent, messageId, lit.place)
    return element && lightPlace(element, lit.words, lit.ratio)
    // oxlint-disable-next-line react/exhaustive-deps -- see `redraw`
  }, [root, messageId, lit, redraw])
}
