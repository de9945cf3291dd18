import { isPrivateHost } from '../providers/is-private-host.js'

/** What of an API's address comes after its base URL. `/models` only after a version: Azure has a base that ends so. */
const PATHS = /\/(?:(?:chat\/)?completions|responses|embeddings|(?<=\/v\d[^/]*(?:\/openai)?\/)models)$/

/**
 * The base URL in what people paste: with quotes or spaces around it, without `https://`, with slashes, a query (which
 * stays) or the path of a request at the end. Without a scheme it is http on this machine and in the local network, https
 * elsewhere.
 *
 * @throws TypeError when it is no web address, or one with a name and a password in it.
 */
export function resolveBaseUrl(pasted: string): string {
  const text = pasted
    .trim()
    .replace(/^["'`<“‘]+|["'`>”’]+$/g, '')
    .trim()
  // What a profile's address leaves to the user.
  const blank = /\{\w+\}/.exec(text)?.[0]
  if (blank) throw new TypeError(`The base URL still has ${blank} in it. Put your own there.`)
  const url = parse(text)
  // Some browsers take words for a host, with %20 between them.
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.hostname.includes('%')) {
    // Not the text itself: it may well be a key in the wrong field.
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
  url.pathname = url.pathname.replace(/\/+$/, '').replace(PATHS, '').replace(/\/+$/, '')
  url.hash = ''
  // A URL of a host alone is written with a slash.
  return url.pathname === '/' ? url.origin + url.search : url.href
}

function parse(text: string): URL | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.canParse(text) ? new URL(text) : undefined
  const rest = text.replace(/^\/\//, '')
  // A path of this page is no address, though `URL` would make a host of it.
  if (rest.startsWith('/') || !URL.canParse(`http://${rest}`)) return undefined
  const url = new URL(`http://${rest}`)
  return isPrivateHost(url.hostname) ? url : new URL(`https://${rest}`)
}

/** The address of a path under a base URL, which may be as people paste it (`resolveBaseUrl`). */
export function endpointUrl(baseUrl: string, path: 'chat/completions' | 'models'): string {
  const url = new URL(resolveBaseUrl(baseUrl))
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url.href
}

/** The base URL with `/v1`, when it has no version yet: the part that is forgotten most often. */
export function withVersion(baseUrl: string): string | undefined {
  const url = new URL(resolveBaseUrl(baseUrl))
  if (/\/v\d/.test(url.pathname)) return undefined
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1`
  return url.href
}
