import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'

/** Serves one recorded body per path segment, over real HTTP: `{url}/{name}/chat/completions`. */
export interface RecordingServer {
  baseUrl(file: string): string
  close(): void
}

export async function serveRecordings(files: readonly string[]): Promise<RecordingServer> {
  const bodies = new Map(files.map((file) => [basename(file), bodyOf(file)]))
  const server = createServer((request, response) => {
    request.resume()
    const found = bodies.get(decodeURIComponent(request.url?.split('/')[1] ?? ''))
    const type = found?.isStream ? 'text/event-stream' : 'application/json'
    response.writeHead(found?.status ?? 404, { 'content-type': type }).end(found?.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: (file) => `http://127.0.0.1:${port}/${encodeURIComponent(file)}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Body {
  bytes: Uint8Array
  isStream: boolean
  status: number
}

/** Lines of chunks are framed as the server would have; the status of a refused request is part of its name. */
function bodyOf(file: string): Body {
  const bytes = readFileSync(file)
  const status = Number(/-(4\d\d)\b/.exec(basename(file))?.[1] ?? 200)
  if (!file.endsWith('.jsonl')) return { bytes, isStream: file.endsWith('.sse'), status }
  const lines = bytes.toString('utf8').split('\n').filter(Boolean)
  const text = [...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join('')
  return { bytes: Buffer.from(text), isStream: true, status }
}
