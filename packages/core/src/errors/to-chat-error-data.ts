import { compact, field, textOf, copyJson, safeStringify } from '@antiphon/base'
import { type ChatErrorData, isChatError } from './chat-error.js'
import type { ErrorContext } from './extract-error.js'
import { redactSecrets } from './secrets.js'

/** How browsers and runtimes word a failed or broken connection. None of them gives a status (docs/wire 3.3). */
const NETWORK =
  /failed to fetch|fetch failed|load failed|network|terminated|(input|body) stream|reading a body|socket hang up|other side closed|connection (was )?(reset|refused|closed|lost)|^err_connection/i
const NETWORK_CODES =
  /^(E(CONN|PIPE|HOSTUN|NETUN|NOTFOUND|AI_)|UND_ERR_|CERT_|DEPTH_ZERO|ERR_(TLS|SSL|NETWORK))/

/**
 * Anything that was thrown, as data: `ChatError` and `ChatErrorData` as they are, aborts, time-outs, failed fetches by
 * their kind, everything else as `provider` with its message. Never throws.
 */
export function toChatErrorData(thrown: unknown, context: ErrorContext = {}): ChatErrorData {
  if (isChatError(thrown)) return copyJson(thrown.data) as ChatErrorData
  const said = textOf(field(thrown, 'message'))
  if (!(thrown instanceof Error) && said && textOf(field(thrown, 'kind')))
    return copyJson(thrown) as ChatErrorData
  const { status, host, model, now, redact = redactSecrets } = context
  const code = textOf(field(thrown, 'code')) ?? textOf(field(field(thrown, 'cause'), 'code'))
  const message = redact(said ?? (typeof thrown === 'string' ? thrown : safeStringify(thrown)))
  const known = classify(textOf(field(thrown, 'name')) ?? 'Error', message, code ?? '')
  return compact({ code, ...known, status, host, model, occurredAt: now?.() })
}

function classify(
  name: string,
  message: string,
  code: string,
): Pick<ChatErrorData, 'kind' | 'message' | 'code'> {
  if (name === 'AbortError') return { kind: 'aborted', message: 'The request was stopped.' }
  if (name === 'TimeoutError' || /TIMEDOUT$|_TIMEOUT$/.test(code))
    return { kind: 'timeout', message: message || 'The server took too long to answer.' }
  const isNetwork = /^(TypeError|Error|NetworkError)$/.test(name) && NETWORK.test(message)
  if (!isNetwork && !NETWORK_CODES.test(code)) {
    return { kind: 'provider', message: message || `Something failed without a message (${name}).` }
  }
  return {
    kind: 'network_or_cors',
    // Read here and not when the error is shown, because the device may be online again by then.
    // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- the navigator of a server has no such field
    ...(globalThis.navigator?.onLine === false && { code: 'offline' }),
    message: `The connection failed (${message || code}). The server may be down, may not allow calls from this page (CORS), or an https page tried to reach an http address.`,
  }
}
