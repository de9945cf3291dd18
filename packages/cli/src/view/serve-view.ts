import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asLines, sendJson, sendPageFile, sendPieces, sendWay, setHeaders } from './answers.js'
import type { Catalog } from './catalog.js'
import { checkRequest, isOnce, newToken, type Allowed } from './guard.js'
import { manifestOf } from './manifest.js'
import { pageFiles, type PageFile } from './page-files.js'
import { readRange, readTogether } from './read-file.js'
import { searchSessions } from './search.js'
import { watchSession } from './watch.js'

export interface ViewServer {
  /** With the token: `http://127.0.0.1:PORT/TOKEN/`. */
  url: string
  /** An address that leads to `url` once, from any page: for the one that opens the browser. */
  once: string
  close(): Promise<void>
}

export interface ViewServerOptions {
  catalog: Catalog
  /** The folder of the built page. */
  page: string
  /** Default: any free one. */
  port?: number
}

/** Says to the page that it has a server behind it. */
const MARK = '<meta name="antiphon-sessions" content="server" />'
const TYPE_BYTES = 'application/octet-stream'
const TYPE_LINES = 'application/x-ndjson'
/** Maximum number of characters of a search. */
const LONGEST_WORDS = 500

/** Serves the page and the sessions of a catalog on this machine alone, under an address that nobody can guess. */
export async function serveView({ catalog, page, port = 0 }: ViewServerOptions): Promise<ViewServer> {
  const token = newToken()
  let ticket = newToken()
  const files = await pageFiles(page)
  const end = new AbortController()
  let origin = ''

  const server = createServer((request, response) => {
    setHeaders(response)
    if (isOnce(request, origin, ticket)) {
      ticket = newToken()
      return sendWay(response, `/${token}/`)
    }
    const allowed = checkRequest(request, origin, token)
    if ('reason' in allowed) return sendJson(response, allowed.status, { error: allowed.reason })
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    answer(response, allowed, AbortSignal.any([gone.signal, end.signal])).catch((error: unknown) => {
      // Half an answer is cut off, so that it is not taken for a whole one.
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, { error: error instanceof Error ? error.message : String(error) })
    })
  })

  async function answer(
    response: ServerResponse,
    { path, query }: Allowed,
    signal: AbortSignal,
  ): Promise<void> {
    if (path === 'api/sessions') return sendPieces(response, TYPE_LINES, asLines(catalog.list(signal)))
    if (path === 'api/search') {
      const words = (query.get('q') ?? '').trim().slice(0, LONGEST_WORDS)
      if (words === '') return sendJson(response, 400, { error: 'A search needs words: ?q=…' })
      return sendPieces(response, TYPE_LINES, asLines(searchSessions(await catalog.all(), words, signal)))
    }
    const [, id, rest] = /^api\/sessions\/([0-9a-f]+)(?:\/(watch|\d{1,5}))?$/.exec(path) ?? []
    if (id !== undefined) return answerSession(response, id, rest, query, signal)
    const name = path === '' ? 'index.html' : path
    const file = files.get(name)
    if (!file) return sendJson(response, 404, { error: 'There is nothing under this address.' })
    return sendFile(response, file, name)
  }

  async function answerSession(
    response: ServerResponse,
    id: string,
    rest: string | undefined,
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<void> {
    const session = await catalog.find(id)
    if (!session)
      return sendJson(response, 404, { error: 'There is no such session in the folders that were opened.' })
    if (rest === undefined) return sendJson(response, 200, await manifestOf(session))
    if (rest === 'watch') return watchSession(response, catalog, id, signal)
    const { parts } = await manifestOf(session)
    const part = parts[Number(rest)]
    const [from, to] = [whole(query.get('from'), 0), whole(query.get('to'), part?.size ?? 0)]
    if (!part) return sendJson(response, 404, { error: 'The session has no such part.' })
    const end = Math.min(to, part.size)
    if (session.isStore)
      return sendPieces(response, TYPE_BYTES, readTogether(session.root, session.files, end))
    const { path } = session.files[Number(rest)]!
    return sendPieces(response, TYPE_BYTES, readRange(session.root, path, from, end))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/${token}/`,
    once: `${origin}/${ticket}`,
    close: () =>
      new Promise((resolve) => {
        end.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function sendFile(response: ServerResponse, file: PageFile, name: string): Promise<void> {
  const body = await file.read()
  const isPage = name === 'index.html'
  sendPageFile(
    response,
    file.type,
    file.isHashed,
    isPage ? body.toString('utf8').replace('<head>', `<head>\n    ${MARK}`) : body,
  )
}

/** A whole number from a query, or the default. */
function whole(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : otherwise
}
