import type { ChatErrorData } from '../errors/chat-error-data.js'
import type { Message } from '../message/types.js'
import type { CompletionSource } from '../pipeline.js'
import type { SettingsOverride } from '../providers/provider-types.js'
import type { RequestParameters, ToolDefinition } from '../request/request-types.js'

export interface TransportRequest {
  model?: string
  messages: readonly Message[]
  tools: readonly ToolDefinition[]
  parameters?: RequestParameters
}

/** How a transport wants one answer to be read, and what there is to say about the request that was made. */
export interface TransportResponse {
  source: CompletionSource
  /** Provider that answers, for the provenance of reasoning. */
  provider?: string
  /** False for servers that never send a finish reason. */
  sendsFinishReason?: boolean
  thinkTags?: false | readonly { open: string; close: string; opened?: boolean }[]
}

/** What to do after a failure that no reader has seen anything of. */
export interface Recovery {
  /** Ms to wait before the next attempt. */
  delayMs: number
  /** What was changed for the next attempt, when it was not a mere retry. */
  healed?: Healing
}

/** One field that an endpoint refused or demanded, and what requests do since. Remembered per endpoint and model. */
export interface Healing {
  /** Such as `stream_options`, `max_tokens`, `reasoning_content`. */
  field: string
  /** What requests do since, in words: "sent without it". */
  change: string
  /** The server's own words. */
  said: string
  /** The change as settings, laid over the profile's and under the user's. */
  settings: SettingsOverride
}

/**
 * The way a chat reaches a model. Returns the bytes of a chat-completions response; rejects with a `ChatError` when none
 * came.
 */
export interface ChatTransport {
  send(
    request: TransportRequest,
    options: { signal: AbortSignal },
  ): Promise<CompletionSource | TransportResponse>
  /**
   * Asked after a failure before the first output: how to try again, or undefined to give up. Without it nothing is tried
   * again. `attempt` counts from 1.
   */
  recover?(error: ChatErrorData, request: TransportRequest, attempt: number): Recovery | undefined
  deadlines?: Deadlines
}

/** Longest waits, in ms; 0 or Infinity for none. Each ends the request with the kind `timeout` and a `code` of its own (R9). */
export interface Deadlines {
  /** Until the response begins. `connect_timeout`. Default 120,000: servers on one's own machine load a model first. */
  connect?: number
  /** From there to the first reasoning, text or call. `first_token_timeout`. Default 300,000. */
  firstToken?: number
  /** Between two pieces of the body, comments included. `idle_timeout`. Default 120,000. */
  idle?: number
  /** For the whole attempt. `total_timeout`. Default none. */
  total?: number
  /** After a finish reason, silence that is taken for the end: some servers never close (MiniMax). Default 5,000. */
  afterFinish?: number
}

/** When a request is tried again (R8). */
export interface RetryPolicy {
  /** Attempts after the first. Default 2. */
  retries?: number
  /** Longest wait that a server may ask for, in ms; a longer one is not waited for. Default 60,000. */
  maxDelay?: number
}
