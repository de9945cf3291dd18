import { field, textOf } from '@antiphon/base'
import type { ChatTransport } from '@antiphon/core'
import { type CompletionChunk, type EventReader, asResponse, isResponse } from '@antiphon/core/wire'
import type { RequestWatch } from './observer.js'

export interface Tap {
  /** A request leaves. */
  onRequest(model: string): RequestWatch
  /** A request was answered: pieces of an answer follow, once this has settled. */
  onAnswer(): Promise<void>
  /** One piece, as a chunk of chat completions. */
  onChunk(chunk: object): void
}

/** The same transport, of which each piece is told as the chat reads it, so it is parsed once. Other wires are told as chunks too. */
export function tapTransport(transport: ChatTransport, { onRequest, onAnswer, onChunk }: Tap): ChatTransport {
  return {
    ...transport,
    async send(request, options) {
      const watch = onRequest(request.model ?? '')
      const response = await transport.send(request, options).then(asResponse, (error: unknown) => {
        watch.ended(textOf(field(error, 'kind')) ?? 'unreachable')
        throw error
      })
      const { source, createEvents = chunksAsTheyCome } = response
      // A refusal has no pieces; the chat reads the reason from the response.
      if (isResponse(source) && !source.ok) {
        watch.ended(String(source.status))
        return response
      }
      await onAnswer()
      return {
        ...response,
        createEvents() {
          const events = createEvents()
          const told = (chunks: readonly CompletionChunk[]): readonly CompletionChunk[] => {
            for (const chunk of chunks) {
              if (typeof chunk !== 'object' || chunk === null) continue
              onChunk(chunk)
              watch.chunk(chunk)
            }
            return chunks
          }
          return {
            read: (value, name) => told(events.read(value, name)),
            end() {
              const held = told(events.end?.() ?? [])
              watch.ended()
              return held
            },
            get done() {
              return events.done
            },
          }
        },
      }
    },
  }
}

/** Chat completions: each event is a chunk, except events with another name and without a field of a chunk. */
function chunksAsTheyCome(): EventReader {
  return {
    read(value, name) {
      const isChunk = name === 'message' || ['choices', 'error', 'usage'].some((key) => field(value, key))
      return isChunk || name === 'error' ? [value as CompletionChunk] : []
    },
    done: false,
  }
}
