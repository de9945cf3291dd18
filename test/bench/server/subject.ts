/** The subject of a measurement, in a process of its own: the bare proxy, or a chat server over one of the engines. */
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { getRequestListener } from '@hono/node-server'
import { createChatServer, createRedisLog, openDatabase } from '@antiphon/server'
import { Redis } from 'ioredis'
import pg from 'pg'

const [kind = '', model = '', folder = '', postgres = '', redis = '', profile = ''] = process.argv.slice(2)

const proxy: RequestListener = async (request, response) => {
  const body = Readable.toWeb(request) as BodyInit
  const answer = await fetch(`${model}/chat/completions`, {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit)
  response.writeHead(answer.status, { 'content-type': 'text/event-stream' })
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response)
}

const openDurable = () =>
  openDatabase(
    kind === 'sqlite'
      ? { sqlite: { file: join(folder, 'chat.db') } }
      : { postgres: new pg.Pool({ connectionString: postgres, max: 20 }) },
  )

async function chatServer(): Promise<RequestListener> {
  const database = kind === 'memory' ? 'memory' : await openDurable()
  if (database !== 'memory') await database.migrate()
  const server = createChatServer({
    database,
    ...(kind === 'redis' && { log: createRedisLog({ client: new Redis(redis), prefix: `${folder}:` }) }),
    authorize: ({ headers }) => ({ id: headers.get('x-user') ?? '' }),
    upstreams: [{ endpoint: { baseUrl: model }, models: ['script'] }],
  })
  return getRequestListener(server.fetch)
}

const server = createServer(kind === 'proxy' ? proxy : await chatServer())
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))

const inspector = profile ? new Session() : undefined
inspector?.connect()
await inspector?.post('Profiler.enable')

/** Processor time so far in ms, and what lives in memory, in bytes. */
function figures(isClean: boolean) {
  if (isClean) globalThis.gc!()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { cpuMs: (user + system) / 1000, rss, live: heapUsed + external }
}

process.on('message', async (message) => {
  if (message === 'steady') await inspector?.post('Profiler.start')
  process.send!(figures(message === 'idle' || message === 'middle'))
  if (message !== 'over' || !inspector) return
  const taken = await inspector.post('Profiler.stop')
  writeFileSync(join(profile, `${kind}-${Date.now()}.cpuprofile`), JSON.stringify(taken.profile))
})
process.on('disconnect', () => process.exit())
