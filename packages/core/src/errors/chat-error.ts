import type { ChatErrorData, ChatErrorKind } from './chat-error-data.js'

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

  /** What went wrong, as a word to switch on. */
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
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[MARKER] === true
}
