import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestReader, type BodyReader } from '@antiphon/endpoint/node'
import { sendError, sendJson } from '../answer.js'
import { type LoadedConfig, keyHeaders, type Upstream } from '../config.js'
import { foreignOrigin } from '../guard.js'
import { createLimiter, type LimitReached } from '../limiter.js'
import { forward } from './forward.js'

/** The routes of the proxy. It answers nothing else. */
type ProxyRoute =
  | { kind: 'list' }
  | { kind: 'forward'; name: string; path: '/chat/completions' | '/models'; method: 'GET' | 'POST' }

const pattern = /^\/proxy\/([a-z0-9-]{1,40})\/v1(\/chat\/completions|\/models)$/

/**
 * Reads the raw target of a request. Nothing is decoded or normalised, so that an encoded slash, a dot segment, a port, a
 * query or a second address does not match any route.
 */
function matchProxyRoute(target: string): ProxyRoute | undefined {
  if (target === '/proxy') return { kind: 'list' }
  const [, name, path] = pattern.exec(target) ?? []
  if (name === undefined) return undefined
  return path === '/models'
    ? { kind: 'forward', name, path, method: 'GET' }
    : { kind: 'forward', name, path: '/chat/completions', method: 'POST' }
}

/** True for a target of the proxy, valid or not. Prefixes that a careless server would decode count too. */
export function isProxyTarget(target: string): boolean {
  return /^\/proxy(?:[/?#\\%;.]|$)/i.test(target)
}

/** Answers targets under `/proxy`. The caller has checked Host and Origin. */
export type ProxyHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/**
 * The proxy: upstreams by name from the configuration, two paths of each, one method for each path. `more` is told with their
 * list. The limits use `now`, in epoch ms.
 */
export function createProxy(
  { config, upstreams }: LoadedConfig,
  more: object = {},
  now: () => number = Date.now,
): ProxyHandler {
  const { limits } = config
  const limiter = createLimiter(limits, now)
  const readBody = createRequestReader({
    largest: limits.bodyBytes,
    // As much memory as the running requests may hold.
    atOnce: limits.concurrentRequests * limits.bodyBytes,
    silence: limits.bodySeconds * 1000,
  })

  return async (req, res) => {
    const route = matchProxyRoute(req.url ?? '')
    if (!route)
      return sendError(
        res,
        404,
        'The proxy has no such path. It has /proxy/NAME/v1/chat/completions and /proxy/NAME/v1/models.',
      )
    allowOrigin(req, res)
    if (req.method === 'OPTIONS') return preflight(req, res)
    if (route.kind === 'list') {
      if (req.method !== 'GET') return wrongMethod(res, 'GET')
      return sendJson(res, 200, { proxies: [...upstreams.keys()], ...more })
    }
    if (req.method !== route.method) return wrongMethod(res, route.method)
    const upstream = upstreams.get(route.name)
    if (!upstream)
      return sendError(res, 404, `The proxy has no upstream "${route.name}".`, 'unknown_upstream')

    const refuse = ({ retryAfter, reason }: LimitReached): void => {
      res.setHeader('retry-after', retryAfter)
      const why =
        reason === 'rate'
          ? `more than ${limits.requestsPerMinute} requests in a minute`
          : `more than ${limits.concurrentRequests} requests at once`
      sendError(res, 429, `The proxy takes no ${why}.`, 'proxy_limit')
    }
    const reached = limiter.closed()
    if (reached) return refuse(reached)
    // A sender may take long over a body. So the body is read first, and only a complete request counts against the limit.
    const body = route.method === 'POST' ? await jsonBody(req, res, readBody) : undefined
    if (body === null) return
    const pass = limiter.enter()
    if ('retryAfter' in pass) return refuse(pass)
    try {
      await forward(
        { upstream, path: route.path, method: route.method, body, pageKey: pageKey(req, upstream) },
        res,
        limits.idleSeconds * 1000,
      )
    } finally {
      pass.leave()
    }
  }
}

/** The body as it came; null when it was refused. */
async function jsonBody(
  req: IncomingMessage,
  res: ServerResponse,
  readBody: BodyReader,
): Promise<Buffer | null> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers
  if (!/^application\/json\s*(?:;|$)/i.test(type) || encoding !== 'identity')
    return (sendError(res, 415, 'The body of the request must be plain application/json.'), null)
  const read = await readBody(req)
  if ('body' in read) return read.body
  res.setHeader('connection', 'close')
  if (read.failed === 'too-large')
    sendError(res, 413, 'The body is longer than the proxy takes (limits.bodyBytes).', 'body_too_large')
  else if (read.failed === 'too-slow')
    sendError(res, 408, 'The body stopped before its end. Send the request again.', 'body_too_slow')
  else {
    res.setHeader('retry-after', 1)
    sendError(res, 429, 'The proxy reads too many bodies at once. Try again.', 'proxy_limit')
  }
  return null
}

/**
 * The key in the headers of the page, without its scheme. Of several keys, the one in the header that the upstream wants
 * counts, because a profile may use its own header.
 */
function pageKey({ headers }: IncomingMessage, { keyHeader }: Upstream): string | undefined {
  const sent = [keyHeader, ...keyHeaders].map((name) => headers[name]).find((value) => value !== undefined)
  return (
    String(sent ?? '')
      .replace(/^Bearer(?:\s+|$)/i, '')
      .trim() || undefined
  )
}

/** Allows only the origin of the calling page. Never `*`, because the answer was made with a key. */
function allowOrigin(req: IncomingMessage, res: ServerResponse): void {
  res.removeHeader('access-control-allow-origin')
  res.setHeader('vary', 'Origin')
  const origin = foreignOrigin(req)
  if (origin === undefined) return
  res.setHeader('access-control-allow-origin', origin)
  res.setHeader('access-control-expose-headers', 'retry-after, retry-after-ms, x-request-id')
}

function preflight(req: IncomingMessage, res: ServerResponse): void {
  if (foreignOrigin(req) === undefined) return sendError(res, 405, 'This path is not asked with OPTIONS.')
  res.setHeader('access-control-allow-methods', 'GET, POST')
  res.setHeader('access-control-allow-headers', ['content-type', ...keyHeaders].join(', '))
  res.setHeader('access-control-max-age', '600')
  res.writeHead(204).end()
}

function wrongMethod(res: ServerResponse, allowed: string): void {
  res.setHeader('allow', allowed)
  sendError(res, 405, `This path of the proxy is asked with ${allowed}.`)
}
