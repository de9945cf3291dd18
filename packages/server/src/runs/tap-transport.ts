import { field } from '@antiphon/base'
import type { ChatTransport, CompletionChunk, EventReader } from '@antiphon/core'
import { asResponse, isResponse } from '@antiphon/core/wire'

export interface Tap {
  /** A request was answered: pieces of an answer follow. */
  onAnswer(): void
  /** One piece, as a chunk of chat completions. */
  onChunk(chunk: object): void
}

/** The same transport, of which each piece is told as the chat reads it, so it is parsed once. Other wires are told as chunks too. */
export function tapTransport(transport: ChatTransport, { onAnswer, onChunk }: Tap): ChatTransport {
  const told = (chunks: readonly CompletionChunk[]): readonly CompletionChunk[] => {
    for (const chunk of chunks) if (typeof chunk === 'object' && chunk !== null) onChunk(chunk)
    return chunks
  }
  return {
    ...transport,
    async send(request, options) {
      const response = asResponse(await transport.send(request, options))
      const { source, createEvents = chunksAsTheyCome } = response
      // A refusal has no pieces; the chat reads the reason from the response.
      if (isResponse(source) && !source.ok) return response
      onAnswer()
      return {
        ...response,
        createEvents() {
          const events = createEvents()
          return {
            read: (value, name) => told(events.read(value, name)),
            end: () => told(events.end?.() ?? []),
            get done() {
              return events.done
            },
          }
        },
      }
    },
  }
}

/** Chat completions, where an event is a chunk. Events of another name that have nothing of one are none. */
function chunksAsTheyCome(): EventReader {
  return {
    read(value, name) {
      const isChunk = name === 'message' || ['choices', 'error', 'usage'].some((key) => field(value, key))
      return isChunk || name === 'error' ? [value as CompletionChunk] : []
    },
    done: false,
  }
}
