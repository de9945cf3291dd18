import { parseUrl } from '@antiphon/core/internal'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendError, sendJson } from '../answer.js'
import type { LoadedConfig } from '../config.js'
import { createLimiter } from '../limiter.js'
import { decodePage, extractText, type PageText } from './read-page.js'
import { requestPage, type Resolve } from './request-page.js'
import { samplePages } from './sample-pages.js'

/** Signs in a path that another server could decode differently. */
const encoded = /%(?:25)*(?:2e|2f|5c|00)/i

/**
 * Checks an address from a model against the list. It compares the origin and the normalised path, never string prefixes.
 * An entry that ends in `/` allows everything below it; any other entry allows one page.
 *
 * @throws Error in words that the model can act on.
 */
function readAllowedPage(text: string, rules: readonly URL[]): { url: URL; rule: URL } {
  if (text.length > 2_000) throw new Error('The address is longer than 2,000 characters.')
  // A URL parser drops or changes these silently.
  const url = /[\s\\\p{Cc}\p{Cf}]/u.test(text) ? undefined : parseUrl(text)
  if (!url) throw new Error('That is no address of a page.')
  if (url.username || url.password)
    throw new Error('An address with a name or a password in it is not fetched.')
  if (encoded.test(url.pathname))
    throw new Error('An address with encoded dots or slashes in it is not fetched.')
  const rule = rules.find((one) => isBelow(url, one))
  if (!rule)
    throw new Error(
      `${url.origin}${url.pathname} is not on the list of pages that may be fetched. The list: ${rules.map(String).join(', ')}.`,
    )
  url.hash = ''
  return { url, rule }
}

function isBelow(url: URL, rule: URL): boolean {
  if (url.origin !== rule.origin) return false
  return rule.pathname.endsWith('/') ? url.pathname.startsWith(rule.pathname) : url.pathname === rule.pathname
}

interface FetchedPage extends PageText {
  /** The final address after redirects. */
  url: string
  /** Only the beginning is there. */
  cut?: true
}

interface FetchPageOptions {
  /** Pages, and folders that end in `/`. */
  rules: readonly URL[]
  signal: AbortSignal
  /** Default: the system's names. */
  resolve?: Resolve
}

const MOST_BYTES = 2_000_000
const MOST_TEXT = 60_000
const MOST_REDIRECTS = 3

/**
 * The text of a page that the list allows. A redirect is followed only to another page of the list.
 *
 * @throws Error that says why not, in words that a model can act on.
 */
async function fetchPage(
  address: string,
  { rules, signal, resolve }: FetchPageOptions,
): Promise<FetchedPage> {
  let { url } = readAllowedPage(address, rules)
  for (let hop = 0; ; hop++) {
    const answer = await requestPage(url, signal, resolve)
    const { statusCode: status = 0, headers } = answer
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      answer.destroy()
      if (hop >= MOST_REDIRECTS)
        throw new Error(`${url.href} leads from address to address; given up after ${MOST_REDIRECTS}.`)
      const next = parseUrl(headers.location, url.href)?.href ?? headers.location
      url = readAllowedPage(next, rules).url
      continue
    }
    if (status !== 200) {
      answer.destroy()
      throw new Error(`${url.href} answered with status ${status}.`)
    }
    const { text, isHtml, cut } = await readText(answer, url)
    const page = isHtml ? extractText(text) : { text }
    const short = page.text.length > MOST_TEXT
    return {
      url: url.href,
      ...page,
      text: page.text.slice(0, MOST_TEXT),
      ...((short || cut) && { cut: true }),
    }
  }
}

async function readText(
  answer: IncomingMessage,
  url: URL,
): Promise<{ text: string; isHtml: boolean; cut: boolean }> {
  const { 'content-type': type = 'text/plain', 'content-encoding': encoding } = answer.headers
  const base = type.replace(/;.*/s, '').trim().toLowerCase()
  const isHtml = base === 'text/html' || base === 'application/xhtml+xml'
  if (!isHtml && !/^text\/(?:plain|markdown|csv)$|^application\/(?:[\w.-]+\+)?json$/.test(base)) {
    answer.destroy()
    throw new Error(`${url.href} is ${base}, not a page of text.`)
  }
  if (encoding !== undefined && encoding !== 'identity') {
    answer.destroy()
    throw new Error(`${url.href} is compressed although that was not asked for.`)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_BYTES) break
  }
  const bytes = Buffer.concat(chunks).subarray(0, MOST_BYTES)
  return { text: decodePage(bytes, type, isHtml), isHtml, cut: size > MOST_BYTES }
}

/** Answers `/fetch-page` and the pages of the server's own. The caller has checked Host and Origin. */
export type PageHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

const TIMEOUT_MS = 15_000

export function isPageTarget(target: string): boolean {
  return /^\/fetch-page(?:\?|$)/.test(target) || isSampleTarget(target)
}

/** True for one of the server's own pages, which a reader may open like any file. */
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
