import { ChatError, type Completion } from '@antiphon/core'
import {
  createCompletionReader,
  type CompletionReader,
  type CompletionReaderOptions,
} from '@antiphon/core/wire'
import type { WireEnding, WireReading } from './types.js'

/** A saved recording has the name of its wire alone. Read as chat completions, it would look empty without a reason. */
export function missingReader({ createEvents, api }: WireReading): ChatError | undefined {
  if (createEvents || api === undefined || api === 'chat') return undefined
  return new ChatError({
    kind: 'invalid_request',
    code: 'no_wire',
    message: `This recording is of the wire "${api}", and nothing was given that reads it. Set \`readers\` to \`wireReaders\` of @antiphon/wires/read.`,
  })
}

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
