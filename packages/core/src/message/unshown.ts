import { isRecord, listOf, textOf } from '@antiphon/base'
import type { AssistantMessage } from './types.js'

/** Key in `metadata` of an answer: events of its stream that have no view, as they came. */
export const UNKNOWN_EVENTS = 'wire.unknown_events'

/** The items of an answer that are not on the screen. */
export interface UnshownItems {
  count: number
  /** Each type once, in the order in which they came. */
  types: string[]
}

/** Keys that only name the subject of an event. */
const BOOKKEEPING =
  /^(?:type|event|event_type|status|obfuscation|timestamp)$|_?id$|Id$|_?index$|sequence_number$/

/** The items of an answer that have no view. Undefined when there are none. An empty event does not count. */
export function unshownItems({ metadata }: Pick<AssistantMessage, 'metadata'>): UnshownItems | undefined {
  const events = listOf(metadata?.[UNKNOWN_EVENTS]).filter(saysSomething)
  if (events.length === 0) return undefined
  // The last entry of a long list only counts the events that were not kept.
  const named = events.filter((event) => !isRecord(event) || typeof event.omitted !== 'number')
  const omitted = events.find((event) => !named.includes(event))
  return {
    count: named.length + (isRecord(omitted) ? Number(omitted.omitted) : 0),
    types: [...new Set(named.map(typeOf))],
  }
}

/** Does an event say more than what it is about? Only such an event counts as one that is not on the screen. */
export function saysSomething(event: unknown): boolean {
  if (!isRecord(event)) return event != null && event !== ''
  return Object.entries(event).some(([key, value]) => !BOOKKEEPING.test(key) && value != null && value !== '')
}

/** Events name themselves, or are objects of one key that is their name. */
function typeOf(event: unknown): string {
  if (!isRecord(event)) return typeof event
  // Servers name their own events so.
  const own = event.type === 'CUSTOM' ? textOf(event.name) : undefined
  const name = own ?? textOf(event.type) ?? textOf(event.event_type) ?? Object.keys(event)[0] ?? 'unknown'
  return name.length > 60 ? `${name.slice(0, 59)}…` : name
}
