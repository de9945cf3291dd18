import { isPrivateHost, parseUrl } from '@antiphon/base'
import { ChatError, type ChatErrorKind } from '../../errors/chat-error.js'
import { secretHider, secretValues, redactSecrets } from '../../errors/secrets.js'
import type { HeaderPolicy } from '../types.js'
import type { EndpointConfig, SettledEndpoint } from './types.js'
import { DEFAULT_SETTINGS } from '../default-settings.js'

/** Paths that follow a base URL. `/models` counts only after a version: a base of Azure ends with it. */
const PATHS = /\/(?:(?:chat\/)?completions|responses|embeddings|(?<=\/v\d[^/]*(?:\/openai)?\/)models)$/

/**
 * The base URL in a text that people paste: with quotes or spaces around it, without `https://`, with slashes, a query
 * (which stays) or the path of a request at the end. A missing scheme becomes http on this machine and in the local
 * network, https elsewhere. A path is taken from the page (`isPagePath`).
 *
 * @throws TypeError for a text that is not a web address, an address with a name and a password, and a path without a page.
 */
export function resolveBaseUrl(pasted: string): string {
  const text = pasted
    .trim()
    .replace(/^["'`<“‘]+|(?<!["'`>”’])["'`>”’]+$/g, '')
    .trim()
  // A placeholder in a profile's address, which the user fills in.
  const blank = /\{\w+\}/.exec(text)?.[0]
  if (blank) throw new TypeError(`The base URL still has ${blank} in it. Put your own there.`)
  const url = parse(text)
  // Some browsers take words for a host, with %20 between them.
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.hostname.includes('%')) {
    // The message does not repeat the text: it may be a key in the wrong field.
    throw new TypeError(
      'The base URL is not a web address. Give one such as https://api.example.com/v1 or localhost:1234/v1.',
    )
  }
  // `fetch` refuses such an address, and repeats it.
  if (url.username || url.password) {
    throw new TypeError(
      'The base URL holds a name or a password, which requests cannot have in their address. Take them out, and put the key into its own field.',
    )
  }
  url.pathname = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(PATHS, '')
    .replace(/(?<!\/)\/+$/, '')
  url.hash = ''
  // A URL of a host alone is written with a slash.
  return url.pathname === '/' ? url.origin + url.search : url.href
}

/**
 * True for a path of the page, such as `/api/v1`, `./v1` or `api/v1`. A first word counts as a host when nothing follows it,
 * or when it is `localhost` or has a dot or a port.
 */
export function isPagePath(baseUrl: string): boolean {
  return /^\s*["'`<]?(?:\.{0,2}\/(?!\/)|(?!localhost\/)[\w-]+\/[^/])/.test(baseUrl)
}

function parse(text: string): URL | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return parseUrl(text)
  if (isPagePath(text)) return parseUrl(text, pageAddress())
  const rest = text.replace(/^\/\//, '')
  const url = rest.startsWith('/') ? undefined : parseUrl(`http://${rest}`)
  return !url || isPrivateHost(url.hostname) ? url : new URL(`https://${rest}`)
}

/** The address that `fetch` resolves paths against, in a page or a worker. */
function pageAddress(): string {
  const { document, location } = globalThis as {
    document?: { baseURI?: string }
    location?: { href?: string }
  }
  const address = document?.baseURI ?? location?.href
  if (address !== undefined) return address
  throw new TypeError(
    'The base URL is a path of a page, and no page is here: this runs on a server. Give the whole address, such as https://example.com/api/v1.',
  )
}

/** The address of a path under a base URL, which may be as people paste it (`resolveBaseUrl`). An empty path is the base itself. */
export function endpointUrl(baseUrl: string, path: string): string {
  const url = new URL(resolveBaseUrl(baseUrl))
  const below = path.replace(/^\/+/, '')
  if (below) url.pathname = `${url.pathname.replace(/\/$/, '')}/${below}`
  return url.href
}

/** Whether cookies go to an address, see `EndpointConfig.credentials`. */
export function credentialsFor(url: string, wanted?: RequestCredentials): RequestCredentials {
  const { location } = globalThis as { location?: { origin?: string } }
  return wanted ?? (parseUrl(url)?.origin === location?.origin ? 'same-origin' : 'omit')
}

/**
 * Returns a function that hides the secrets of an endpoint in a text, such as the error of a server: its key, the values of
 * its headers and query, the user and password in its address, and anything that looks like a key. Keys and headers that
 * are functions are known only once the endpoint is settled for a request.
 */
export function endpointRedactor(endpoint: EndpointConfig): (text: string) => string {
  const { baseUrl, apiKey, extraHeaders = {}, extraQuery = {}, overrides } = endpoint
  const url = parseUrl(baseUrl, 'http://none') ?? new URL('http://none')
  for (const [name, value] of Object.entries(extraQuery)) url.searchParams.append(name, value)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...overrides?.headers?.extra, ...extraHeaders }))
    if (typeof value === 'string') headers[name] = value
  const key = typeof apiKey === 'string' ? [apiKey.trim()] : []
  const hide = secretHider([...secretValues({ url: url.href, headers }), ...key])
  return (text) => redactSecrets(hide(text))
}

/** The code of the error about a header that cannot be sent. */
export const BAD_HEADER = 'bad_header'

/**
 * Headers of a request: Content-Type, the key, those of the family and those of the user, which win in any case of letters.
 * No others, because each one is a risk in preflight (docs/wire 0.10, 3.3).
 *
 * @throws ChatError of kind `auth` when the key, of kind `invalid_request` when another header, holds what HTTP does not
 * allow.
 */
export function requestHeaders(
  endpoint: SettledEndpoint,
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

/** Characters that HTTP allows. `fetch` would refuse the others too, but some runtimes repeat the value in their error. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** The message names the header and never its value. A bad name is not repeated either: it may be a key in the wrong field. */
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
