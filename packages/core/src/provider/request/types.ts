import type { JsonObject } from '@antiphon/base'
import type { ContentPart, Message, ReasoningDetail, RequestNote, ToolCall } from '../../message/types.js'
import type { REASONING_LISTS, ReasoningField } from '../../message/reasoning-fields.js'
import type { ReasoningEffort } from '../policy.js'
import type { EventReader } from '../../wire/event-reader.js'
import type { ApiName, ProviderProfile, ResolvedProvider, SettingsOverride } from '../types.js'

export type { ReasoningEffort, ReasoningReplay, RequestPolicy } from '../policy.js'

/** A message as it leaves: named wire fields only, never a spread of a stored message. */
export type RequestMessage =
  | { role: 'system' | 'developer'; content: string | ContentPart[] }
  | { role: 'user'; content: string | ContentPart[] }
  | ({
      role: 'assistant'
      content: string | ContentPart[] | null
      tool_calls?: ToolCall[]
      refusal?: string
      /** Mistral's mark of an answer that is to be continued. */
      prefix?: true
      /** The same mark of Moonshot and DashScope. */
      partial?: true
      /** For wires other than chat completions: the answer as its wire made it, in place of its text and calls. */
      kept?: KeptAnswer
    } & { [Field in ReasoningField]?: string } & {
      [List in (typeof REASONING_LISTS)[number]]?: ReasoningDetail[]
    })
  | { role: 'tool'; tool_call_id: string; name?: string; content: string; native?: NativeResult }

/** An answer that goes back as it came. */
export interface KeptAnswer {
  items: readonly JsonObject[]
  /** The text that was not complete when the answer ended. */
  rest: string
}

/** Parts of a result besides its text, for wires other than chat completions. */
export interface NativeResult {
  /** Present when it holds more than text. */
  parts?: readonly ContentPart[]
  isError?: true
  /** Nobody answered the call; the text says so. */
  isMissing?: true
}

export type AssistantRequestMessage = Extract<RequestMessage, { role: 'assistant' }>

/**
 * One difference between what is stored and what is sent, in the shape of a repair. `where` is a place in the thread
 * (`messages[3].tool_calls[0].id`), in the request (`request.messages[4]`) or in its body (`body.tool_choice`).
 */
export type Adjustment = NonNullable<RequestNote['adjustments']>[number]

/** Called with each adjustment, so that a view can show what is sent beside what is stored. */
export type ReportAdjustment = (rule: string, where: string, before?: unknown, after?: unknown) => void

/** A function as it is offered to the model. `parameters` is JSON Schema. */
export interface ToolDefinition {
  type: 'function'
  function: { name: string; description?: string; parameters: Record<string, unknown>; strict?: boolean }
}

/** Sampling and limits. Only what is set is sent (docs/wire 1.1). */
export interface RequestParameters {
  temperature?: number
  topP?: number
  maxTokens?: number
  stop?: string | string[]
  seed?: number
  /** How much to think; each profile has its own words for it (docs/wire 1.2). Default: the server's. */
  reasoningEffort?: ReasoningEffort
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  parallelToolCalls?: boolean
  /** Merged into the body last, verbatim. */
  extraBody?: Record<string, unknown>
}

/** Longest waits, in ms; 0, `Infinity` and more than 24 days for none. Each ends the request with the kind `timeout` and a `code` of its own. */
export interface Deadlines {
  /** Until the response begins. `connect_timeout`. Default 120,000, because local servers may have to load a model first. */
  connect?: number
  /** From there to the first reasoning, text or call. `first_token_timeout`. Default 300,000. */
  firstToken?: number
  /** Between two pieces of the body, comments included. `idle_timeout`. Default 120,000. */
  idle?: number
  /** For the whole attempt. `total_timeout`. Default none. */
  total?: number
  /**
   * After a finish reason, a silence of this length ends the answer, because some servers never close (MiniMax). Default
   * 5,000.
   */
  afterFinish?: number
}

/** When a request is tried again, always before any output. Changes after a refusal (healing) do not count here. */
export interface RetryPolicy {
  /** Attempts after the first. Default 2. */
  retries?: number
  /** Longest wait that a server may ask for, in ms; a longer one is not waited for. Default 60,000. */
  maxDelay?: number
}

/**
 * A text, or a function that gives it right before each request, such as a token that is refreshed. Errors and recordings
 * hide the value in both cases. `undefined` leaves the header out.
 */
