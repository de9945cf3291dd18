import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../endpoint-types.js'
import { errorResponse } from '../http/error-body.js'
import { matchRoute } from '../http/route.js'

export type NodeHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => void

const LARGEST_BODY = 32 * 1024 * 1024

/**
 * The endpoint as a handler for node:http, and, with `next`, as Connect middleware (Vite, Express): there, paths that
 * are neither one of its routes nor under `/v1` are passed on. Each chunk of a body leaves as its own network chunk; a
 * client that goes away cancels the script.
 */
export function createNodeHandler(endpoint: Endpoint): NodeHandler {
  return (req, res, next) => {
    const url = readUrl(req)
    const route = matchRoute(url.pathname)
    if (next && route.name === 'unknown' && !route.underV1) return next()
    const gone = new AbortController()
    res.on('close', () => {
      if (!res.writableFinished) gone.abort(new DOMException('The client went away.', 'AbortError'))
    })
    serve(endpoint, req, res, url, gone.signal).catch(() => res.destroy())
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
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  signal: AbortSignal,
): Promise<void> {
  const response = await answer(endpoint, req, url, signal)
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
    // The script cut the line, or the client did. What was written before is given a moment to leave.
    await new Promise((resolve) => setTimeout(resolve, 10))
    return void res.destroy()
  }
  res.end()
}

async function answer(
  endpoint: Endpoint,
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
  const body = await readBody(req)
  if (body !== undefined) return endpoint.fetch(new Request(url, { method, headers, body, signal }))
  const message = `The request body is larger than ${LARGEST_BODY} bytes.`
  return errorResponse(413, { message }, { connection: 'close' })
}

/** The body as text; undefined when it is too large. */
async function readBody(req: IncomingMessage): Promise<string | undefined> {
  // A body parser in front has read the stream already.
  if ('body' in req && req.body !== undefined) {
    return typeof req.body === 'string' ? req.body : JSON.stringify(req.body)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
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
