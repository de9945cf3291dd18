import { type AssistantMessage, messageParts, type MessagePart } from '@antiphon/core'
import type { RowFeed, Timeline } from './types.js'

/** A place in an answer on screen. */
export interface WirePlace {
  /** `key` of the part, as `messageParts` gives it. */
  partKey: string
  type: MessagePart['type']
  /** Position in `tool_calls`, if the part is a call. */
  callIndex?: number
  /** Offsets into the text of the part, if it is a text. */
  start?: number
  end?: number
}

/** Finds places in one state of an answer. A chat shows the first choice; the others have none. */
export function createPlaceFinder(message: AssistantMessage): (feed: RowFeed) => WirePlace | undefined {
  const parts = messageParts(message).map((part) => ({ part, ...rangeOf(part) }))
  return (feed) => {
    if (feed.part === 'usage' || feed.choice !== 0) return undefined
    if (feed.part === 'tool_call') {
      const { callIndex } = feed
      const of = parts.find(({ part }) => part.type === 'tool_calls' && part.callIndexes.includes(callIndex))
      return of && { partKey: of.part.key, type: 'tool_calls', callIndex }
    }
    // An unclosed thought becomes text at the end, with the same offsets.
    for (const type of [feed.part, 'text'] as const) {
      const of = parts.find(
        ({ part, start, end }) => part.type === type && start < feed.end && feed.start < end,
      )
      if (!of) continue
      const from = Math.max(0, feed.start - of.start)
      return { partKey: of.part.key, type, start: from, end: Math.min(feed.end, of.end) - of.start }
    }
    return undefined
  }
}

/** Rows that fed a place, in order. Without `start` all rows of the part; with `start` those of that character. */
export function rowsOfPlace(
  { rows }: Pick<Timeline, 'rows'>,
  message: AssistantMessage,
  place: WirePlace,
): number[] {
  const placeOf = createPlaceFinder(message)
  return rows.flatMap(({ feeds }, index) => (feeds.some((feed) => isIn(placeOf(feed), place)) ? [index] : []))
}

function isIn(here: WirePlace | undefined, place: WirePlace): boolean {
  if (here?.partKey !== place.partKey) return false
  if (place.callIndex !== undefined) return here.callIndex === place.callIndex
  return place.start === undefined || (here.start! <= place.start && place.start < here.end!)
}

/** Keys of texts say where they begin. */
function rangeOf(part: MessagePart): { start: number; end: number } {
  if (!('text' in part)) return { start: 0, end: 0 }
  const start = Number(part.key.slice(part.key.lastIndexOf('-') + 1))
  return { start, end: start + part.text.length }
}
