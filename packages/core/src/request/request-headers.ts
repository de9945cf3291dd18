import { ChatError } from '../errors/chat-error.js'
import type { ChatErrorKind } from '../errors/chat-error-data.js'
import { DEFAULT_SETTINGS } from '../providers/default-settings.js'
import type { HeaderPolicy } from '../providers/provider-types.js'
import type { EndpointConfig } from './request-types.js'

/** The code of the error about a header that cannot be sent. */
export const BAD_HEADER = 'bad_header'

/**
 * Headers of a request: Content-Type, the key when there is one, what the family asks for and what the user set, which
 * wins whatever the case of its letters. Nothing else: each further header is a risk in preflight (wire-facts 0.10, 3.3).
 *
 * @throws ChatError of kind `auth` when the key, of kind `invalid_request` when another header, holds what HTTP does not allow.
 */
export function requestHeaders(
  endpoint: EndpointConfig,
  { keyHeader, keyPrefix, extra }: HeaderPolicy = DEFAULT_SETTINGS.headers,
): Record<string, string> {
  const key = endpoint.apiKey?.trim()
  const headers = new Map<string, [name: string, value: string]>()
  for (const [name, value] of [
    ['Content-Type', 'application/json'] as const,
    ...(key ? [[keyHeader, keyPrefix + key] as const] : []),
    ...Object.entries(extra),
    ...Object.entries(endpoint.extraHeaders ?? {}),
  ]) {
    if (value !== undefined) headers.set(name.toLowerCase(), [name, value])
  }
  for (const [name, value] of headers.values()) checkHeader(name, value, key ? keyHeader : undefined)
  return Object.fromEntries(headers.values())
}

/** What HTTP allows. `fetch` would refuse the rest as well, and some repeat the value in what they say. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** The message names the header and never what is in it; a bad name is not repeated either, for it may be a key in the wrong field. */
function checkHeader(name: string, value: string, keyHeader: string | undefined): void {
  if (!NAME.test(name))
    throw unsendable(
      'One of your own headers has a name that cannot be sent. Names are letters, digits and dashes.',
    )
  if (VALUE.test(value)) return
  const isKey = name.toLowerCase() === keyHeader?.toLowerCase()
  const holds = `holds a line break or a character that headers cannot have (header ${name})`
  throw isKey
    ? unsendable(`The API key ${holds}. Copy it again, whole and on one line.`, 'auth')
    : unsendable(`The value of one of your own headers ${holds}. Write it again, on one line.`)
}

function unsendable(message: string, kind: ChatErrorKind = 'invalid_request'): ChatError {
  return new ChatError({ kind, code: BAD_HEADER, message })
}
