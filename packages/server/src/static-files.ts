import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentSecurityPolicy, fileHeaders, framePolicies, type PolicyOptions } from './security-headers.js'

/** One file of the built app, in memory. */
export interface StaticFile {
  /** Path of its address, such as `/assets/index-4f.js`. */
  path: string
  type: string
  bytes: Buffer
  etag: string
  /** Its name changes with its content. */
  hashed: boolean
  /** The same, compressed by the build. */
  br?: Buffer
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

/**
 * Reads the files of a folder once. Only files in the map are served, under exactly their paths, so a path can never lead
 * out of the folder. Links are not followed.
 */
export async function loadFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map(async (entry): Promise<StaticFile> => {
        const full = join(entry.parentPath, entry.name)
        const path = `/${relative(folder, full).split(sep).join('/')}`
        const bytes = await readFile(full)
        const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
        const type = types[extname(entry.name)] ?? 'application/octet-stream'
        return { path, type, bytes, etag: `"${digest}"`, hashed: /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(path) }
      }),
  )
  const byPath = new Map(files.map((file) => [file.path, file]))
  for (const { path, bytes } of files) {
    const plain = byPath.get(path.replace(/\.br$/, ''))
    if (!path.endsWith('.br') || !plain) continue
    plain.br = bytes
    byPath.delete(path)
  }
  return byPath
}

const compressible = /^(?:text\/|application\/(?:json|manifest\+json|wasm)|image\/svg)/
const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}
type Encoding = keyof typeof encoders

/** Serves the built app: hashed files for a year, everything else as of now. Compresses a file once. */
export function createFileServer(files: ReadonlyMap<string, StaticFile>, policy: PolicyOptions) {
  const appPolicy = contentSecurityPolicy(policy)
  const compressed = new Map<string, Promise<Buffer>>()
  const encode = (file: StaticFile, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${file.path}`
    if (encoding === 'br' && file.br) return Promise.resolve(file.br)
    let bytes = compressed.get(key)
    if (!bytes) compressed.set(key, (bytes = encoders[encoding](file.bytes)))
    return bytes
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const [target = '/'] = (req.url ?? '/').split('?', 1)
    for (const [name, value] of Object.entries(fileHeaders)) res.setHeader(name, value)
    res.setHeader('content-security-policy', framePolicies[target] ?? appPolicy)
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return refuse(res, 405, 'Only GET is possible here.', { allow: 'GET, HEAD' })
    // The path of a thread, as people type it or older links have it.
    const thread = /^\/t\/([^/]+)\/?$/.exec(target)?.[1]
    if (thread !== undefined) return refuse(res, 302, '', { location: `/#/t/${thread}` })
    const file = files.get(target === '/' ? '/index.html' : target)
    if (!file) return refuse(res, 404, 'There is no such page.')

    res.setHeader('etag', file.etag)
    res.setHeader('cache-control', file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    res.setHeader('content-type', file.type)
    const encoding = compressible.test(file.type) && file.bytes.length > 1_000 ? accepted(req) : undefined
    if (compressible.test(file.type)) res.setHeader('vary', 'Accept-Encoding')
    if (req.headers['if-none-match']?.split(/,\s*/).includes(file.etag)) return void res.writeHead(304).end()
    const bytes = encoding ? await encode(file, encoding) : file.bytes
    if (encoding) res.setHeader('content-encoding', encoding)
    res.writeHead(200, { 'content-length': bytes.length })
    res.end(req.method === 'HEAD' ? undefined : bytes)
  }
}

function accepted(req: IncomingMessage): Encoding | undefined {
  const { 'accept-encoding': header = '' } = req.headers
  const offered = header
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.replace(/;.*/, '').trim())
  return offered.includes('br') ? 'br' : offered.includes('gzip') ? 'gzip' : undefined
}

function refuse(
  res: ServerResponse,
  status: number,
  words: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  })
  res.end(words)
}
