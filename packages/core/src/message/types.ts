/**
 * The message: the OpenAI chat-completions shape plus local-only fields. Wire fields keep their snake_case names, local ones are
 * camelCase, so a reader sees which fields are sent.
 */
import type { ChatErrorData } from '../errors/chat-error.js'
import type { TextChannel, TextFields } from './text-channels.js'

/** How an answer ended, normalised (docs/wire 2.6). The provider's own word stays in `finishReasonRaw`. */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool_calls'
  | 'content_filter'
  | 'error'
  | 'cancelled'
  | 'incomplete'
  | 'other'

interface TextPart {
  type: 'text'
  text: string
}

interface ImagePart {
  type: 'image_url'
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' | (string & {}) }
}

interface AudioPart {
  type: 'input_audio'
  input_audio: { data: string; format: string }
}

/** A file in a message, with its data or under an id that the server gave it. */
export interface FilePart {
  type: 'file'
  file: { file_data?: string; filename?: string; file_id?: string }
}

declare const unknownType: unique symbol

/** A part of a kind this kit does not know. It is kept and sent verbatim, and shown by its type. Made with `unknownPart`. */
export interface UnknownPart {
  /** Any text but the types of known parts. */
  type: string & { readonly [unknownType]: true }
  [key: string]: unknown
}

/** A part of a kind this kit knows. `part.type` tells which. */
export type KnownPart = TextPart | ImagePart | AudioPart | FilePart

/**
 * One part of a content; `part.type` narrows it. Check data from a server or a file first (`isKnownPart`): a part may claim
 * to be a text and hold none.
 */
export type ContentPart = KnownPart | UnknownPart

/**
 * One function call. `arguments` is the raw JSON string as emitted. Other keys stay on the call and are sent back with it.
 * They are not in the type, so a misspelled name does not compile.
 */
export interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
  /** Data that a server wants back with the call, such as Gemini's signature. */
  extra_content?: unknown
  /** The provider runs this call itself (its web search, its code interpreter); the chat never does. */
  providerRun?: ProviderRun
  /** Somebody else runs this call, once a person has allowed it. Never sent as a part of the call. */
  approvalRequest?: ApprovalRequest
}

/**
 * A server's question to a person about a call that it will run itself: an approval of the AI SDK, an interrupt of AG-UI, an
 * `mcp_approval_request` of Responses. Kept with all of its keys, because the answer has to repeat some of them.
 */
export interface ApprovalRequest {
  /** Under which the server waits for the answer. */
  id: string
  /** The values of its form by name, where the question has one. Written when a person allows the call. */
  filledIn?: Readonly<Record<string, unknown>>
  [key: string]: unknown
}

/** The outcome of a call that the provider ran itself. Stored on the call, because it arrives inside the answer. */
export interface ProviderRun {
  /** As the content of a tool message. Absent while the call runs, and where the answer ended before it. */
  result?: string | ContentPart[]
  isError?: boolean
  /** The structured value behind `result`. */
  details?: unknown
  /**
   * The result so far, such as a coarse picture; each new one replaces the one before. Absent once the result is whole. It stays
   * when the call never gets that far.
   */
  partial?: ContentPart[]
}

/** One entry of `reasoning_details` (docs/wire 2.4), kept verbatim with its unknown keys. */
export interface ReasoningDetail {
  type: string
  [key: string]: unknown
}

/** Token counts and cost of one answer. A count that the server did not report stays absent, never zero (docs/wire 2.7). */
export interface Usage {
  inputTokens?: number
  outputTokens?: number
  totalTokens?: number
  reasoningTokens?: number
  cachedInputTokens?: number
  cacheWriteInputTokens?: number
  cost?: { amount: number; currency: string }
  origin: 'reported' | 'estimated'
  raw?: unknown
}

/** The origin of the reasoning text, so that it can go back to the same model in the same field (docs/wire 5). */
interface ReasoningSource {
  /** The wire field it arrived in: `reasoning`, `reasoning_content`, `reasoning_details`, `content`, `think_tags`, … */
  field: string
  provider?: string
  model?: string
}

/**
 * The order in which texts and calls arrived. `start` and `end` are UTF-16 offsets into the field of the text: `reasoning`,
 * `content` or `refusal`; `index` points into `tool_calls`. `ms` is how long a stretch of reasoning took.
 */
export type Segment =
  | { type: TextChannel; start: number; end: number; ms?: number }
  | { type: 'tool_call'; index: number }

/** Wall-clock facts of an answer or a tool run, in milliseconds. */
export interface Timing {
  /** Epoch ms at which the request or the tool run began. */
  startedAt?: number
  /** Epoch ms of the first reasoning, text or call. */
  firstTokenAt?: number
  /** Whole duration, from `startedAt` to the end. */
  durationMs?: number
}

