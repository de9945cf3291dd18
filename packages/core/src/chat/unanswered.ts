import { toChatErrorData } from '../errors/to-chat-error-data.js'
import type { AssistantMessage } from '../message/types.js'

/**
 * The answer of a request that was never made, for `error` or because somebody stopped it. Written by hand: what reads
 * answers is loaded with what asks for them, and here that is what is missing.
 */
export function unanswered(error: unknown, at: number, model: string | undefined): AssistantMessage {
  const how: Partial<AssistantMessage> =
    error === undefined
      ? { finishReason: 'cancelled' }
      : { finishReason: 'error', isError: true, error: toChatErrorData(error, { model }) }
  return { role: 'assistant', content: '', timing: { startedAt: at, durationMs: 0 }, ...how }
}
