import type { ModelRequest } from '../endpoint-types.js'
import { textOf } from '../request/chat-request.js'

/**
 * Cuts text into pieces about as large as a model's tokens: a word of up to eight letters with the space before it, the
 * rest of a longer word, up to three digits or marks. Joining the pieces gives the text back; no code point is split.
 */
export function splitPieces(text: string): string[] {
  return text.match(/\s?(?:[\p{L}\p{M}]{1,8}|\d{1,3}|[^\s\p{L}\p{M}\d]{1,3})|\s/gu) ?? []
}

/** How many pieces a text makes; what this endpoint counts as tokens. */
export function countPieces(text: string): number {
  return splitPieces(text).length
}

/** The usage object, counted in this endpoint's own pieces. */
export function usageOf(request: ModelRequest, completionTokens: number, reasoningTokens: number) {
  const { messages, tools } = request.chat
  const callText = messages.flatMap(
    (message) => message.tool_calls?.map((call) => call.function.name + call.function.arguments) ?? [],
  )
  const texts = [...messages.map(textOf), ...callText, ...(tools.length > 0 ? [JSON.stringify(tools)] : [])]
  // Four for the frame of each message, as OpenAI counts.
  const promptTokens = texts.reduce((sum, text) => sum + countPieces(text), messages.length * 4)
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  }
}
