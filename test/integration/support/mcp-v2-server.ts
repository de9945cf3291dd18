import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { createMcpHandler, McpServer, type McpHttpHandler } from '@modelcontextprotocol/server'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-expose-headers': 'mcp-session-id, www-authenticate',
}

const closing: (() => unknown)[] = []

/** Closes all that was connected. */
export async function closeV2Servers(): Promise<void> {
  for (const close of closing.splice(0).toReversed()) await close()
}

/**
 * A server of version 2 of the official SDK over HTTP on loopback. `fill` makes a new server for each request, as the SDK wants
 * it. `guard` may answer a request in its place.
 */
export async function serveV2(
  fill: (server: McpServer) => void,
  guard: (request: Request) => Response | undefined | Promise<Response | undefined> = () => undefined,
): Promise<{ url: URL; handler: McpHttpHandler }> {
  const handler = createMcpHandler(() => {
    const server = new McpServer(
      { name: 'depot', version: '2.0.0' },
      { capabilities: { tools: { listChanged: true } } },
    )
    fill(server)
    return server
  })
  const http: HttpServer = createServer((incoming, outgoing) => {
    void (async () => {
      const gone = new AbortController()
      outgoing.on('close', () => gone.abort())
      const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
      const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method,
        headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        signal: gone.signal,
        ...(hasBody && { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' }),
      })
      // As a server for pages must: the preflight needs no key.
      const isPreflight = request.method === 'OPTIONS'
      const response = isPreflight
        ? new Response(null, { status: 204 })
        : ((await guard(request)) ?? (await handler.fetch(request)))
      outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...CORS })
      if (response.body) Readable.fromWeb(response.body as ReadableStream).pipe(outgoing)
      else outgoing.end()
    })()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => void http.close(),
    () => http.closeAllConnections(),
    () => handler.close(),
  )
  return { url: new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`), handler }
}

/** A client of version 2 at this address. Default: it speaks protocol 2026-07-28 where the server does. */
export async function connectV2Client(url: URL, options: ClientOptions = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '2.0.0' },
    { versionNegotiation: { mode: 'auto' }, ...options },
  )
  await client.connect(new StreamableHTTPClientTransport(url))
  closing.push(() => client.close())
  return client
}

export async function connectV2(
  fill: (server: McpServer) => void,
  options?: ClientOptions,
): Promise<{ client: Client; handler: McpHttpHandler }> {
  const { url, handler } = await serveV2(fill)
  return { client: await connectV2Client(url, options), handler }
}
