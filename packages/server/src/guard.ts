import { parseUrl } from '@antiphon/base'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Is this the name of this machine, as `URL.hostname` writes it? */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

export interface Refusal {
  status: number
  message: string
}

export interface GuardRules {
  /** Values of the Host header besides the loopback names, such as `chat.example` or `10.0.0.5:4173`. */
  hosts: readonly string[]
  /** Other origins whose pages may use the proxy. */
  origins: readonly string[]
}

/**
 * The kind of a request. `file`: a browser may open it, such as the app. `data`: only scripts and programs may ask for it,
 * because the answer costs money or uses a key.
 */
export type Asked = 'file' | 'data'

/**
 * Checks that this server may answer a request. The request must name this server, so that a foreign name that points at
 * this machine reaches nothing (DNS rebinding). It must come from one of its own pages and have a plain target.
 */
export function checkRequest(req: IncomingMessage, rules: GuardRules, asked: Asked): Refusal | undefined {
  const target = req.url ?? ''
  if (!target.startsWith('/') || target.startsWith('//'))
    return { status: 400, message: 'The target of a request must be a path.' }
  if (target.length > 8_000) return { status: 414, message: 'The target of the request is too long.' }
  if (req.headers.upgrade !== undefined)
    return { status: 400, message: 'This server upgrades no connection.' }

  const hosts = req.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
  const host = req.headers.host?.toLowerCase() ?? ''
  if (hosts.length !== 1 || !ownHosts(req.socket, rules.hosts).includes(host))
    return {
      status: 421,
      message: 'This server does not answer for that host. Its configuration lists "hosts".',
    }
  return checkSource(req, host, rules.origins, asked)
}

/** The part of a request that says where it comes from. */
type Sent = Pick<IncomingMessage, 'headers' | 'method'>

/** Checks that a request comes from a page of this host or of an allowed origin, and for data from a script there. */
export function checkSource(
  sent: Sent,
  host: string,
  origins: readonly string[],
  asked: Asked,
): Refusal | undefined {
  return (asked === 'data' ? checkScript(sent) : undefined) ?? checkOrigin(sent, host, origins, asked)
}

/**
 * The values of the Host header that mean this server: the loopback names, the very address that the connection came to
 * (nobody can point an address elsewhere), and what the configuration lists.
 */
function ownHosts(
  { localAddress = '', localPort }: Pick<Socket, 'localAddress' | 'localPort'>,
  listed: readonly string[],
): string[] {
  const address = localAddress.replace(/^::ffff:/, '')
  const names = ['localhost', '127.0.0.1', '[::1]', address.includes(':') ? `[${address}]` : address]
  return [...names.map((name) => `${name}:${localPort}`), ...(localPort === 80 ? names : []), ...listed]
}

/** The origin of another page that may use this server; undefined for our own pages and for callers without one. */
export function foreignOrigin(req: IncomingMessage): string | undefined {
  const { origin, host } = req.headers
  return origin === undefined || isOwnOrigin(origin, host ?? '') ? undefined : origin
}

/**
 * Only a script may fetch data. Opening it as a page, a frame or a picture is refused, because any page can do that in the
 * name of its reader, even with a link. Browsers declare the kind of request on https and on this machine. Over plain http
 * to another machine, what the request accepts tells it.
 */
function checkScript({ headers }: Sent): Refusal | undefined {
  const { 'sec-fetch-mode': mode = 'cors', 'sec-fetch-dest': dest = 'empty', accept = '' } = headers
  const shows =
    headers['upgrade-insecure-requests'] !== undefined || /^(?:text\/(?:html|css)|image\/)/i.test(accept)
  const fetches = (mode === 'cors' || mode === 'same-origin') && dest === 'empty' && !shows
  return fetches
    ? undefined
    : { status: 403, message: 'Scripts and programs ask for this. It is not a page to open.' }
}

function checkOrigin(req: Sent, host: string, allowed: readonly string[], asked: Asked): Refusal | undefined {
  const { origin } = req.headers
  const refusal = {
    status: 403,
    message: 'Pages of that origin may not use this server. Its configuration lists "origins".',
  }
  if (origin !== undefined) return isOwnOrigin(origin, host) || allowed.includes(origin) ? undefined : refusal
  // A browser sends no Origin with some requests, such as images, but does send the site of the page.
  const site = req.headers['sec-fetch-site']
  const { referer } = req.headers
  if (site === undefined && asked === 'data' && referer !== undefined) {
    const from = parseUrl(referer)?.origin ?? 'null'
    return isOwnOrigin(from, host) || allowed.includes(from) ? undefined : refusal
  }
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest = 'document' } = req.headers
  // A link on a foreign page may open the app in its own window.
  const opens = asked === 'file' && req.method === 'GET' && mode === 'navigate' && dest === 'document'
  return opens ? undefined : refusal
}

/** Behind a TLS proxy the origin is https, but the connection is not. */
function isOwnOrigin(origin: string, host: string): boolean {
  return origin === `http://${host.toLowerCase()}` || origin === `https://${host.toLowerCase()}`
}
