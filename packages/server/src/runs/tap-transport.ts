import type { ChatTransport, CompletionSource, TransportResponse } from '@antiphon/core'
import {
  type CompletionChunk,
  asResponse,
  createBodyReader,
  DEFAULT_MAX_FRAME,
  isResponse,
  readItems,
  toPiece,
  type StreamPiece,
} from '@antiphon/core/wire'

export interface Tap {
  /** A request was answered: pieces of an answer follow. */
  onAnswer(): void
  /** One piece, as a chunk of chat completions. */
  onChunk(chunk: object): void
}

/** The same transport, of which each piece of an answer is told before the chat reads it. Other wires are told as chunks too. */
export function tapTransport(transport: ChatTransport, tap: Tap): ChatTransport {
  return {
    ...transport,
    async send(request, options) {
      const response = asResponse(await transport.send(request, options))
      const { source } = response
      // A refusal has no pieces; the chat reads the reason from the response.
      if (isResponse(source) && !source.ok) return response
      tap.onAnswer()
      return { ...response, source: tapped(source, response, tap) }
    },
  }
}

async function* tapped(
  source: CompletionSource,
  { createEvents }: TransportResponse,
  { onChunk }: Tap,
): AsyncGenerator<StreamPiece | CompletionChunk, void> {
  const events = createEvents?.()
  const body = createBodyReader({
    maxFrame: DEFAULT_MAX_FRAME,
    onTooLarge() {},
    onItem(item) {
      if (item.type !== 'value' || typeof item.value !== 'object' || item.value === null) return
      if (!events) onChunk(item.value)
      else for (const chunk of events.read(item.value, item.event)) onChunk(chunk)
    },
  })
  for await (const item of readItems(source)) {
    const piece = toPiece(item)
    if (piece !== undefined) body.push(piece)
    else if (typeof item === 'object' && item !== null) body.take(item)
    yield item as StreamPiece | CompletionChunk
  }
  body.end()
  for (const chunk of events?.end?.() ?? []) onChunk(chunk)
}
