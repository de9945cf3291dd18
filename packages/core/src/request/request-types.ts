import type { ContentPart, ReasoningDetail, ToolCall } from '../message/types.js'
import type { ProviderProfile, SettingsOverride } from '../providers/provider-types.js'
import type { ReasoningEffort } from '../providers/request-policy.js'

export type * from '../providers/request-policy.js'

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
  /** How much to think; each profile has its own words for it (wire-facts 1.2). Default: the server's. */
  reasoningEffort?: ReasoningEffort
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
  /** Id of a profile, or one of your own. Default: found by base URL (`detectProfile`). */
  profile?: string | ProviderProfile
  /** Laid over the profile and what was learned from the server, field by field. */
  overrides?: SettingsOverride
  /** Sent with each request. In browsers each one must be allowed by the server (wire-facts 0.10). */
  extraHeaders?: Readonly<Record<string, string>>
  /** Added to the address of each request, such as `api-version`. */
  extraQuery?: Readonly<Record<string, string>>
  /** Merged into each body last, verbatim, below a request's own `extraBody`. */
  extraBody?: Readonly<Record<string, unknown>>
}
