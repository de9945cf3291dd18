import diagnostics from 'node:diagnostics_channel'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseConfig, serveApp } from '@antiphon/server'

export interface Running {
  port: number
  /** Without a slash at its end. */
  url: string
  close(): Promise<void>
}

/** A real server on a free port of this machine. */
export async function listen(answer: RequestListener): Promise<Running> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The demo's server as `npm run serve` starts it, with an app of one page. */
export async function startDemoServer(
  config: unknown,
  { env = {}, files = {} }: { env?: Record<string, string>; files?: Record<string, string | Buffer> } = {},
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-server-'))
  for (const [path, text] of Object.entries({
    'index.html': '<!doctype html><title>app</title>',
    ...files,
  })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const loaded = parseConfig(config, 'test', env)
  const server = await serveApp({ folder, loaded, port: 0, speed: 0 })
  const { port } = new URL(server.url)
  return {
    port: Number(port),
    url: server.url.slice(0, -1),
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Writes these very bytes to a server and gives what came back until it closed the connection, or answered once: `fetch`
 * would correct the request first. `\n` becomes CRLF.
 */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text.replaceAll('\n', '\r\n'), 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      answer += piece
      const [head = '', body] = answer.split('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      if (body !== undefined && length !== undefined && body.length >= Number(length)) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(answer) : reject(error),
    )
  })
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** Every request that this process sends while it is watched, as `host:port/path`, and every name that it looks up. */
export function watchOutgoing(): { sent: string[]; stop(): void } {
  const sent: string[] = []
  const note = (message: unknown): void => {
    const { request } = message as { request: { host: string; path: string } }
    sent.push(`${request.host}${request.path}`)
  }
  diagnostics.subscribe('http.client.request.start', note)
  return { sent, stop: () => void diagnostics.unsubscribe('http.client.request.start', note) }
}
