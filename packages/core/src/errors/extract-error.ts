import type { ChatErrorData, ChatErrorKind } from './chat-error-data.js'
import { classifyError } from './classify-error.js'
import { readContextTokens } from './context-tokens.js'
import { readErrorFields } from './error-fields.js'
import { excerptOf } from './html-text.js'
import { compact } from './is-record.js'
import { readRequestId, type HeaderSource } from './read-header.js'
import { redactSecrets } from './redact-secrets.js'
import { parseDuration, parseReset, parseRetryAfter, parseRetryText } from './retry-after.js'
import { safeStringify } from './safe-stringify.js'

/** How much of the body is kept in `raw`. */
const RAW_LIMIT = 16_384
const MESSAGE_LIMIT = 4000

/** What is known about the response besides its body. */
export interface ErrorContext {
  /** HTTP status. A 2xx status is replaced by the one the body names, when it names one. */
  status?: number
  statusText?: string
  headers?: HeaderSource
  /** Host of the endpoint, never the whole URL. */
  host?: string
  model?: string
  /** Clock for `occurredAt` and for `retry-after` dates. Without it `occurredAt` is left out. */
  now?: () => number
  /** Takes secrets out of a text. Default: what looks like an API key. */
  redact?: (text: string) => string
}

/**
 * The one reader of failures: any body, as text or parsed, becomes `ChatErrorData` with a kind and a message that is
 * never empty (wire-facts 2.9, 3.1, 3.2). Keys that the server repeats are masked. Never throws.
 */
export function extractError(body: unknown, context: ErrorContext = {}): ChatErrorData {
  const raw = typeof body === 'string' ? body : body === undefined ? '' : safeStringify(body)
  const parsed = typeof body === 'string' ? parseBody(body) : body
  const fields = readErrorFields(parsed)
  const httpStatus = context.status
  const status =
    httpStatus !== undefined && (httpStatus < 200 || httpStatus > 299) ? httpStatus : fields.status
  const { redact: hide = redactSecrets } = context
  const hidden = (text: string | undefined): string | undefined => text && hide(text)
  const message = hide(
    (fields.message ? asPlainText(fields.message) : quote(raw)) || describeStatus(status, context),
  ).slice(0, MESSAGE_LIMIT)
  const { kind, field } = classifyError({ ...fields, status, message })
  const retryAfterMs = findRetryAfter(kind, fields, message, context)

  return compact({
    kind,
    message,
    status: status ?? httpStatus,
    code: hidden(fields.code),
    type: hidden(fields.type),
    field: hidden(field ?? (kind === 'invalid_request' ? fields.param : undefined)),
    requestId: hidden(readRequestId(context.headers) ?? fields.requestId),
    retryAfterMs,
    occurredAt: context.now?.(),
    host: context.host,
    model: context.model,
    tokens: kind === 'context_overflow' ? readContextTokens(message, unwrap(parsed)) : undefined,
    raw: raw === '' ? undefined : hide(raw.slice(0, 2 * RAW_LIMIT)).slice(0, RAW_LIMIT),
  })
}

function findRetryAfter(
  kind: ChatErrorKind,
  fields: { retryHint?: string; resetHint?: string },
  message: string,
  context: ErrorContext,
): number | undefined {
  const asked =
    parseRetryAfter(context.headers, context.now) ??
    (fields.retryHint ? parseDuration(fields.retryHint) : undefined) ??
    (fields.resetHint ? parseReset(fields.resetHint, context.now) : undefined)
  return asked ?? (kind === 'rate_limit' || kind === 'overloaded' ? parseRetryText(message) : undefined)
}

/** The body's own words, unless it is only brackets. */
function quote(raw: string): string {
  return /^(?:[\s[\]{}"]|null|true)*$/.test(raw.slice(0, 100)) && raw.length <= 100 ? '' : excerptOf(raw)
}

/** A message may itself be an error page. */
function asPlainText(message: string): string {
  return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(message) ? excerptOf(message) : message.trim()
}

function parseBody(body: string): unknown {
  const whole = body.replace(/^\uFEFF/, '').trim()
  // Some servers refuse with an event of the stream that was asked for.
  const text = /(?:^|\n)data:\s*(\{.*)/.exec(/^(?:data|event):/.test(whole) ? whole : '')?.[1] ?? whole
  if (!text.startsWith('{') && !text.startsWith('[') && !text.startsWith('"')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unwrap(body: unknown): unknown {
  return Array.isArray(body) ? body[0] : body
}

/** Words for a body that says nothing. */
function describeStatus(status: number | undefined, context: ErrorContext): string {
  const who = context.host ? `The server at ${context.host}` : 'The server'
  if (status === undefined) return `${who} reported an error without saying what went wrong.`
  const name = context.statusText?.trim()
  const answer = `${who} answered ${status}${name ? ` ${name}` : ''} with an empty body.`
  switch (status) {
    case 401:
    case 403:
      return `${answer} Check the API key, and that this page may call the server.`
    case 404:
    case 405:
      return `${answer} Check the base URL (it often ends in /v1) and the model name.`
    default:
      return answer
  }
}
