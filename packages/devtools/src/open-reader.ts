import {
  ChatError,
  type Completion,
  createCompletionReader,
  type CompletionReader,
  type CompletionReaderOptions,
} from '@antiphon/core'
import { wireEvents } from './wire-events.js'
import type { WireEnding, WireReading } from './types.js'

/** A recording that was saved has the name of its wire alone. */
export const eventsOf = ({ createEvents, api }: WireReading): WireReading['createEvents'] =>
  createEvents ?? wireEvents(api)

/** The reader of the kit, as a chat uses it, set up for one recorded response. */
export function openReader(
  reading: WireReading,
  looksOn: Pick<CompletionReaderOptions, 'onEvent' | 'probe' | 'now'> = {},
): CompletionReader {
  return createCompletionReader({ ...reading, createEvents: eventsOf(reading), ...looksOn })
}

/** Ends a reader as the chat that received the response did. `text` is the body of a refused request. */
export function closeReader(
  reader: CompletionReader,
  ending: WireEnding,
  refusal?: { text: string },
): Completion {
  if (ending.how === 'stopped') return reader.cancel()
  if (ending.how === 'failed') return reader.fail(new ChatError(ending.error))
  return refusal ? reader.refuse(refusal.text) : reader.end()
}
