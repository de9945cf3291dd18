/**
 * The requests that an endpoint family wants and the answers that it gives, as plain JSON data: every field can be shown,
 * saved and overridden. docs/wire 1, 5 and 6 are where the values come from.
 */
import type { ReasoningEffort, RequestPolicy } from './policy.js'

/** The wires that an endpoint may speak: chat completions, OpenAI Responses, Anthropic Messages, Gemini, Ollama's own. */
export type ApiName = 'chat' | 'responses' | 'messages' | 'gemini' | 'ollama'

/** Fields of a request body, as JSON. */
export type BodyFields = Record<string, unknown>

/** How the body of a request is written (docs/wire 1.1, 1.2). */
export interface BodyPolicy {
  /** Name of the field that limits the answer. Default `max_tokens`. */
  maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** Ask for a usage chunk at the end of a stream. Default true. */
  includeUsage: boolean
  /** `withHistory`: send `tools: []` when none are offered but the thread has calls (LiteLLM). Default `omit`. */
  emptyTools: 'omit' | 'withHistory'
  /** How "some tool must be called" is spelled; `omit` where it is refused. Default `required`. */
  requiredToolChoice: 'required' | 'any' | 'omit'
  /** Body fields that are left out even when they are set, because the server refuses them. Each is reported. Default none. */
  omit: readonly string[]
  /** Body fields for each wish about thinking. A wish without an entry sends nothing and is reported. Default none. */
  thinking: Partial<Record<ReasoningEffort, BodyFields>>
  /** Fields that every request to this family carries, below everything the caller sets. Default none. */
  extra: BodyFields
}

/** How a request is made, apart from its body. */
export interface HeaderPolicy {
  /** Header that carries the key, and the text before the key in it. Default `Authorization`, `Bearer `. */
  keyHeader: string
  keyPrefix: string
  /** Headers that every request to this family carries. Default none: each one is a risk in preflight (docs/wire 3.3). */
  extra: Readonly<Record<string, string>>
}

/** How the answers of a family are read. */
export interface ResponsePolicy {
  /** False for servers that never send a finish reason; then a stream without one is complete. Default true. */
  sendsFinishReason: boolean
  /** Tags around thoughts at the start of the text; `opened`: the template has already written the opening tag. */
  thinkTags: false | readonly { open: string; close: string; opened?: boolean }[]
  /**
   * Fields of a delta or message that hold visible thinking, such as `thoughts`, besides those that every server may use
   * (`reasoning_content`, `reasoning`, `reasoning_text`, `thinking`). Default none.
   */
  reasoningFields?: readonly string[]
}

/** Everything about an endpoint that can be set, with every field filled. */
export interface ProviderSettings {
  messages: RequestPolicy
  body: BodyPolicy
  headers: HeaderPolicy
  response: ResponsePolicy
}

/**
 * Some of the settings. Objects merge field by field, those inside a section too (`reasoning`, `thinking`, `extra`);
 * values and lists replace. A field that is undefined changes nothing.
 */
export type SettingsOverride = {
  [Section in keyof ProviderSettings]?: Section extends 'messages'
    ? Partial<RequestPolicy>
    : Partial<ProviderSettings[Section]>
}

/** Settings for the models of a family whose id matches. */
export interface ModelSettings {
  match: RegExp
  settings: SettingsOverride
}

/** One endpoint family, as a value in a file of `provider/profiles/`: vendors, hosts, gateways or local servers. */
export interface ProviderProfile {
  /** Such as `deepseek`; what `EndpointConfig.profile` and message provenance name. */
  id: string
  /** Such as `DeepSeek`. */
  name: string
  /** How the family is recognised: by one of the hosts, or on this machine and in the local network by one of the ports. */
  match: {
    /** Host names; one that begins with a dot matches every name that ends so. */
    hosts?: readonly string[]
    /** Usual ports, such as 11434. A guess, which never holds for a public host. */
    ports?: readonly number[]
    /** A path that the base URL must contain as well. */
    path?: string
  }
  settings: SettingsOverride
  /** Settings for some of its models. Every entry whose pattern matches wins over `settings`, in order. */
  models?: readonly ModelSettings[]
}

/** A profile applied to one endpoint and model: the settings of a request. */
export interface ResolvedProvider {
  id: string
  name: string
  settings: ProviderSettings
}
