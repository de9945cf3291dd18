import { createEndpoint } from '@antiphon/endpoint'
import { createNodeHandler } from '@antiphon/endpoint/node'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoadedConfig } from './config/read-config.js'
import { createServices } from './create-services.js'
import { checkRequest } from './guard/check-request.js'
import { sendError } from './http/answer.js'
import type { Resolve } from './pages/request-page.js'
import { loadFiles } from './static/load-files.js'
import { createFileServer } from './static/serve-files.js'

export interface DemoServerOptions {
  /** Folder of the built app. */
  folder: string
  loaded: LoadedConfig
  /** 0 is any free port. */
  port: number
  /** Default 127.0.0.1: this machine only. */
  host?: string
  /** Of the scripted endpoint: 1 is natural, 0 without waiting. */
  speed?: number
  /** Default: the system's names. */
  resolve?: Resolve
}

export interface DemoServer {
  /** Ends in `/`. */
  url: string
  close(): Promise<void>
}

/** The whole demo in one server: the built app under its policy, the scripted endpoint, the proxy and the page fetch. */
export async function serveDemo(options: DemoServerOptions): Promise<DemoServer> {
  const { folder, loaded, port, host = '127.0.0.1', speed = 1, resolve } = options
  const { config } = loaded
  const services = createServices(loaded, { resolve })
  const scripted = createNodeHandler(createEndpoint({ speed }))
  const files = createFileServer(await loadFiles(folder), config)

  const server = createServer((req, res) => {
    const refusal = checkRequest(req, config)
    if (refusal) return sendError(res, refusal.status, refusal.message)
    if (services(req, res)) return
    if (/^\/v1(?:[/?]|$)/.test(req.url ?? '')) return scripted(req, res)
    files(req, res).catch(() => res.destroy())
  })
  // Without a listener the connection of a CONNECT would be closed without a word.
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'))
  await new Promise<void>((listening, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => listening())
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
