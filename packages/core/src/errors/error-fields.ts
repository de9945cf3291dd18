import { isRecord } from './is-record.js'
import { safeStringify } from './safe-stringify.js'

/** What any error body says, before it is judged. */
export interface ErrorFields {
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

/**
 * Reads every error body shape of wire-facts 2.9 and 3.1: the first element of an array, then `error` (object or text),
 * `errors[0]`, `message` (text or an object with `detail`), `detail` (text or a list), `title`, `base_resp.status_msg`.
 */
export function readErrorFields(body: unknown): ErrorFields {
  const root = Array.isArray(body) ? body[0] : body
  if (typeof root === 'string') return { message: root }
  if (!isRecord(root)) return {}

  const error = root.error
  const inner = isRecord(error) ? error : isRecord(root.errors) ? root.errors : firstRecord(root.errors)
  const source = inner ?? root
  const base = isRecord(root.base_resp) ? root.base_resp : undefined
  const metadata = isRecord(source.metadata) ? source.metadata : undefined

  const message = withUpstream(
    (typeof error === 'string' ? error : undefined) ??
      readMessage(source) ??
      (inner ? readMessage(root) : undefined) ??
      text(base?.status_msg),
    metadata,
  )
  return {
    message,
    code: text(source.code) ?? text(root.code) ?? text(source.status) ?? text(base?.status_code),
    type:
      text(source.type) ??
      word(source.status) ??
      text(root.error_type) ??
      (root.type === 'error' ? undefined : text(root.type)),
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

function readMessage(source: Record<string, unknown>): string | undefined {
  return (
    text(source.message) ??
    detailText(detailOf(source.message)) ??
    detailText(source.detail) ??
    text(source.title) ??
    text(source.msg) ??
    text(source.error_description)
  )
}

function detailOf(message: unknown): unknown {
  return isRecord(message) ? (message.detail ?? message.message) : undefined
}

/** FastAPI's list of complaints as one line each: `body.top_k: Extra inputs are not permitted`. */
function detailText(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return isRecord(detail) ? readMessage(detail) : text(detail)
  const lines = detail.slice(0, 20).map((entry) => {
    if (!isRecord(entry)) return text(entry) ?? safeStringify(entry)
    const where = Array.isArray(entry.loc) ? entry.loc.map(String).join('.') : undefined
    const what = text(entry.msg) ?? text(entry.message) ?? text(entry.type) ?? safeStringify(entry)
    return where ? `${where}: ${what}` : what
  })
  return lines.length > 0 ? lines.join('; ') : undefined
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
