import type { ChatErrorData } from '../../errors/chat-error.js'
import type { Message, RequestNote } from '../../message/types.js'
import type { EventReader } from '../../wire/event-reader.js'
import type { CompletionSource } from '../../wire/pipeline.js'
import type { Deadlines, RequestParameters, ToolDefinition } from '../request/types.js'
import type { ApiName, ResponsePolicy, SettingsOverride } from '../types.js'

/** One request of a chat to its transport. */
export interface TransportRequest {
  model?: string
  /** Name of the thread, where the chat has one. */
  threadId?: string
  /** On a retry, the id of the answer that gets another version. */
  replaces?: string
  messages: readonly Message[]
  tools: readonly ToolDefinition[]
  parameters?: RequestParameters
  /** Headers of this request alone, over those that the transport sends with each one. */
  headers?: Readonly<Record<string, string>>
  /**
   * The request for the rest of an answer, with which `messages` end. An endpoint that continues answers gets that answer
   * as the beginning of the next one; any other gets this text after it, as a message of the user. Only for transports with
   * `continues`.
   */
  continueWith?: string
}

/** How to read the answer of a transport, and facts about the request that it made. */
export interface TransportResponse extends Partial<ResponsePolicy> {
  /** The answer: a `Response`, bytes or text, or chunks as objects. */
  source: CompletionSource
  /** Id of the profile that was followed. It is stored as the source of the reasoning. */
  provider?: string
  /** Changes that the request made to the thread: parts left out or rewritten. */
  adjustments?: RequestNote['adjustments']
  /** Maps the names of tools that were renamed for the request to the host's names, so that calls get these back. */
  toolNames?: ReadonlyMap<string, string>
  /** Makes a reader of the events, where the source is of another wire than chat completions. */
  createEvents?: () => EventReader
  /** The wire that `source` is of. Default `chat`. */
  api?: ApiName
}

/** A request as it is sent, key included. For development tools, which must not keep the key. */
export interface SentRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** JSON text. */
  body: string
  /** Id of the profile that was followed. */
  provider?: string
  /** The wire that it is of. */
  api?: ApiName
  /** Differences between what is sent and what was stored or asked for. */
  adjustments?: RequestNote['adjustments']
}

/** How to try again after a failure before the first output. */
interface Recovery {
  /** Ms to wait before the next attempt. */
  delayMs: number
  /** The change for the next attempt; absent for a plain retry. */
  healed?: Healing
}

/** One field that an endpoint refused or demanded, and how later requests differ. Remembered per endpoint and model. */
export interface Healing {
  /** Such as `stream_options`, `max_tokens`, `reasoning_content`. */
  field: string
  /** How later requests differ, in words: "sent without it". */
  change: string
  /** The server's own words. */
  said: string
  /** The change as settings. They override those of the profile, and the user's override them. */
  settings: SettingsOverride
}

/**
 * The way a chat reaches a model. Only `send` is needed.
 */
export interface ChatTransport {
  /**
   * Makes one request. Resolves with the answer: a `Response`, bytes or text of a chat-completions server (refusals
   * included), or an async iterable of chunk objects. A chunk is read when it comes, so the object may be used again. A
   * chunk with `error`, and a source that throws, end the answer as a failure; a source that ends without a finish reason
   * leaves it incomplete. Rejects with a `ChatError`, or with any error, when no answer came.
   *
   * Call `onRequest` right before a request leaves, so that development tools can show it. `signal` is aborted when the
   * person stops the answer or a deadline runs out.
   */
  send(
    request: TransportRequest,
    options: { signal: AbortSignal; onRequest?: (sent: SentRequest) => void },
  ): Promise<CompletionSource | TransportResponse>
  /**
   * Called after a failure before the first output. Returns how to try again, or undefined to give up. Without this method
   * nothing is tried again. `attempt` counts from 1.
   */
  recover?(error: ChatErrorData, request: TransportRequest, attempt: number): Recovery | undefined
  /**
   * Called after a round of calls. True when the other system ran the calls itself and has ended, so that no further request is
   * made. Default: each round is followed by a request.
   */
  isOver?(messages: readonly Message[]): Promise<boolean>
  deadlines?: Deadlines
  /** Host of the endpoint, for words about failures. */
  host?: string
  /** Takes keys and other secrets of this transport out of words about failures, which are stored and shown. */
  redact?(text: string): string
  /**
   * True when the transport reads `continueWith`. Otherwise the request for the rest of an answer is the last of
   * `messages`.
   */
  continues?: boolean
}
