import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LoadedConfig } from '../config/read-config.js'
import { sendError, sendJson } from '../http/answer.js'
import { createLimiter } from '../http/limiter.js'
import { extractText } from './extract-text.js'
import { fetchPage } from './fetch-page.js'
import { readAllowedPage } from './page-rules.js'
import type { Resolve } from './request-page.js'
import { samplePages } from './sample-pages.js'

/** Answers `/fetch-page` and the pages of the server's own. The caller has checked Host and Origin. */
export type PageHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

const TIMEOUT_MS = 15_000

export function isPageTarget(target: string): boolean {
  return /^\/fetch-page(?:\?|$)/.test(target) || isSampleTarget(target)
}

/** Is this one of the pages of the server's own, which a reader may open like any file? */
export function isSampleTarget(target: string): boolean {
  return target.startsWith('/pages/')
}

/**
 * `GET /fetch-page` lists what may be fetched; `GET /fetch-page?url=…` gives the text of one page of that list. Its own
 * pages are read in place, without the network.
 */
export function createPageFetcher({ config }: LoadedConfig, resolve?: Resolve): PageHandler {
  const limiter = createLimiter(config.limits)
  return async (req, res) => {
    if (req.method !== 'GET') {
      res.setHeader('allow', 'GET')
      return sendError(res, 405, 'Pages are asked for with GET.')
    }
    const origin = `http://${req.headers.host}`
    const target = new URL(req.url ?? '/', origin)
    if (target.pathname !== '/fetch-page') return sendSample(res, target.pathname)
    const own = [...samplePages.keys()].map((path) => new URL(path, origin))
    const rules = [...own, ...config.pages]
    const address = target.searchParams.get('url')
    if (address === null) return sendJson(res, 200, { pages: rules.map(String) })

    const pass = limiter.enter()
    if ('retryAfter' in pass) {
      res.setHeader('retry-after', pass.retryAfter)
      return sendError(res, 429, 'Too many pages were asked for. Come back in a minute.', 'page_limit')
    }
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    try {
      const { url } = readAllowedPage(address, rules)
      const sample = url.origin === origin ? samplePages.get(url.pathname) : undefined
      const page = sample
        ? { url: url.href, ...extractText(sample) }
        : await fetchPage(address, {
            rules: config.pages,
            resolve,
            signal: AbortSignal.any([gone.signal, AbortSignal.timeout(TIMEOUT_MS)]),
          })
      sendJson(res, 200, page)
    } catch (error) {
      if (!gone.signal.aborted) sendError(res, 422, words(error), 'page_refused')
    } finally {
      pass.leave()
    }
  }
}

function words(error: unknown): string {
  const { message, code, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError')
    return `The page did not arrive within ${TIMEOUT_MS / 1000} seconds.`
  return code === undefined ? message : `The page cannot be reached (${code}).`
}

function sendSample(res: ServerResponse, path: string): void {
  const page = samplePages.get(path)
  if (page === undefined) return sendError(res, 404, 'There is no such page.')
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-cache',
  })
  res.end(page)
}