export type RequestValue = string | (() => string | undefined | Promise<string | undefined>)

/** Where requests go. */
export interface EndpointConfig {
  /**
   * Such as `http://localhost:11434/v1`. A trailing slash or `/chat/completions` does no harm. A path, such as `/api/v1` or
   * `api/v1`, is taken from the address of the page when a request is made; without a page the request fails and says so.
   */
  baseUrl: string
  /**
   * The wire that it speaks: `chat` (chat completions), `responses` (OpenAI Responses), `messages` (Anthropic Messages), `gemini`
   * (Gemini's own) or `ollama` (Ollama's own). Default: by address (`apiOf`), else `chat`. Each but `chat` needs `wires`.
   */
  api?: ApiName
  /**
   * The wires beside chat completions: `wires` of `@antiphon/wires`. Each is loaded when it is first needed. Default: none, so that a
   * chat does not bring them.
   */
  wires?: Readonly<Partial<Record<Exclude<ApiName, 'chat'>, () => Promise<ProviderApi>>>>
  /**
   * The path under `baseUrl` that answers. Set it if you have your own route: `chat` asks `/api/chat` under `/api`. Default:
   * that of the wire, such as `chat/completions`.
   */
  path?: string
  apiKey?: RequestValue
  /** Id of a profile, or one of your own. Default: found by base URL (`detectProfile`). */
  profile?: string | ProviderProfile
  /** Your settings, field by field. They win over the profile and over what was learned from the server. */
  overrides?: SettingsOverride
  /** Sent with each request. In browsers each one must be allowed by the server (docs/wire 0.10). */
  extraHeaders?: Readonly<Record<string, RequestValue>>
  /**
   * Whether cookies go along, as `fetch` has it. Default: `same-origin` for an address of the page's own origin, `omit` elsewhere.
   * `include` for a backend on another origin, which then has to allow it.
   */
  credentials?: RequestCredentials
  /** Added to the address of each request, such as `api-version`. */
  extraQuery?: Readonly<Record<string, string>>
  /** Merged into each body last, verbatim, below a request's own `extraBody`. */
  extraBody?: Readonly<Record<string, unknown>>
  deadlines?: Deadlines
  retry?: RetryPolicy
}

/** An endpoint for one request: a whole address, key and headers as texts. See `settleEndpoint`. */
export interface SettledEndpoint extends Omit<EndpointConfig, 'apiKey' | 'extraHeaders'> {
  apiKey?: string
  extraHeaders?: Readonly<Record<string, string>>
}

/** The content of one request, without its endpoint. */
export interface RequestInput {
  model?: string
  messages: readonly Message[]
  tools?: readonly ToolDefinition[]
  parameters?: RequestParameters
  /** Ask for a stream. Default true. */
  stream?: boolean
  /**
   * Let the thread end with an answer that the server is to continue. Default: as the endpoint's policy says; most
   * refuse it or start the answer over.
   */
  prefill?: boolean
  /**
   * Asks for the rest of the answer at the end of the thread. An endpoint whose policy allows it gets the answer as the
   * beginning of the next one; any other gets this text after it, as a message of the user.
   */
  continueWith?: string
}

/** A chat-completions request, ready for `fetch`. `body` is plain data, so that it can be shown and logged. */
export interface CompletionRequest {
  url: string
  headers: Record<string, string>
  body: Record<string, unknown>
  /** Differences between what is sent and what was stored or asked for, in order. */
  adjustments: Adjustment[]
  /** The host's name of each tool that leaves under another one, by that one. */
  toolNames?: ReadonlyMap<string, string>
}

/** A wire other than chat completions: how to write its requests and read its answers. */
export interface ProviderApi {
  /** Overrides the profile, which is about chat completions. The user's own settings override it. */
  settings(model: string | undefined): SettingsOverride
  /**
   * Builds the request that an endpoint gets for a thread.
   *
   * @throws ChatError of kind `invalid_request` when there is nothing to answer or a setting cannot be used.
   */
  buildRequest(endpoint: SettledEndpoint, input: RequestInput, provider: ResolvedProvider): CompletionRequest
  /** Where its list of models is. Default: `models` under the base URL. */
  listUrl?(baseUrl: string): string
  /** A reader for one response. */
  createEvents(): EventReader
}
