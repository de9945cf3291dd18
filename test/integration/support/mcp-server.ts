import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

const closing: (() => unknown)[] = []

/** Closes all that was connected. */
export async function closeServers(): Promise<void> {
  for (const close of closing.splice(0).toReversed()) await close()
}

/** A real server of version 1 of the official SDK, which serves one client over HTTP on loopback. */
export async function serveMcp(fill: (server: McpServer) => void): Promise<{ server: McpServer; url: URL }> {
  const server = new McpServer(
    { name: 'depot', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  )
  fill(server)
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'one' })
  await server.connect(transport)
  const http: Server = createServer((request, response) => void transport.handleRequest(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => void http.close(),
    () => http.closeAllConnections(),
    () => server.close(),
  )
  return { server, url: new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`) }
}

/** Such a server, and its client. */
export async function connectMcp(
  fill: (server: McpServer) => void,
  options?: ClientOptions,
): Promise<{ client: Client; server: McpServer }> {
  const { server, url } = await serveMcp(fill)
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  await client.connect(new StreamableHTTPClientTransport(url))
  closing.push(() => client.close())
  return { client, server }
}
