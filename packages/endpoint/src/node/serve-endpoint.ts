import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import type { EndpointModel, Endpoint } from '../endpoint-types.js'
import { recordingModels } from '../player/recording.js'
import { createNodeHandler } from './create-node-handler.js'
import type { PlayOptions, Recording } from '../player/types.js'

/**
 * The recorded streams of a folder as models: `.sse`, `.jsonl` and `.json` files, not those of folders below; or those of one file.
 * Rejects with Node's error when it cannot be read. The files are read once, now.
 */
export async function playFolder(folder: string, options: PlayOptions = {}): Promise<EndpointModel[]> {
  if ((await stat(folder)).isFile())
    return recordingModels([{ name: basename(folder), bytes: await readFile(folder) }], options)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  const wanted = names.filter((name) => /\.(sse|jsonl|json)$/.test(name))
  const recordings = await Promise.all(
    wanted.map(async (name): Promise<Recording> => ({ name, bytes: await readFile(join(folder, name)) })),
  )
  return recordingModels(recordings, options)
}

/** Where to listen. Default: a free port of this machine. */
export interface ServeOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default `127.0.0.1`: only this machine. */
  host?: string
}

/** An endpoint that listens, until it is closed. */
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
