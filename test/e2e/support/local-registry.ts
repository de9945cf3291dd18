import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Packument {
  name: string
  'dist-tags': Record<string, string>
  versions: Record<string, { dist: { tarball: string } }>
  _attachments?: Record<string, { data: string }>
}

export interface LocalRegistry {
  url: string
  /** Names of what was published here. */
  names(): string[]
  close(): Promise<void>
}

/**
 * An npm registry on loopback that takes what `npm publish` sends and gives it to `npm install`. It redirects requests for any other
 * package to the registry that this machine uses.
 */
export async function serveRegistry(): Promise<LocalRegistry> {
  const behind = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
    .trim()
    .replace(/\/$/, '')
  const published = new Map<string, Packument>()
  const tarballs = new Map<string, Buffer>()

  const publish = async (request: IncomingMessage): Promise<void> => {
    const { _attachments: files = {}, ...packument } = JSON.parse(await text(request)) as Packument
    const [file] = Object.values(files)
    for (const { dist } of Object.values(packument.versions)) {
      tarballs.set(new URL(dist.tarball).pathname, Buffer.from(file!.data, 'base64'))
    }
    published.set(packument.name, packument)
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const name = decodeURIComponent(pathname.slice(1))
    const packument = published.get(name)
    const tarball = tarballs.get(pathname)
    if (request.method === 'PUT') {
      void publish(request).then(() => response.writeHead(201).end('{}'))
    } else if (tarball) {
      response.end(tarball)
    } else if (packument) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(packument))
    } else if (/^(?:@antiphon\/|antiphon$)/.test(name)) {
      response.writeHead(404).end('{}')
    } else {
      response.writeHead(307, { location: `${behind}${request.url}` }).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    names: () => [...published.keys()],
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
