import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** 160 random bits, in letters that an address may have. */
export const newToken = (): string => randomBytes(20).toString('hex')

/** A request that is answered: what it asks for, below the token. */
export interface Allowed {
  /** Such as `api/sessions`, without a slash in front; empty for the page. */
  path: string
  query: URLSearchParams
}

export interface Refused {
  status: 400 | 403 | 404 | 405
  /** One sentence, which does not contain the token. */
  reason: string
}

const PATH = /^\/([\w-]+)(?:\/([\w./-]*))?$/

/**
 * Whether a request may be answered. It must use the numeric address of this server, come from one of its pages or from none, have
 * the token, and ask for a path of plain names. Encoded characters, dot segments and double slashes are refused.
 */
export function checkRequest(request: IncomingMessage, origin: string, token: string): Allowed | Refused {
  const { method, headers, url = '' } = request
  if (headers.host !== origin.slice('http://'.length))
    return { status: 403, reason: 'This server answers under the address that it printed, and no other.' }
  if (headers.origin !== undefined && headers.origin !== origin)
    return { status: 403, reason: 'This server answers no other page.' }
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, reason: 'This server answers no other page.' }
  if (method !== 'GET') return { status: 405, reason: 'This server only reads: GET is all it answers.' }

  const at = url.indexOf('?')
  const [pathname, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
  const match = PATH.exec(pathname)
  if (!match || !isSame(match[1]!, token))
    return { status: 403, reason: 'The address lacks its token. Use the one that antiphon view printed.' }
  const path = match[2]
  if (path === undefined || path.split('/').some((name) => /^\.+$/.test(name)) || /\/\//.test(path))
    return { status: 404, reason: 'There is nothing under this address.' }
  return { path, query: new URLSearchParams(search) }
}

/**
 * Whether a request has the ticket that is good for one. It may come from another page, since a file leads there, and opens nothing but
 * the way to the page.
 */
export function isOnce(
  { method, headers, url = '' }: IncomingMessage,
  origin: string,
  ticket: string,
): boolean {
  return method === 'GET' && headers.host === origin.slice('http://'.length) && isSame(url.slice(1), ticket)
}

/** Takes the same time whatever was guessed. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
