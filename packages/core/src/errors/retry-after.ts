/** Headers of a response, as `fetch` gives them or as a plain object. */
export type HeaderSource = Headers | Record<string, string | undefined>

/** `instanceof Headers` would miss headers of another window or of a library. */
const isHeaders = (headers: HeaderSource): headers is Headers => typeof headers.get === 'function'

/** One header by its lower-case name, or undefined when it is absent or empty. */
function readHeader(headers: HeaderSource | undefined, name: string): string | undefined {
  if (!headers) return undefined
  if (isHeaders(headers)) return headers.get(name)?.trim() || undefined
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name) return value?.trim() || undefined
  }
  return undefined
}

const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-generation-id',
  'apim-request-id',
  'x-ms-request-id',
  'x-amzn-requestid',
  'x-goog-request-id',
  'cf-ray',
]

/** The id by which the provider's support can find the request. */
export function readRequestId(headers: HeaderSource | undefined): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = readHeader(headers, name)
    if (value) return value.slice(0, 200)
  }
  return undefined
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `1m30s`, `250ms`, `34s`, `7.66s` in milliseconds (OpenAI and Groq rate-limit headers, Gemini `retryDelay`). */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 40 || !/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(trimmed)) return undefined
  let total = 0
  for (const [, amount, unit] of trimmed.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhd])/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0)
  }
  return Math.ceil(total)
}

/**
 * How long the server asked us to wait, in ms: `retry-after-ms`, then `retry-after` (seconds or an HTTP date), then the
 * reset of a used-up rate limit (docs/wire 3.2). Never negative; undefined when it did not say.
 */
export function parseRetryAfter(
  headers: HeaderSource | undefined,
  now: () => number = Date.now,
): number | undefined {
  return (
    fromNumber(readHeader(headers, 'retry-after-ms'), 1) ??
    fromSecondsOrDate(readHeader(headers, 'retry-after'), now) ??
    fromReset(headers, now)
  )
}

function fromNumber(text: string | undefined, factor: number): number | undefined {
  if (text === undefined || !/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return undefined
  return Math.ceil(Number(text) * factor)
}

function fromSecondsOrDate(text: string | undefined, now: () => number): number | undefined {
  if (text === undefined) return undefined
  const seconds = fromNumber(text, 1000)
  if (seconds !== undefined) return seconds
  // A date starts with a letter; a negative or otherwise odd number must not be read as a year.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? parseDuration(text) : Math.max(0, date - now())
}

/** The used-up limit says when it resets: as a duration, epoch seconds or epoch milliseconds. */
function fromReset(headers: HeaderSource | undefined, now: () => number): number | undefined {
  for (const suffix of ['-requests', '-tokens', '']) {
    if (readHeader(headers, `x-ratelimit-remaining${suffix}`) !== '0') continue
    const reset = readHeader(headers, `x-ratelimit-reset${suffix}`)
    const wait = reset === undefined ? undefined : parseReset(reset, now)
    if (wait !== undefined) return wait
  }
  return undefined
}

/** One rate-limit reset value in ms from now. */
export function parseReset(text: string, now: () => number = Date.now): number | undefined {
  const number = fromNumber(text, 1)
  if (number === undefined) return parseDuration(text)
  if (number > 1e11) return Math.max(0, number - now())
  if (number > 1e9) return Math.max(0, number * 1000 - now())
  return Math.ceil(Number(text) * 1000)
}

/** `Please try again in 1.2s`, as OpenAI and Groq write it where scripts cannot read the headers. */
export function parseRetryText(message: string): number | undefined {
  const found = /\b(?:try again|retry) (?:in|after) ((?:\d{1,9}(?:\.\d{1,9})?(?:ms|[smhd])){1,4})\b/i.exec(
    message.slice(0, 4000),
  )
  return found?.[1] ? parseDuration(found[1]) : undefined
}
