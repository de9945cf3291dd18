import type { ChatErrorData } from './chat-error-data.js'
import { isChatError } from './chat-error.js'
import type { ErrorContext } from './extract-error.js'
import { isRecord } from './is-record.js'
import { redactSecrets } from './redact-secrets.js'
import { safeStringify } from './safe-stringify.js'

/** How browsers and runtimes word a failed or broken connection. None of them gives a status (wire-facts 3.3). */
const NETWORK =
  /failed to fetch|load failed|networkerror|network error|network request failed|network connection was lost|fetch failed|terminated|error reading a body|error in (?:input|body) stream|body stream|socket hang up|other side closed|err_network|err_connection|connection (?:was )?(?:reset|refused|closed|lost)/i
const NETWORK_CODES =
  /^(?:E(?:CONN(?:RESET|REFUSED|ABORTED)|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO\w*|ERR_(?:TLS|SSL)\w*)$/
const TIMEOUT_CODES = /^(?:ETIMEDOUT|UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT)$/

/**
 * Anything that was thrown, as data: `ChatError` and `ChatErrorData` as they are, aborts, time-outs, failed fetches by
 * their kind, everything else as `provider` with its message. Never throws.
 */
export function toChatErrorData(thrown: unknown, context: ErrorContext = {}): ChatErrorData {
  if (isChatError(thrown)) return thrown.data
  if (isErrorData(thrown)) return thrown
  const { name, message, code } = describe(thrown)
  const data = classifyThrown(name, message, code)
  return {
    ...data,
    ...(context.status === undefined ? {} : { status: context.status }),
    ...(context.host === undefined ? {} : { host: context.host }),
    ...(context.model === undefined ? {} : { model: context.model }),
    ...(context.now ? { occurredAt: context.now() } : {}),
  }
}

function classifyThrown(
  name: string,
  message: string,
  code: string,
): Pick<ChatErrorData, 'kind' | 'message' | 'code'> {
  if (name === 'AbortError') return { kind: 'aborted', message: 'The request was stopped.' }
  if (name === 'TimeoutError' || TIMEOUT_CODES.test(code)) {
    return { kind: 'timeout', message: message || 'The server took too long to answer.' }
  }
  if (
    NETWORK_CODES.test(code) ||
    ((name === 'TypeError' || name === 'Error' || name === 'NetworkError') && NETWORK.test(message))
  ) {
    return {
      kind: 'network_or_cors',
      message: `The connection failed (${message || code}). The server may be down, may not allow calls from this page (CORS), or an https page tried to reach an http address.`,
      ...(code ? { code } : {}),
    }
  }
  return {
    kind: 'provider',
    message: message || `Something failed without a message (${name}).`,
    ...(code ? { code } : {}),
  }
}

function describe(thrown: unknown): { name: string; message: string; code: string } {
  if (typeof thrown === 'string') return { name: 'Error', message: redactSecrets(thrown), code: '' }
  if (typeof thrown !== 'object' || thrown === null)
    return { name: typeof thrown, message: String(thrown), code: '' }
  const { name, message, code, cause } = thrown as {
    name?: unknown
    message?: unknown
    code?: unknown
    cause?: unknown
  }
  const inner = isRecord(cause) || cause instanceof Error ? (cause as { code?: unknown }).code : undefined
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: redactSecrets(typeof message === 'string' ? message : safeStringify(thrown)),
    code: typeof code === 'string' ? code : typeof inner === 'string' ? inner : '',
  }
}

function isErrorData(value: unknown): value is ChatErrorData {
  return (
    isRecord(value) &&
    !(value instanceof Error) &&
    typeof value.kind === 'string' &&
    typeof value.message === 'string'
  )
}
