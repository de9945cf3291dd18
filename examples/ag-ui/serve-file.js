import { createReadStream, existsSync } from 'node:fs'
import { basename, extname } from 'node:path'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Sends a file of the built page. */
export function serveFile({ url }, response) {
  const name = basename(new URL(url, 'http://localhost').pathname)
  const file = name === '' ? 'dist/index.html' : `dist/assets/${name}`
  if (!existsSync(file)) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
}
