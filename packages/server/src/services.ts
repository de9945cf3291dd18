import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendError, setDataHeaders } from './answer.js'
import type { LoadedConfig } from './config.js'
import { checkRequest } from './guard.js'
import { createProxy, isProxyTarget } from './proxy/proxy.js'

/** Answers a request, or returns false for one that is not its own. */
export type Service = (req: IncomingMessage, res: ServerResponse) => boolean

/** The proxy behind the guard, for `npm start` and `npm run serve`. */
export function createServices(loaded: LoadedConfig): Service {
  const proxy = createProxy(loaded)
  return (req, res) => {
    if (!isProxyTarget(req.url ?? '')) return false
    setDataHeaders(res)
    const refusal = checkRequest(req, loaded.config, 'data')
    if (refusal) sendError(res, refusal.status, refusal.message)
    // The remaining case: a client that left while its request was read.
    else proxy(req, res).catch(() => res.destroy())
    return true
  }
}
