import type { ContentPart, ReasoningDetail, ToolCall } from '../message/types.js'

/** How earlier thinking goes back to the server (wire-facts 5.1). */
export interface ReasoningReplay {
  /** On which assistant turns. Default: those with tool calls. */
  turns: 'never' | 'toolTurns' | 'sinceLastUser' | 'all'
  /**
   * In which field. `same` (default): the one it arrived in; details when there are any, for they hold the signatures.
   */
  field:
    | 'same'
    | 'reasoning'
    | 'reasoning_content'
    | 'both'
    | 'reasoning_details'
    | 'thinking_blocks'
    | 'thinkTags'
    | 'contentParts'
  /** Write the field as `""` on a chosen turn that had no thinking. Default false. */
  emptyKey: boolean
  /** Leave out thinking that another model wrote. Default true. */
  onlySameModel: boolean
}

/** What an endpoint needs of the messages sent to it. Every field has a default that suits most servers. */
export interface RequestPolicy {
  reasoning?: Partial<ReasoningReplay>
  /** The model that will read the request, for `onlySameModel`. */
  model?: string
  /** `content` of an assistant turn that has calls and no text. Default `null` (wire-facts 1.3). */
  emptyContent?: null | ''
  /** Wire role of developer messages. Default `system`: few servers know the other one (wire-facts 1.1). */
  developerRole?: 'system' | 'developer'
}

/** A message as it leaves: named wire fields only, never a spread of a stored message. */
export type RequestMessage =
  | { role: 'system' | 'developer'; content: string }
  | { role: 'user'; content: string | ContentPart[] }
  | {
      role: 'assistant'
      content: string | ContentPart[] | null
      tool_calls?: ToolCall[]
      refusal?: string
      reasoning?: string
      reasoning_content?: string
      reasoning_details?: ReasoningDetail[]
      thinking_blocks?: ReasoningDetail[]
    }
  | { role: 'tool'; tool_call_id: string; content: string }

export type AssistantRequestMessage = Extract<RequestMessage, { role: 'assistant' }>

/** A function as it is offered to the model. `parameters` is JSON Schema. */
export interface ToolDefinition {
  type: 'function'
  function: { name: string; description?: string; parameters: Record<string, unknown>; strict?: boolean }
}

/** Sampling and limits. Only what is set is sent (wire-facts 1.1). */
export interface RequestParameters {
  temperature?: number
  topP?: number
  maxTokens?: number
  stop?: string | string[]
  seed?: number
  reasoningEffort?: string
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  parallelToolCalls?: boolean
  /** Merged into the body last, verbatim. */
  extraBody?: Record<string, unknown>
}

/** Where requests go. */
export interface EndpointConfig {
  /** Such as `http://localhost:11434/v1`. A trailing slash or `/chat/completions` does no harm. */
  baseUrl: string
  apiKey?: string
  headers?: Record<string, string>
  /** Name of the field that limits the answer. Default: by host, `max_tokens` but for OpenAI and Azure. */
  maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Ask for a usage chunk at the end of the stream. Default true. */
  includeUsage?: boolean
  /** False for servers that never send a finish reason; then a stream without one is complete. Default true. */
  sendsFinishReason?: boolean
  policy?: RequestPolicy
}
