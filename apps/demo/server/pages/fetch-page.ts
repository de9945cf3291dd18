import type { IncomingMessage } from 'node:http'
import { decodePage } from './decode-page.js'
import { extractText, type PageText } from './extract-text.js'
import { readAllowedPage } from './page-rules.js'
import { requestPage, type Resolve } from './request-page.js'

export interface FetchedPage extends PageText {
  /** Where it was in the end. */
  url: string
  /** Only the beginning is there. */
  cut?: true
}

export interface FetchPageOptions {
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
export async function fetchPage(
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
      const next = URL.canParse(headers.location, url.href)
        ? new URL(headers.location, url).href
        : headers.location
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
  const base = type.split(';', 1)[0]!.trim().toLowerCase()
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
