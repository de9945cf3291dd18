import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server that counts all that is asked of it: `GET /counted` has the addresses, in order. */
    countingOrigin: string
    /** Example servers of MCP Apps, by the name of their package: where they speak MCP. */
    exampleServers: Readonly<Record<string, string>>
  }
}

const EXAMPLES = ['server-basic-vanillajs', 'server-budget-allocator']

/** Serves what pages of apps may not reach, and the example servers of the specification's authors. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const hits: string[] = []
  const count = ({ method, url = '' }: IncomingMessage): void => void hits.push(`${method} ${url}`)
  const counting = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    if (request.url?.startsWith('/counted')) return void response.end(JSON.stringify(hits))
    response.setHeader('content-type', 'text/html')
    if (request.url === '/app-frame') {
      response.setHeader('content-security-policy', 'sandbox allow-scripts')
      return void response.end(framePage())
    }
    count(request)
    response.end('<!doctype html><title>Reached</title>')
  })
  counting.on('upgrade', (request, socket) => {
    count(request)
    socket.destroy()
  })
  await new Promise<void>((resolve) => counting.listen(0, '127.0.0.1', resolve))
  provide('countingOrigin', `http://127.0.0.1:${(counting.address() as AddressInfo).port}`)

  const started = await Promise.all(EXAMPLES.map(startExample))
  provide('exampleServers', Object.fromEntries(started.map(({ url }, at) => [EXAMPLES[at]!, url])))
  return () => {
    for (const { child } of started) child.kill()
    counting.closeAllConnections()
    counting.close()
  }
}

/** The page that the docs tell hosts to serve. */
function framePage(): string {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8')
  return /```html\n(.*?)```/s.exec(docs)![1]!
}

async function startExample(name: string): Promise<{ child: ChildProcess; url: string }> {
  const main = createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}`)
  const port = await freePort()
  const child = spawn(process.execPath, [join(dirname(main), 'index.js')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('listening') && resolve())
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  return { child, url: `http://127.0.0.1:${port}/mcp` }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
