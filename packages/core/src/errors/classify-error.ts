import type { ChatErrorKind } from './chat-error-data.js'
import { saysContextOverflow } from './context-tokens.js'
import { findUnsupportedField } from './unsupported-field.js'

/** What is known about a failure when its kind is decided. */
export interface ErrorFacts {
  status?: number
  code?: string
  type?: string
  param?: string
  message?: string
}

const BILLING =
  /insufficient_quota|insufficient[_ ](?:balance|credits?|funds)|billing|exceeded your current quota|payment required|arrearage|more credits|credit balance/i
const FILTER =
  /content_filter|content[_ ]policy|responsible ?ai|moderation|flagged|data_?inspection|safety (?:system|filter)|\bsensitive\b|prompt_blocked/i
const AUTH =
  /invalid[_ ]api[_ -]?key|incorrect api key|authentication|unauthorized|unauthenticated|permission_(?:error|denied)|invalid[_ ]token|api key (?:is )?(?:missing|required|not valid)|no auth credentials/i
const NOT_FOUND =
  /model_not_found|not_found_error|no such model|unknown model|model ["'`]?[^"'`]{1,120}["'`]? (?:does not exist|not found|is not found)/i
const RATE =
  /rate[_ -]?limit|too many requests|concurrency|resource_exhausted|quota exceeded|requests per (?:min|day)|tokens per (?:min|day)/i
const OVERLOADED =
  /overloaded|over capacity|capacity_exceeded|at capacity|server (?:is )?busy|service unavailable|insufficient_system_resource|currently unavailable|model is (?:currently )?loading|no available (?:channel|instances?)/i
const TIMEOUT = /\btime(?:d)?[ -_]?out\b|deadline exceeded/i
/** The model, not the request, was wrong: another try may well work. */
const MODEL_FAULT = /tool_use_failed|malformed_function_call|output_parse_failed|json_validate_failed/i

/** The kind of a failure and, for `unsupported_field`, the field's name (wire-facts 3.2). */
export function classifyError(facts: ErrorFacts): { kind: ChatErrorKind; field?: string } {
  const { status } = facts
  const words = `${facts.code ?? ''} ${facts.type ?? ''} ${(facts.message ?? '').slice(0, 8000)}`

  if (status === 402 || BILLING.test(words)) return { kind: 'billing' }
  if (MODEL_FAULT.test(words)) return { kind: 'provider' }
  if (status === 429 || (status === undefined && RATE.test(words))) return { kind: 'rate_limit' }
  if (status === 413 || saysContextOverflow(words)) return { kind: 'context_overflow' }
  if (FILTER.test(words)) return { kind: 'content_filter' }
  if (status === 401 || status === 403 || AUTH.test(words)) return { kind: 'auth' }
  if (status === 408 || status === 504 || status === 524) return { kind: 'timeout' }
  if (status === 404 || status === 405 || NOT_FOUND.test(words)) return { kind: 'not_found' }
  if (status === 498 || status === 503 || status === 529 || OVERLOADED.test(words))
    return { kind: 'overloaded' }

  const field = findUnsupportedField(facts)
  if (field && (status === undefined || status === 400 || status === 422))
    return { kind: 'unsupported_field', field }
  if (status === undefined && TIMEOUT.test(words)) return { kind: 'timeout' }
  if (RATE.test(words)) return { kind: 'rate_limit' }
  if (status !== undefined && status >= 400 && status < 500) return { kind: 'invalid_request' }
  if (status === undefined && /invalid_request/i.test(words)) return { kind: 'invalid_request' }
  return { kind: 'provider' }
}
