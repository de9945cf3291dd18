import { compact, isRecord, parseJson, type JsonObject, safeStringify } from '@antiphon/base'
import type { ChatErrorData, ChatErrorKind } from './chat-error.js'
import { classifyError, readContextTokens } from './classify-error.js'
import {
  readRequestId,
  type HeaderSource,
  parseDuration,
  parseReset,
  parseRetryAfter,
  parseRetryText,
} from './retry-after.js'
import { redactSecrets } from './secrets.js'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Deepest nesting of a body that is searched. */
const MAX_DEPTH = 6

/** How much of a text body is quoted in an error message (docs/wire 3.1). */
const EXCERPT_LENGTH = 500

/** The readable words of an HTML or plain-text error page, on one line, cut at 500 characters. Linear in its input. */
export function excerptOf(body: string): string {
  const text = /^\s*</.test(body) ? stripTags(body.slice(0, 200_000)) : body.slice(0, 20_000)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH - 1)}…` : line
}

function stripTags(html: string): string {
  const lower = html.toLowerCase()
  const title = elementOf(html, lower, 'title')
  // The heading of an error page is most often its title too.
  const saysTwice = title && sameWords(title.text, elementOf(html, lower, 'h1')?.text)
  let out = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) break
    if (!(saysTwice && at === title.start)) out += `${html.slice(at, open)} `
    const close = html.indexOf('>', open)
    if (close === -1) return decodeEntities(out)
    at = skipInvisible(lower, open, close + 1)
  }
  return decodeEntities(out + html.slice(at))
}

/** The text of the first element of this name, when it holds no other element. */
function elementOf(html: string, lower: string, name: string): { start: number; text: string } | undefined {
  const open = lower.indexOf(`<${name}`)
  const start = open === -1 ? 0 : lower.indexOf('>', open) + 1
  const end = start === 0 ? -1 : lower.indexOf('<', start)
  return end === -1 ? undefined : { start, text: html.slice(start, end) }
}

/** Error pages have their heading in the title too, often with the status in front: `404 Not Found`, `Not Found`. */
function sameWords(title: string, heading: string | undefined): boolean {
  const words = (text: string): string =>
    text
      .trim()
      .replace(/^\d{3}\b\W*/, '')
      .toLowerCase()
  return (
    heading !== undefined &&
    (title.trim() === heading.trim() || (words(title) !== '' && words(title) === words(heading)))
  )
}

/** Script and style elements hold no words for a reader. */
function skipInvisible(lower: string, open: number, after: number): number {
  const name = /^<(script|style)\b/.exec(lower.slice(open, open + 8))?.[1]
  if (!name) return after
  const end = lower.indexOf(`</${name}`, after)
  return end === -1 ? lower.length : end
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** The fields of an error body, before its kind is decided. */
interface ErrorFields {
  message?: string
  code?: string
  type?: string
  /** Name of the parameter the server complains about. */
  param?: string
  /** Status that the body itself gives, for errors inside a 200 response. */
  status?: number
  requestId?: string
  /** `retryDelay` of Gemini, `X-RateLimit-Reset` of OpenRouter. */
  retryHint?: string
  resetHint?: string
}

/** Reads every error body shape of docs/wire 2.9 and 3.1; for the message see `wordsOf`. */
function readErrorFields(body: unknown): ErrorFields {
  const root = Array.isArray(body) ? body[0] : body
  if (typeof root === 'string') return { message: root }
  if (!isRecord(root)) return {}

  const inner = innermost(root)
  const source = inner ?? root
  const base = isRecord(root.base_resp) ? root.base_resp : undefined
  const metadata = isRecord(source.metadata) ? source.metadata : undefined

  const message = withUpstream(wordsOf(root) ?? text(base?.status_msg), metadata)
  const named = text(root.error)
  return {
    message,
    code: text(source.code) ?? text(root.code) ?? text(source.status) ?? text(base?.status_code),
    type:
      text(source.type) ??
      word(source.status) ??
      text(root.error_type) ??
      (root.type === 'error' ? undefined : text(root.type)) ??
      (named !== message && /^[\w.-]+$/.test(named ?? '') ? named : undefined),
    param: text(source.param) ?? extraForbidden(source.detail) ?? extraForbidden(detailOf(source.message)),
    status: httpStatus(
      source.status_code,
      source.code,
      source.http_code,
      source.status,
      root.status,
      root.code,
    ),
    requestId: text(root.request_id) ?? text(root.requestId) ?? text(source.request_id),
    retryHint: gemini(source.details),
    resetHint: isRecord(metadata?.headers) ? text(metadata.headers['X-RateLimit-Reset']) : undefined,
  }
}

/** The object that the error is in: `error`, `errors` or its first entry, and the same inside of it. */
function innermost(root: JsonObject, depth = 0): JsonObject | undefined {
  const { error, errors } = root
  const inner = isRecord(error) ? error : isRecord(errors) ? errors : firstRecord(errors)
  return inner && ((depth < MAX_DEPTH && innermost(inner, depth + 1)) || inner)
}

/**
 * Keys that hold the words of an error, in small letters and without `_`. The cause is looked for in this order, of what is inside
 * first.
 */
const WORDS =
  'error errors fault issues message detail errordescription description errormessage errormsg defaultmessage faultstring details reason nonfielderrors messages violations invalidparams title statusmessage msg text err exception failure data result response'.split(
    ' ',
  )

/** Words that only name a status: the phrases of HTTP, and codes of one word. */
const GENERIC =
  /^[\w.:-]*$|^(?:bad request|payment required|not found|method not allowed|not acceptable|request timeout|payload too large|content too large|unprocessable (?:entity|content)|too many requests|(?:internal )?(?:server )?error|access denied|constraint violation|invalid request content\.?|(?:given )?data was invalid\.|internal server exception|not implemented|bad gateway|service unavailable|gateway timeout|http exception|(?:[\w ]+ )?validation (?:failed|errors?(?: occurred\.)?)|invalid (?:params|parameters|request)|an? (?:unknown |unexpected )?error (?:has )?occurred\.?)$/i

/**
 * Why a request failed, in the server's own words: the first of all words in it that say more than a status, else the first
 * (docs/wire 3.1). A message may itself be JSON or a list.
 */
function wordsOf(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return linesOf(value, depth)
  if (!isRecord(value)) {
    const words = text(value)
    return words && /^\s*[[{]/.test(words) ? (wordsOf(parseJson(words), depth + 1) ?? words) : words
  }
  let first: string | undefined
  const given = Object.entries(value).filter(([, held]) => held !== null)
  const named = given.map(([key, held]) => ({
    at: WORDS.indexOf(key.replaceAll(/[-_]/g, '').toLowerCase()),
    key,
    held,
  }))
  for (const { held } of named.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)) {
    const words = wordsOf(held, depth + 1)
    if (words === undefined) continue
    if (!GENERIC.test(words.trim())) return words
    // A phrase says more than a code.
    if (first === undefined || (!first.includes(' ') && words.includes(' '))) first = words
  }
  const others = named.filter(({ at, key }) => at < 0 && !BESIDE.test(key))
  first ??= fieldsOf(others.map(({ key, held }) => [key, held]))
  if (first !== undefined && !GENERIC.test(first.trim())) return first
  const inside = others.map(({ held }) => (typeof held === 'object' ? wordsOf(held, depth + 1) : undefined))
  return inside.find((words) => words && !GENERIC.test(words.trim())) ?? first
}

/** Keys of an error body that say nothing about its cause. */
const BESIDE = /request|input|body|context|header|config|param|query|trace|stack|link|date|time|_at$/i

/** Complaints by field, as Rails, ASP.NET and Django have them: `name: is too long`. */
function fieldsOf(entries: readonly [string, unknown][]): string | undefined {
  const lines = entries.flatMap(([key, list]) =>
    Array.isArray(list) && list.length > 0 && list.every((line) => typeof line === 'string')
      ? [`${key}: ${list.join('; ')}`]
      : typeof list === 'string' && list.includes(' ')
        ? [`${key}: ${list}`]
        : [],
  )
  return lines.length > 0 ? lines.join('; ') : undefined
}

/** FastAPI's list of complaints as one line each: `body.top_k: Extra inputs are not permitted`. */
function linesOf(list: readonly unknown[], depth: number): string | undefined {
  const lines = list.slice(0, 20).flatMap((entry) => {
    if (!isRecord(entry)) return text(entry) ?? []
    const where = Array.isArray(entry.loc) ? entry.loc.map(String).join('.') : undefined
    const what = text(entry.msg) ?? wordsOf(entry, depth + 1) ?? text(entry.type)
    return where ? `${where}: ${what ?? safeStringify(entry)}` : (what ?? [])
  })
  return lines.length > 0 ? lines.join('; ') : undefined
}

function detailOf(message: unknown): unknown {
  return isRecord(message) ? (message.detail ?? message.message) : undefined
}

/** Name of the first field that a FastAPI or Mistral detail list forbids. */
function extraForbidden(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return undefined
  for (const entry of detail) {
    if (!isRecord(entry) || !Array.isArray(entry.loc)) continue
    if (entry.type !== 'extra_forbidden' && !/extra|not permitted|forbidden/i.test(String(entry.msg)))
      continue
    const name = entry.loc.findLast((step) => typeof step === 'string')
    if (typeof name === 'string') return name
  }
  return undefined
}

/** OpenRouter wraps the upstream's own answer in `metadata.raw`; without it the message is only "Provider returned error". */
function withUpstream(
  message: string | undefined,
  metadata: Record<string, unknown> | undefined,
): string | undefined {
  const raw = metadata?.raw
  const upstream =
    typeof raw === 'string' ? raw : raw === undefined || raw === null ? undefined : safeStringify(raw)
  if (!upstream) return message
  const provider = text(metadata?.provider_name)
  return `${message ?? 'The provider returned an error'} (${provider ? `${provider}: ` : ''}${upstream.slice(0, 2000)})`
}

function gemini(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined
  const hint = details.find((entry) => isRecord(entry) && typeof entry.retryDelay === 'string')
  return isRecord(hint) ? text(hint.retryDelay) : undefined
}

function firstRecord(value: unknown): Record<string, unknown> | undefined {
  return Array.isArray(value) && isRecord(value[0]) ? value[0] : undefined
}

/** Codes come as text or number; both are kept as text. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Gemini puts its type, such as `RESOURCE_EXHAUSTED`, where others put a number. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z_]{3,60}$/.test(value) ? value : undefined
}

function httpStatus(...candidates: unknown[]): number | undefined {
  for (const candidate of candidates) {
    const number = typeof candidate === 'string' && /^\d{3}$/.test(candidate) ? Number(candidate) : candidate
    if (typeof number === 'number' && Number.isInteger(number) && number >= 400 && number < 600) return number
  }
  return undefined
}

/** How much of the body is kept in `raw`. */
const RAW_LIMIT = 16_384
const MESSAGE_LIMIT = 4000

/** Facts about the response besides its body. */
export interface ErrorContext {
  /** HTTP status. A 2xx status is replaced by the one the body names, when it names one. */
  status?: number
  statusText?: string
  headers?: HeaderSource
  /** Host of the endpoint, never the whole URL. */
  host?: string
  model?: string
  /** True for a server of the page's own origin that was asked without a key: it goes by a session. */
  isOwnServer?: boolean
  /** True when the path of the endpoint names a version, such as `/v1`: the words then do not advise to add one. */
  isVersioned?: boolean
  /** Clock for `occurredAt` and for `retry-after` dates. Without it `occurredAt` is left out. */
  now?: () => number
  /** Takes secrets out of a text. Default: what looks like an API key. */
  redact?: (text: string) => string
}

/**
 * The one reader of failures: any body, as text or parsed, becomes `ChatErrorData` with a kind and a message that is
 * never empty (docs/wire 2.9, 3.1, 3.2). Keys that the server repeats are masked. Never throws.
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
    // A server that speaks of a key passes on what its provider said.
    isSignedOut: status === 401 && context.isOwnServer && !/\bkey\b/i.test(message) ? true : undefined,
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

/** Message for a body without one. */
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
      // The error card and the check of the endpoint show more advice beside this text.
      return context.isVersioned ? answer : `${answer} The base URL often ends in /v1.`
    default:
      return answer
  }
}
