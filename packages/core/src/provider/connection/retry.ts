import type { ChatErrorData, ChatErrorKind } from '../../errors/chat-error.js'
import type { RetryPolicy } from '../request/types.js'

const STATUSES = [408, 409, 429, 498]
/** Another try cannot change these, whatever the status: a gateway may wrap a refusal in a 500. */
const HOPELESS: readonly ChatErrorKind[] = [
  'auth',
  'billing',
  'content_filter',
  'context_overflow',
  'not_found',
  'unsupported_field',
]
/** Words for a passing fault where no status tells: an error inside a 200, a finish reason (docs/wire 2.6, 2.9). */
const PASSING_KINDS: readonly ChatErrorKind[] = ['network_or_cors', 'overloaded', 'rate_limit']
const PASSING_WORDS =
  /^(?:aborted|network_error|(?:internal_)?server_error|internal_error|api_error|ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/i

/** May the same request be sent once more? Only asked before any output (docs/wire 3.2). */
function mayRetry({ kind, status, code = '', type = '' }: ChatErrorData): boolean {
  if (HOPELESS.includes(kind)) return false
  if (status !== undefined && status >= 300) return STATUSES.includes(status) || status >= 500
  return PASSING_KINDS.includes(kind) || PASSING_WORDS.test(code) || PASSING_WORDS.test(type)
}

/**
 * Ms to wait before retry number `retry` (from 1), or undefined to give up. The server's own wish counts. Without one the wait
 * is 0.5 s and doubles up to 8 s, less a random part of up to a quarter, so that many clients do not return at once.
 */
export function retryDelay(
  error: ChatErrorData,
  retry: number,
  { retries = 2, maxDelay = 60_000 }: RetryPolicy = {},
  random: () => number = Math.random,
): number | undefined {
  if (retry > retries || !mayRetry(error)) return undefined
  const asked = error.retryAfterMs
  if (asked) return asked <= maxDelay ? asked : undefined
  return Math.round(Math.min(8000, 500 * 2 ** (retry - 1)) * (1 - random() / 4))
}
