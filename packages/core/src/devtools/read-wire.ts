import type { Completion } from '../accumulate/types.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import { ChatError } from '../errors/chat-error.js'
import type { ErrorContext } from '../errors/extract-error.js'
import type { AccumulatorOptions } from '../accumulate/create-accumulator.js'
import { createCompletionReader, type CompletionReader, type CompletionReaderOptions } from '../pipeline.js'

/** How the answer of an exchange is read: what its transport said of it, and what is known of the response. */
export interface WireReading extends Pick<AccumulatorOptions, 'thinkTags' | 'sendsFinishReason' | 'origin'> {
  errorContext?: ErrorContext
}

/** How a body ended. */
export type WireEnding =
  /** The server ended it, or the reader had all it needed (`[DONE]`). */
  | { how: 'ended' }
  /** The person at the screen stopped it. */
  | { how: 'stopped' }
  /** The connection broke, or a deadline ran out. */
  | { how: 'failed'; error: ChatErrorData }

/** The reader of the kit, as a chat uses it, set up for one recorded response. */
export function openReader(
  reading: WireReading,
  looksOn: Pick<CompletionReaderOptions, 'onEvent' | 'probe' | 'now'> = {},
): CompletionReader {
  return createCompletionReader({ ...reading, ...looksOn })
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
