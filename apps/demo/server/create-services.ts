import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LoadedConfig } from './config/read-config.js'
import { checkRequest } from './guard/check-request.js'
import { sendError, setDataHeaders } from './http/answer.js'
import { createPageFetcher, isPageTarget, isSampleTarget } from './pages/create-page-fetcher.js'
import type { Resolve } from './pages/request-page.js'
import { createProxy } from './proxy/create-proxy.js'
import { isProxyTarget } from './proxy/proxy-route.js'

/** Answers a request, or returns false for one that is not its own. */
export type Service = (req: IncomingMessage, res: ServerResponse) => boolean

/** Proxy and page fetch, guarded: what `npm start` and `npm run serve` have beside the app. */
export function createServices(loaded: LoadedConfig, { resolve }: { resolve?: Resolve } = {}): Service {
  const proxy = createProxy(loaded)
  const pages = createPageFetcher(loaded, resolve)
  return (req, res) => {
    const target = req.url ?? ''
    const handle = isProxyTarget(target) ? proxy : isPageTarget(target) ? pages : undefined
    if (!handle) return false
    setDataHeaders(res)
    const refusal = checkRequest(req, loaded.config, isSampleTarget(target) ? 'file' : 'data')
    if (refusal) sendError(res, refusal.status, refusal.message)
    // Left: a client that went away while its request was read.
    else handle(req, res).catch(() => res.destroy())
    return true
  }
}
