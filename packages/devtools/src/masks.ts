import { OPEN_HEADERS, OPEN_PARAMETERS, secretValues } from '@antiphon/core/errors'
import { parseUrl } from '@antiphon/base'

const REDACTED = '[redacted]'

/** Response headers that hold one, or could be used as one. */
const CLOSED_RESPONSE_HEADERS = /^set-cookie2?$|authori[sz]ation|(?:^|[-_])(?:token|secret|key)$/i

/** Text inside a message has its quotes escaped, so that only fields of the request itself fit. */
const SECRET_FIELDS =
  /"[\w-]*(?:api[-_]?key|secret|password|access[-_]?token|authorization)"\s*:\s*"((?:[^"\\]|\\.)*)"/gi

/** Shorter values are words ("ollama", "none") that also appear in ordinary text. */
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
  const url = parseUrl(address)
  if (!url) return address
  url.username = ''
  url.password = ''
  for (const name of new Set(url.searchParams.keys()))
    if (!OPEN_PARAMETERS.test(name)) url.searchParams.set(name, 'redacted')
  return url.href
}

/**
 * The secrets of a request: the values that `maskRequestHeaders` and `maskUrl` hide, in parts that a server could repeat,
 * and body fields with the name of a secret.
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
 * The places of secrets in the bytes from `from` on. Each secret is replaced by the same number of asterisks, so that
 * offsets stay.
 */
export function findSecrets(
  bytes: Uint8Array,
  secrets: readonly Uint8Array[],
): { start: number; length: number }[] {
  return secrets.flatMap((secret) => {
    const found: { start: number; length: number }[] = []
    const [first = -1] = secret
    for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
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
