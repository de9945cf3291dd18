import { createServer } from 'node:http'
import type { Endpoint } from '../endpoint-types.js'
import { createNodeHandler } from './create-node-handler.js'

export interface ServeOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default `127.0.0.1`: only this machine. */
  host?: string
}

export interface ServedEndpoint {
  /** The base URL for a client, with `/v1`. */
  url: string
  port: number
  /** Ends every open stream and stops listening. */
  close(): Promise<void>
}

/** Listens on a port. Rejects with Node's error when it cannot (`EADDRINUSE`, `EACCES`, …). */
export async function serveEndpoint(endpoint: Endpoint, options: ServeOptions = {}): Promise<ServedEndpoint> {
  const { port = 0, host = '127.0.0.1' } = options
  const server = createServer(createNodeHandler(endpoint))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/v1`,
    port: bound,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
