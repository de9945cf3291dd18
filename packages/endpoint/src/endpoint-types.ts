import type { CorsPolicy } from './http/http.js'
import type { Sleep } from './http/stream-body.js'
import type { EndpointWire, ModelRequest, ModelEntry, WireName } from './wires/endpoint-wire.js'
import type { Scenario } from './script/scenario.js'

/** Anything that answers chat completions under an id: a scenario or a recording. */
export interface EndpointModel {
  id: string
  description?: string
  /** Other ids it answers to. They are not listed. */
  aliases?: readonly string[]
  /** True: the transcript is not checked for orphans and unanswered calls (recordings do not read it). */
  anyTranscript?: boolean
  /** True: it answers on every wire, as scenarios do. Default: on chat completions alone. */
  anyWire?: boolean
  answer(request: ModelRequest): Response | Promise<Response>
}

/** The models of an endpoint, its wires, its key and its pace. */
export interface EndpointOptions {
  /** Scenarios and recordings to serve, in the order of `/models`. Default: every scenario of this package. */
  models?: readonly (Scenario | EndpointModel)[]
  /** The wires beside chat completions: `endpointWires` of `@antiphon/wires/endpoint`. Default: none. */
  wires?: Readonly<Partial<Record<Exclude<WireName, 'chat'>, EndpointWire>>>
  /** When set, requests without `Authorization: Bearer {apiKey}` (`X-Api-Key` on `/messages`, `X-Goog-Api-Key` on Gemini's paths) are refused as each service does. Default: no key needed. */
  apiKey?: string
  /** Default: any origin. */
  cors?: CorsPolicy
  /** Multiplies the pace: 2 is twice as fast, `Infinity` or 0 does not wait. Default 1, about 45 tokens a second. */
  speed?: number
  /** How to treat fields outside of the API, also on messages. Default `refuse`, like OpenAI. */
  unknownFields?: 'refuse' | 'ignore'
  /** How to wait. Default: a timer. */
  sleep?: Sleep
  /** Milliseconds since 1970, for `created`. Default `Date.now`. */
  now?: () => number
  /** Ids of requests, completions and calls, without their prefix. Default random; `createSeededIds` for tests. */
  generateId?: () => string
}

/** A scripted OpenAI-compatible endpoint as a function from request to response. */
export interface Endpoint {
  fetch(request: Request): Promise<Response>
  models: readonly ModelEntry[]
}
