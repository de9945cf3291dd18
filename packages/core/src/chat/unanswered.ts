import { isChatError } from '../errors/chat-error.js'
import type { AssistantMessage } from '../message/types.js'

/**
 * The answer of a request that was never made, for `error` or because somebody stopped it. Written by hand: what reads
 * answers is loaded with what asks for them, and here that is what is missing. It fails with a `ChatError` (`load-answer.ts`).
 */
export function unanswered(error: unknown, at: number, model: string | undefined): AssistantMessage {
  const data = isChatError(error) ? error.data : { kind: 'provider' as const, message: String(error), model }
  const how: Partial<AssistantMessage> =
    error === undefined
      ? { finishReason: 'cancelled' }
      : { finishReason: 'error', isError: true, error: data }
  return { role: 'assistant', content: '', timing: { startedAt: at, durationMs: 0 }, ...how }
}
