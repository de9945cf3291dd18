/** The kind of a failure, for `switch` (docs/wire 2.9, 3). */
export type ChatErrorKind =
  | 'auth'
  | 'billing'
  | 'not_found'
  | 'context_overflow'
  | 'rate_limit'
  | 'overloaded'
  | 'unsupported_field'
  | 'invalid_request'
  | 'content_filter'
  | 'network_or_cors'
  | 'timeout'
  | 'aborted'
  | 'malformed_stream'
  | 'empty_response'
  | 'tool_loop_limit'
  /** A transcript, or a part of one, that cannot be put into the form asked for. */
  | 'normalize'
  /** A transcript in a state that its own rules forbid, such as a tool result without a call. */
  | 'protocol'
  | 'provider'

/** A failure as plain data: it survives JSON, storage and a reload, and sits on `message.error`. */
export interface ChatErrorData {
  kind: ChatErrorKind
  /** Description of the failure, in the provider's or our own words. Never empty. */
  message: string
  /** HTTP status of the response. */
  status?: number
  /** The provider's own code and type words. `offline`: the device had no network at that time. */
  code?: string
  type?: string
  /** The request field that the server refused. */
  field?: string
  requestId?: string
  /** How long the server asked us to wait, in ms. */
  retryAfterMs?: number
  /** Epoch ms at which the failure was seen; with `retryAfterMs` it gives the time to retry at. */
  occurredAt?: number
  /** The cause of a failed connection, in words, where the host of the page found it out. */
  cause?: string
  /** Host of the endpoint, for words on screen. Never the whole URL, which may hold a secret. */
  host?: string
  model?: string
  /** The page's own server, which was asked without a key, does not know who asks: a session has ended. */
  isSignedOut?: true
  /** Tokens asked for and allowed, for `context_overflow`. */
  tokens?: { used?: number; max?: number }
  /** The body as it came, cut at 16 kB. */
  raw?: string
}

/** Registered symbol, so that two copies of the package in one page know each other's errors. */
const MARKER = Symbol.for('antiphon.ChatError')

/** A failure of a chat as something to throw. Everything worth knowing is plain data in `data`. */
export class ChatError extends Error {
  readonly data: ChatErrorData

  constructor(data: ChatErrorData, options?: { cause?: unknown }) {
    super(data.message, options)
    this.name = 'ChatError'
    this.data = data
    Object.defineProperty(this, MARKER, { value: true })
  }

  /** The kind of the failure, for `switch`. */
  get kind(): ChatErrorKind {
    return this.data.kind
  }

  /** HTTP status, when the server answered. */
  get status(): number | undefined {
    return this.data.status
  }

  get requestId(): string | undefined {
    return this.data.requestId
  }

  /** How long the server asked us to wait, in ms. */
  get retryAfterMs(): number | undefined {
    return this.data.retryAfterMs
  }

  /** Plain data for logs: `JSON.stringify(error)` gives the same as `error.data`. */
  toJSON(): ChatErrorData {
    return this.data
  }
}

/** True for every `ChatError`, also one made by another copy of this package. */
export function isChatError(value: unknown): value is ChatError {
  return typeof value === 'object' && value !== null && Reflect.get(value, MARKER) === true
}
