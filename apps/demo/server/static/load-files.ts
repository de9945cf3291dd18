import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** One file of the built app, in memory. */
export interface StaticFile {
  /** Path of its address, such as `/assets/index-4f.js`. */
  path: string
  type: string
  bytes: Buffer
  etag: string
  /** Its name changes with its content. */
  hashed: boolean
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
 * Reads the files of a folder once. Only what is in the map is ever served, under exactly its path, so there is no path
 * that leads out of the folder. Links are not followed.
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
  return new Map(files.map((file) => [file.path, file]))
}
