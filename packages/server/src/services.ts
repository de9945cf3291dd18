import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendError, setDataHeaders } from './answer.js'
import type { LoadedConfig } from './config.js'
import { checkRequest } from './guard.js'
import { createPageFetcher, isPageTarget, isSampleTarget } from './pages/page-fetcher.js'
import type { Resolve } from './pages/request-page.js'
import { createProxy, isProxyTarget } from './proxy/proxy.js'

/** Answers a request, or returns false for one that is not its own. */
export type Service = (req: IncomingMessage, res: ServerResponse) => boolean

/** Proxy and page fetch behind the guard, for `npm start` and `npm run serve`. */
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
    // The remaining case: a client that left while its request was read.
    else handle(req, res).catch(() => res.destroy())
    return true
  }
}
