import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createChatServer, createRedisLog, openDatabase } from '@antiphon/server'
import { Redis } from 'ioredis'
import pg from 'pg'

/** One of several server processes, for tests that kill it. Its clock may be off. */
const { DATABASE_URL, REDIS_URL, MODEL_URL = '', CLOCK_OFF = '0' } = process.env
const say = (entry: object): void => void process.stdout.write(`${JSON.stringify(entry)}\n`)

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, connectionTimeoutMillis: 5000 })
const redis = REDIS_URL ? new Redis(REDIS_URL, { maxRetriesPerRequest: 3 }) : undefined
redis?.on('error', () => {})
const chatServer = createChatServer({
  database: await openDatabase({ postgres: pool }),
  ...(redis && { log: createRedisLog({ client: redis }) }),
  authorize: ({ headers }) => ({ id: headers.get('x-user') ?? '' }),
  upstreams: [{ endpoint: { baseUrl: MODEL_URL }, models: ['script'] }],
  limits: { leaseSeconds: 2 },
  clock: () => Date.now() + Number(CLOCK_OFF),
  hooks: {
    error: (error) => say({ event: 'failed', message: String((error as Error).cause ?? error) }),
  },
})
for (const handler of [chatServer.fetch, chatServer.operations]) {
  const server = createServer(getRequestListener(handler)).listen(0, '127.0.0.1', () =>
    say({ event: 'listening', ...(server.address() as object) }),
  )
}
