import type { ModelRequest } from '../endpoint-types.js'
import { textOf } from '../request/chat-request.js'
import { countPieces } from './split-pieces.js'

/** What every chunk of one completion has in common. */
export interface CompletionHead {
  id: string
  created: number
  model: string
}

export function completionHead(request: ModelRequest): CompletionHead {
  return {
    id: `chatcmpl-${request.generateId()}`,
    created: Math.floor(request.now() / 1000),
    model: request.chat.model,
  }
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
