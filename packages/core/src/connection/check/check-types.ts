import type { ChatErrorData } from '../../errors/chat-error-data.js'
import type { EndpointMemory } from '../create-endpoint-memory.js'

/**
 * What is looked at: the list of models, whether a page may call, whether answers stream, whether a stream ends with its
 * usage, the field that thoughts come in, whether an answer can be stopped, and whether tools are called.
 */
export type CheckName = 'models' | 'cors' | 'stream' | 'usage' | 'reasoning' | 'stop' | 'tools'

/** What one look at an endpoint found. */
export interface EndpointCheck {
  name: CheckName
  /** `note`: it works, and there is something to know. `skipped`: something before it has to work first. */
  state: 'pass' | 'note' | 'fail' | 'skipped'
  /** What was seen, in words. */
  seen: string
  /** What to change, and where. Always there when it failed. */
  fix?: string
  error?: ChatErrorData
  /** How long it took, in ms. */
  ms?: number
  /** Of `models`: the address at which the API was found, where it is another than was given. */
  baseUrl?: string
}

export interface CheckEndpointOptions {
  /** Default: the first model of the list that is not known to be for something else than chats. */
  model?: string
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  signal?: AbortSignal
  /** Origin of the page that will call, such as `location.origin`. Default: none, and CORS is not looked at. */
  pageOrigin?: string
  /** Told of each result as it is known. */
  onCheck?(check: EndpointCheck): void
  /** Where what the server refuses is remembered. Default: the memory that chats of the page share. */
  memory?: EndpointMemory
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
}