/**
 * One continuation of an answer that had been cut off, stopped or lost. The text from `at` on came with it; the text before
 * was there already.
 */
export interface Continuation {
  /** UTF-16 offset into `content` at which it begins. */
  at: number
  /** `prefill`: the answer was sent as the beginning of the next one. `follow_up`: the user's turn asked for the rest. */
  way: 'prefill' | 'follow_up'
  /** The text that was sent as a message of the user. It is in no message of the thread. */
  asked?: string
  /** How the answer had ended before. */
  after?: FinishReason
  /** The usage of the answer before it. */
  usage?: Usage
}

/** Facts about the request behind an answer, and about its stream. */
export interface RequestNote {
  /** Id of the provider profile. */
  profile?: string
  /** Fields that the server refused or demanded, and the changes that followed. */
  healed?: { field: string; change: string; said: string }[]
  /** How often it was tried again before this answer. Absent for never. */
  retries?: number
  /** Changes that the request made to the thread, in the shape of repairs: parts left out or rewritten. */
  adjustments?: { rule: string; where: string; before: unknown; after: unknown }[]
  /** The continuations of the answer, in order. `adjustments` are then those of the last request. */
  continued?: Continuation[]
  /** How many events of the stream were not JSON. Their content is missing from the answer. Absent for none. */
  unreadLines?: number
}

interface LocalFields {
  /** Our own id, never sent. Wire ids repeat and go missing; UI state is keyed by this one. */
  id?: string
  /** Epoch ms. */
  timestamp?: number
  /** Namespaced `provider.field` bag, in deterministic key order. */
  metadata?: Record<string, unknown>
}

/** Instructions to the model, or facts that the app adds to the thread. */
export interface SystemMessage extends LocalFields {
  role: 'system' | 'developer'
  content: string
  kind?: 'developer' | 'context' | 'notification'
}

/** A question of a person, or facts that the app adds in their name. */
export interface UserMessage extends LocalFields {
  role: 'user'
  content: string | ContentPart[]
  kind?: 'context' | 'notification'
}

/** One answer of a model, with its thinking, its calls and the facts about its request. */
export interface AssistantMessage extends LocalFields, TextFields {
  role: 'assistant'
  content: string
  tool_calls?: ToolCall[]
  /** Why the model declined. Sent as the answer when it has no other text. */
  refusal?: string
  /** Leaves only as the endpoint's replay policy says. */
  reasoning?: string
  /** Leaves only as the endpoint's replay policy says. */
  reasoning_details?: ReasoningDetail[]
  /** Anthropic's blocks with their signatures, as LiteLLM passes them on (docs/wire 2.3). Leaves as the policy says. */
  thinking_blocks?: ReasoningDetail[]
  finishReason?: FinishReason
  finishReasonRaw?: string
  isError?: boolean
  error?: ChatErrorData
  usage?: Usage
  /** How the request was made: the profile it followed, what was changed for the server, how often it was tried again. */
  request?: RequestNote
  /** Limit on output tokens that the request asked for, when it did. */
  maxOutputTokens?: number
  model?: string
  annotations?: unknown[]
  images?: ContentPart[]
  /** `data` is base64, of several pieces one after the other. `format` is its media type where the server says one. */
  audio?: { id?: string; data?: string; transcript?: string; expires_at?: number; format?: string }
  logprobs?: unknown
  reasoningSource?: ReasoningSource
  segments?: Segment[]
  timing?: Timing
}

/** The result of one call. */
export interface ToolMessage extends LocalFields {
  role: 'tool'
  tool_call_id: string
  content: string | ContentPart[]
  toolName?: string
  isError?: boolean
  /** The structured value behind `content`, when the tool returned one. */
  details?: unknown
  timing?: Timing
}

/** One message of a thread, in the shape of chat completions with local fields beside it. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** A message that lives in a store: its id is always there. */
export type StoredMessage = Message & { id: string }

/**
 * Why a tool result is not a plain success, under `metadata['antiphon.outcome']` of the tool message.
 * The model reads the words in `content`; the screen reads this.
 */
export type ToolOutcome = 'denied' | 'cancelled' | 'unknown_tool' | 'invalid_arguments' | 'failed' | 'timeout'

/** Key in `metadata` of a tool message: why it is not a plain success. */
export const TOOL_OUTCOME_KEY = 'antiphon.outcome'

/**
 * Key in `metadata` of a tool message, when several calls of its turn have the same id: the position of the call that it
 * answers.
 */
export const CALL_INDEX_KEY = 'antiphon.call'
