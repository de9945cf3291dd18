import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendError, setDataHeaders } from './answer.js'
import type { LoadedConfig } from './config.js'
import { checkRequest } from './guard.js'
import { createProxy, isProxyTarget } from './proxy/proxy.js'

/** Answers a request, or returns false for one that is not its own. */
export type Service = (req: IncomingMessage, res: ServerResponse) => boolean

/** A chat server under `/api`. */
export interface MountedChat {
  /** Where it keeps the conversations, which pages are told with the list of the proxy. */
  kept: 'sqlite' | 'postgres' | 'memory'
  handle(req: IncomingMessage, res: ServerResponse): void
}

/** The proxy, and the chat server where there is one, behind the guard, for `npm start` and `npm run serve`. */
export function createServices(loaded: LoadedConfig, chat?: MountedChat): Service {
  const proxy = createProxy(loaded, chat && { kept: chat.kept })
  return (req, res) => {
    const target = req.url ?? ''
    const ofChat = chat && /^\/api(?:[/?]|$)/.test(target) ? chat : undefined
    if (!ofChat && !isProxyTarget(target)) return false
    setDataHeaders(res)
    // Whoever has a link to a conversation opens it as a page, also from a mail or another site.
    const isLink = ofChat && target.startsWith('/api/shared/')
    const refusal = checkRequest(req, loaded.config, isLink ? 'file' : 'data')
    if (refusal) sendError(res, refusal.status, refusal.message)
    else if (ofChat) ofChat.handle(req, res)
    // The remaining case: a client that left while its request was read.
    else proxy(req, res).catch(() => res.destroy())
    return true
  }
}
