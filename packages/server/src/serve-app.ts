import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createEndpoint } from '@antiphon/endpoint'
import { createNodeHandler } from '@antiphon/endpoint/node'
import { endpointWires } from '@antiphon/wires/endpoint'
import { answerConnection, sendError, setDataHeaders } from './answer.js'
import type { LoadedConfig } from './config.js'
import { checkRequest } from './guard.js'
import { createServices, type MountedChat } from './services.js'
import { loadFiles, createFileServer } from './static-files.js'

/** The built page, the configuration, and where to listen. */
export interface AppServerOptions {
  /** Folder of the built app. */
  folder: string
  loaded: LoadedConfig
  /** 0 is any free port. */
  port: number
  /** Default 127.0.0.1: this machine only. */
  host?: string
  /** Speed of the scripted endpoint: 1 is natural, 0 does not wait. */
  speed?: number
  chat?: MountedChat
}

/** The app that is served, until it is closed. */
export interface AppServer {
  /** Ends in `/`. */
  url: string
  close(): Promise<void>
}

/** The whole demo in one server: the built app under its policy, the scripted endpoint and the proxy. */
export async function serveApp(options: AppServerOptions): Promise<AppServer> {
  const { folder, loaded, port, host = '127.0.0.1', speed = 1, chat } = options
  const { config } = loaded
  const services = createServices(loaded, chat)
  const scripted = createNodeHandler(createEndpoint({ wires: endpointWires, speed, cors: config.origins }))
  const files = createFileServer(await loadFiles(folder), config)

  /** The last answer of each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>()
  // A request without Host is refused by the guard like any other that is not for this server.
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    answers.set(req.socket, res)
    // On every answer, whoever gives it. The pages put their own policy in place of this one.
    setDataHeaders(res)
    if (services(req, res)) return
    const isScripted = /^\/v1(?:[/?]|$)/.test(req.url ?? '')
    const refusal = checkRequest(req, config, isScripted ? 'data' : 'file')
    if (refusal) return sendError(res, refusal.status, refusal.message)
    if (isScripted) return scripted(req, res)
    files(req, res).catch(() => res.destroy())
  })
  // Without a listener Node would close a CONNECT connection silently.
  server.on('connect', (_, socket) => answerConnection(socket, 400))
  server.on('checkExpectation', (_, res: ServerResponse) => {
    setDataHeaders(res)
    sendError(res, 417, 'This server meets no expectations.')
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const last = answers.get(socket)
    const isAnswering = last !== undefined && last.headersSent && !last.writableFinished
    if (isAnswering) socket.destroy()
    else answerConnection(socket, statusOf(error))
  })
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

/** Like Node's own answer to a broken request. */
function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
