import { textOf } from '../request/chat-request.js'
import { countPieces } from './pieces.js'
import type { ModelRequest } from '../wires/endpoint-wire.js'

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
