import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LoadedConfig } from '../config/read-config.js'
import { foreignOrigin } from '../guard/check-request.js'
import { sendError, sendJson } from '../http/answer.js'
import { createLimiter } from '../http/limiter.js'
import { readBody } from '../http/read-body.js'
import { forward } from './forward.js'
import { matchProxyRoute } from './proxy-route.js'

/** Answers targets under `/proxy`. The caller has checked Host and Origin. */
export type ProxyHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/**
 * The proxy: upstreams by name from the configuration, two paths of each, one method for each path. `now` in epoch ms,
 * for the limits.
 */
export function createProxy({ config, upstreams }: LoadedConfig, now: () => number = Date.now): ProxyHandler {
  const { limits } = config
  const limiter = createLimiter(limits, now)

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
      return sendJson(res, 200, { proxies: [...upstreams.keys()] })
    }
    if (req.method !== route.method) return wrongMethod(res, route.method)
    const upstream = upstreams.get(route.name)
    if (!upstream)
      return sendError(res, 404, `The proxy has no upstream "${route.name}".`, 'unknown_upstream')

    const pass = limiter.enter()
    if ('retryAfter' in pass) {
      res.setHeader('retry-after', pass.retryAfter)
      const why =
        pass.reason === 'rate'
          ? `more than ${limits.requestsPerMinute} requests in a minute`
          : `more than ${limits.concurrentRequests} requests at once`
      return sendError(res, 429, `The proxy takes no ${why}.`, 'proxy_limit')
    }
    try {
      const body = route.method === 'POST' ? await jsonBody(req, res, limits.bodyBytes) : undefined
      if (body === null) return
      const { authorization } = req.headers
      await forward(
        { upstream, path: route.path, method: route.method, body, authorization },
        res,
        limits.idleSeconds * 1000,
      )
    } finally {
      pass.leave()
    }
  }
}

/** The body as it came; null when it was refused. */
async function jsonBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<Buffer | null> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers
  if (!/^application\/json\s*(?:;|$)/i.test(type) || encoding !== 'identity')
    return (sendError(res, 415, 'The body of the request must be plain application/json.'), null)
  const body = await readBody(req, limit)
  if (body === 'too-large')
    return (
      sendError(res, 413, `The proxy takes no body of more than ${limit} bytes.`, 'body_too_large'), null
    )
  return body
}

/** Names the one page of another origin that was let in. Never `*`: the answer was made with a key. */
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
  res.setHeader('access-control-allow-headers', 'authorization, content-type')
  res.setHeader('access-control-max-age', '600')
  res.writeHead(204).end()
}

function wrongMethod(res: ServerResponse, allowed: string): void {
  res.setHeader('allow', allowed)
  sendError(res, 405, `This path of the proxy is asked with ${allowed}.`)
}
