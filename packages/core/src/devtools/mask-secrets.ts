import { OPEN_HEADERS, OPEN_PARAMETERS, secretValues } from '../errors/known-secrets.js'

const REDACTED = '[redacted]'

/** Response headers that hold one, or could be used as one. */
const CLOSED_RESPONSE_HEADERS = /^set-cookie2?$|authori[sz]ation|(?:^|[-_])(?:token|secret|key)$/i

/** Text inside a message has its quotes escaped, so that only fields of the request itself fit. */
const SECRET_FIELDS =
  /"[\w-]*(?:api[-_]?key|secret|password|access[-_]?token|authorization)"\s*:\s*"((?:[^"\\]|\\.)*)"/gi

/** Shorter ones are no keys but words ("ollama", "none") that stand in honest text too. */
const MIN_SECRET = 12

export function maskRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(headers, (value, name) => (OPEN_HEADERS.test(name) ? value : REDACTED))
}

export function maskResponseHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  return mapValues(Object.fromEntries(headers), (value, name) =>
    CLOSED_RESPONSE_HEADERS.test(name) ? REDACTED : value,
  )
}

/** An address without name and password, and without the values of parameters that may be keys. */
export function maskUrl(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.username = ''
  url.password = ''
  for (const name of new Set(url.searchParams.keys()))
    if (!OPEN_PARAMETERS.test(name)) url.searchParams.set(name, 'redacted')
  return url.href
}

/**
 * The secrets of a request: what `maskRequestHeaders` and `maskUrl` take away, in parts that could be repeated elsewhere,
 * and fields of the body that are named as secrets are.
 */
export function secretsOf(request: {
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}): string[] {
  const found = secretValues(request)
  for (const [, value] of (request.body ?? '').matchAll(SECRET_FIELDS)) found.push(value!)
  return [...new Set(found.filter((secret) => secret.length >= MIN_SECRET))].sort(
    (a, b) => b.length - a.length,
  )
}

export function maskText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '*'.repeat(secret.length)), text)
}

/**
 * Where secrets stand in the bytes from `from` on. Each is replaced by as many asterisks as it has bytes, so that all
 * offsets stay.
 */
export function findSecrets(
  bytes: Uint8Array,
  secrets: readonly Uint8Array[],
): { start: number; length: number }[] {
  return secrets.flatMap((secret) => {
    const found: { start: number; length: number }[] = []
    for (let at = bytes.indexOf(secret[0]!); at >= 0; at = bytes.indexOf(secret[0]!, at + 1))
      if (secret.every((byte, i) => bytes[at + i] === byte)) found.push({ start: at, length: secret.length })
    return found
  })
}

function mapValues(
  record: Readonly<Record<string, string>>,
  map: (value: string, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]))
}
