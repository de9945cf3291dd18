import { textHash } from '@antiphon/base'
import type { ErrorBody } from '../http/http.js'
import type { ChatRequest } from '../request/chat-request.js'
import type { Delta } from '../script/cut-steps.js'
import type { Sleep } from '../http/stream-body.js'

/** How many tokens an answer has, and how many of them are thoughts. */
export interface SentTokens {
  sent: number
  thought: number
}

/** Writes one answer as the events of a wire. Each method gives text for the body, which may be none. */
export interface WireWriter {
  open(): string
  delta(delta: Delta): string
  /** An error in the stream, which is its end. */
  error(error: ErrorBody): string
  /**
   * `reason` is a finish reason of chat completions; null if a whole body ends without one. `extra` has further fields for the
   * choice of chat completions.
   */
  finish(reason: string | null, tokens: SentTokens, extra?: Record<string, unknown>): string
  /** The finished answer as one body, for requests without a stream. */
  whole(): unknown
}

/** The wires that the endpoint has a route for. */
export const WIRES = ['chat', 'responses', 'messages', 'gemini', 'ollama'] as const
export type WireName = (typeof WIRES)[number]

/** A wire that the endpoint speaks. */
export interface EndpointWire {
  name: WireName
  /** Content type of its streams. Default: `text/event-stream`. */
  contentType?: string
  /** Headers that a page may send with a preflight. */
  headers: string
  /** Refuses a request by its headers, as the service does. */
  checkHeaders(request: Request): void
  /** Refuses a request without this key, in the words of the service. */
  checkKey(request: Request, apiKey: string): void
  /** Reads and checks a body and the parts of the request in its address. Throws RefusedRequest in the words of the service. */
  readRequest(text: string, unknownFields: 'refuse' | 'ignore', url: URL): ChatRequest
  createWriter(request: ModelRequest): WireWriter
  /** The body of a refusal. */
  errorBody(status: number, error: ErrorBody): unknown
  /** The list of models, and one of them. */
  list(models: readonly ModelEntry[]): unknown
  entry(model: ModelEntry): unknown
}

/** One named event of an event stream. */
export const sse = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A hash of a text (FNV-1a), in place of the values that a service signs or encrypts. */
export const sealOf = (text: string): string => `sealed_${textHash(text).toString(36)}`

/** The input of a model for one request. */
export interface ModelRequest {
  chat: ChatRequest
  /** The HTTP request; its signal is aborted when the client goes. */
  request: Request
  speed: number
  sleep: Sleep
  now: () => number
  generateId: () => string
  /** The wire of the request. Default: chat completions. */
  wire?: EndpointWire
}

/** One entry of `/models`. */
export interface ModelEntry {
  id: string
  object: 'model'
  created: number
  owned_by: 'antiphon'
  context_length: number
  description?: string
}
