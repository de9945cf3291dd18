import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../endpoint-types.js'
import { errorResponse, matchRoute } from '../http/http.js'
import { createRequestReader, type BodyFailure, type BodyReader } from './body-reader.js'

/** A handler for `node:http`, and with `next` a middleware. */
export type NodeHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => void

const LARGEST_BODY = 32 * 1024 * 1024

/**
 * The endpoint as a handler for node:http, and, with `next`, as Connect middleware (Vite, Express). Middleware passes on paths that
 * are neither one of its routes nor under `/v1`. It also passes on Ollama's paths, because many apps have an `/api/chat` of
 * their own. Each chunk of a body leaves as its own network chunk; a client that goes away cancels the script.
 */
export function createNodeHandler(endpoint: Endpoint): NodeHandler {
  const readBody = createRequestReader({ largest: LARGEST_BODY })
  return (req, res, next) => {
    const url = readUrl(req)
    const route = matchRoute(url.pathname)
    const isElses = route.name === 'unknown' ? !route.underV1 : 'wire' in route && route.wire === 'ollama'
    if (next && isElses) return next()
    const gone = new AbortController()
    res.on('close', () => {
      if (!res.writableFinished) gone.abort(new DOMException('The client went away.', 'AbortError'))
    })
    serve(endpoint, readBody, req, res, url, gone.signal).catch(() => res.destroy())
  }
}

function readUrl(req: IncomingMessage): URL {
  try {
    return new URL(req.url ?? '/', 'http://endpoint')
  } catch {
    return new URL('http://endpoint/')
  }
}

async function serve(
  endpoint: Endpoint,
  readBody: BodyReader,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  signal: AbortSignal,
): Promise<void> {
  const response = await answer(endpoint, readBody, req, url, signal)
  res.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void res.end()
  res.flushHeaders()
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      await writeChunk(res, value)
    }
  } catch {
    // The script or the client cut the line. Written data gets a moment to leave.
    await new Promise((resolve) => setTimeout(resolve, 10))
    return void res.destroy()
  }
  res.end()
}

async function answer(
  endpoint: Endpoint,
  readBody: BodyReader,
  req: IncomingMessage,
  url: URL,
  signal: AbortSignal,
): Promise<Response> {
  const method = req.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  if (method === 'GET' || method === 'HEAD')
    return endpoint.fetch(new Request(url, { method, headers, signal }))
  const parsed = parsedBody(req)
  const read = parsed === undefined ? await readBody(req) : { body: parsed }
  if ('failed' in read) return refuseBody(read.failed)
  return endpoint.fetch(new Request(url, { method, headers, body: read.body, signal }))
}

/** The body from a body parser in front, if there is one. */
function parsedBody(req: IncomingMessage): string | undefined {
  if (!('body' in req) || req.body === undefined) return undefined
  return typeof req.body === 'string' ? req.body : JSON.stringify(req.body)
}

function refuseBody(why: BodyFailure): Response {
  const { status, message } = refusals[why]
  return errorResponse(status, { message }, { connection: 'close' })
}

const refusals: Record<BodyFailure, { status: number; message: string }> = {
  'too-large': { status: 413, message: `The request body is larger than ${LARGEST_BODY} bytes.` },
  'too-slow': { status: 408, message: 'The request body stopped before its end. Send it again.' },
  'too-many': { status: 429, message: 'The server reads too many request bodies at once. Try again later.' },
}

/**
 * Resolves when the chunk has left the process and the event loop has gone round once, so that the next one is a network
 * chunk of its own, also for a client in the same process.
 */
function writeChunk(res: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    res.write(chunk, (error) => (error ? reject(error) : setImmediate(resolve)))
    // Compressing middleware holds bytes back until told.
    if ('flush' in res && typeof res.flush === 'function') res.flush()
  })
}
