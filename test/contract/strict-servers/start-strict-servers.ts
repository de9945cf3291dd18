import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostedFamilies } from './hosted-families.js'
import { oldFamilies } from './old-families.js'
import { openaiFamilies } from './openai-families.js'
import { ownFamilies } from './own-families.js'
import { isFields, listOf, type StrictFamily } from './strict-request.js'
import { thinkingFamilies } from './thinking-families.js'

/** Those that their profile satisfies at once. */
export const strictFamilies: readonly StrictFamily[] = [
  ...openaiFamilies,
  ...thinkingFamilies,
  ...hostedFamilies,
  ...ownFamilies,
]

interface Visit {
  status: number
  body: Record<string, unknown>
  /** The reason for the refusal. */
  refusal?: string
}

export interface StrictServers {
  /** Base URL of a family. */
  url(name: string): string
  /** The requests since the last call. */
  visits(): Visit[]
  close(): Promise<void>
}

/** Every fake endpoint behind one port: real HTTP, refusals in the family's own shape, else a short streamed answer. */
export async function startStrictServers(): Promise<StrictServers> {
  let visits: Visit[] = []
  const server = createServer((request, response) => {
    answer(request, response).then(
      (visit) => visits.push(visit),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: (name) => `http://127.0.0.1:${port}/${name}/v1`,
    visits: () => visits.splice(0),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
        visits = []
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<Visit> {
  const name = /^\/([\w-]+)\/v1\/chat\/completions$/.exec(request.url ?? '')?.[1]
  const family = [...strictFamilies, ...oldFamilies].find((one) => one.name === name)
  const body = JSON.parse(await readText(request)) as unknown
  if (!family || !isFields(body)) throw new Error(`Nothing lives at ${request.url}`)

  const seen = { headers: request.headers, body, messages: listOf(body['messages']) }
  for (const rule of family.rules) {
    const refusal = rule(seen)
    if (!refusal) continue
    const status = refusal.status ?? family.status ?? 400
    const text = JSON.stringify(family.shape({ ...refusal, status }))
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    return { status, body, refusal: refusal.message }
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const delta of [{ role: 'assistant', content: '' }, { content: 'Yes.' }])
    response.write(chunk(delta, null))
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  return { status: 200, body }
}

function chunk(delta: Record<string, unknown>, finish_reason: string | null): string {
  const data = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    choices: [{ index: 0, delta, finish_reason }],
  }
  return `data: ${JSON.stringify(data)}\n\n`
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}
