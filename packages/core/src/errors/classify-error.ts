import { field } from '@antiphon/base'
import type { ChatErrorKind } from './chat-error.js'

const OVERFLOW =
  /context_length_exceeded|context length|maximum context|context window|exceed_context_size|exceeds? the (?:available )?context|prompt (?:is )?too long|input (?:is )?too long|input length|too many tokens|tokens_limit_reached|\bn_ctx\b|max(?:imum)? (?:input|prompt) (?:length|tokens)|range of input length|reduce the length of the (?:messages|input|prompt)/i

/**
 * True when the words say that the conversation does not fit the model (docs/wire 3.2). A 413 alone says only that the body is
 * too large, for any server on the way; providers that mean the model count tokens.
 */
function saysContextOverflow(text: string, status: number | undefined): boolean {
  return OVERFLOW.test(text) || (status === 413 && /\btokens?\b/i.test(text))
}

/** Tokens asked for and allowed, as far as the text or the body names them. */
export function readContextTokens(
  message: string,
  body: unknown,
): { used?: number; max?: number } | undefined {
  const text = message.slice(0, 4000)
  const used =
    numberFrom(body, ['n_prompt_tokens', 'prompt_tokens', 'used_tokens']) ??
    match(text, /requested (?:about )?([\d,_]+)/i) ??
    match(text, /resulted in ([\d,_]+) tokens/i) ??
    match(text, /request (?:of |has |\()?([\d,_]+) tokens/i) ??
    match(text, /(?<![\d,_])([\d,_]+) tokens? (?:>|exceeds?|from|in the (?:input|prompt|messages))/i)
  const max =
    numberFrom(body, ['n_ctx', 'max_tokens', 'context_length']) ??
    match(
      text,
      /(?:maximum|max)(?: allowed)?(?: context| input| prompt)?(?: length| size| tokens| limit)?(?: of| is|:)? ([\d,_]+)/i,
    ) ??
    match(text, /context (?:length|window|size)(?: is| of|:)?(?: only)? \(?([\d,_]+)/i) ??
    match(text, /> ([\d,_]+) maximum/i) ??
    match(text, /(?:limit|size)(?: of| is|:) ([\d,_]+) tokens/i) ??
    match(text, /context size \(([\d,_]+)/i)
  if (used === undefined && max === undefined) return undefined
  return { ...(used === undefined ? {} : { used }), ...(max === undefined ? {} : { max }) }
}

function match(text: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(text)?.[1]?.replace(/[,_]/g, '')
  return digits && digits.length < 13 ? Number(digits) : undefined
}

/** llama.cpp gives the numbers as fields of the error object. */
function numberFrom(body: unknown, names: string[]): number | undefined {
  const error = field(body, 'error') ?? body
  for (const name of names) {
    const value = field(error, name)
    if (typeof value === 'number' && Number.isFinite(value)) return value
  }
  return undefined
}

/** Each pattern catches the field's name as one server family writes it (docs/wire 3.1, 3.2). Linear: no nested repeats. */
const PATTERNS = [
  /unrecognized request arguments? supplied: ["'`]?([\w.]+)/i,
  /(?:unknown|unsupported|unrecognized|unexpected|invalid)[ _](?:parameter|field|argument|property|value|name|key)\S{0,3}:? ["'`]?([\w.[\]]+)["'`]/i,
  /(?:property|parameter|field|argument) ["'`]([\w.[\]]+)["'`] (?:is|was) (?:unsupported|not supported|not allowed|unexpected|not permitted)/i,
  /["'`]([\w.[\]]+)["'`] (?:is|was) (?:unsupported|not supported|unexpected|not allowed|not permitted)/i,
  /unexpected keyword argument ["'`](\w+)["'`]/i,
  /unrecognized key(?:\(s\)|s)?(?: in object)?: ["'`](\w+)["'`]/i,
  /extra_forbidden.{0,20}'loc': \((?:'\w+', |\d+, ){0,12}'(\w+)',?\)/i,
  /(?<![\w.])([\w.]+): extra (?:inputs|fields) are not (?:permitted|allowed)/i,
  /\b(\w+) is not supported (?:with|by|for|in) (?:this|the) (?:model|endpoint)/i,
]

const CODES = new Set([
  'unknown_parameter',
  'unsupported_parameter',
  'unsupported_value',
  'unknown_field',
  'extra_forbidden',
])

/** The request field that the server refused because it does not know or support it, or undefined. */
function findUnsupportedField(fields: {
  message?: string
  code?: string
  type?: string
  param?: string
}): string | undefined {
  const refused = CODES.has(fields.code ?? '') || CODES.has(fields.type ?? '')
  const text = (fields.message ?? '').slice(0, 8000)
  const extra = /extra_forbidden|not permitted|unsupported|unrecognized|unknown/i.test(text)
  const param = fields.param && (refused || extra) ? lastName(fields.param) : undefined
  // Cerebras says only that the fault is somewhere in the messages; its words name the field.
  if (param && param !== 'messages' && param !== 'tools') return param
  for (const pattern of PATTERNS) {
    const name = pattern.exec(text)?.[1]
    if (name) return lastName(name)
  }
  return param
}

/** `body.messages.1.assistant.reasoning_content` and `messages[1].name` name their last step. */
function lastName(path: string): string {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '' && !/^\d+$/.test(step))
  return steps.at(-1) ?? path
}

/** Facts about a failure that decide its kind. */
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

/**
 * The kind of a failure and, for `unsupported_field`, the field's name (docs/wire 3.2).
 *
 * The first line that fits decides. So an overflow that also mentions billing, or comes with status 429, keeps that kind.
 */
export function classifyError(facts: ErrorFacts): { kind: ChatErrorKind; field?: string } {
  const { status } = facts
  const words = `${facts.code ?? ''} ${facts.type ?? ''} ${(facts.message ?? '').slice(0, 8000)}`

  if (status === 402 || BILLING.test(words)) return { kind: 'billing' }
  if (MODEL_FAULT.test(words)) return { kind: 'provider' }
  if (status === 429 || (status === undefined && RATE.test(words))) return { kind: 'rate_limit' }
  if (saysContextOverflow(words, status)) return { kind: 'context_overflow' }
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
