export interface WireToolCall {
  id: string
  type?: string
  function: { name: string; arguments: string }
}

/** One message of a request after the checks; other keys are kept but not read. */
export interface WireMessage {
  role: string
  content?: string | null | readonly Record<string, unknown>[]
  tool_calls?: readonly WireToolCall[]
  tool_call_id?: string
}

/** A function tool of the request. `parameters` is its JSON schema. */
export interface ToolOffer {
  name: string
  description?: string
  parameters: Record<string, unknown>
}

/** The body of POST /chat/completions after the checks. */
export interface ChatRequest {
  model: string
  messages: readonly WireMessage[]
  tools: readonly ToolOffer[]
  stream: boolean
  includeUsage: boolean
  /** `max_completion_tokens`, else `max_tokens`. */
  maxTokens?: number
}

/** The text of a message's content; parts that are not text are left out. */
export function textOf(message: WireMessage): string {
  if (typeof message.content === 'string') return message.content
  const parts = message.content ?? []
  return parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n')
}
