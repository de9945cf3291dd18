// A chat server for production: one process of any number. Its settings are variables of the environment; README.md has them.
import { getRequestListener } from '@hono/node-server'
import { createChatServer, createRedisLog, openDatabase } from '@antiphon/server'
import { createServer } from 'node:http'

const { env } = process
const url = env.ANTIPHON_DATABASE_URL ?? 'chat.db'
const say = (entry) => console.log(JSON.stringify({ time: new Date().toISOString(), ...entry }))

const isPostgres = /^postgres(?:ql)?:/.test(url)
const database = await openDatabase(
  isPostgres ? { postgres: await connectPool(url) } : { sqlite: { file: url } },
)
await database.migrate()
const redis = env.ANTIPHON_REDIS_URL ? await connectRedis(env.ANTIPHON_REDIS_URL) : undefined
const log = redis && createRedisLog({ client: redis })

const chatServer = createChatServer({
  database,
  ...(log && { log }),
  basePath: '/api',
  // Set by the login proxy in front, which takes it away from requests of others.
  authorize: ({ headers }) => (headers.get('x-user') ? { id: headers.get('x-user') } : 401),
  upstreams: [
    {
      endpoint: { baseUrl: env.MODEL_URL ?? 'https://api.openai.com/v1', apiKey: env.MODEL_KEY },
      models: (env.MODELS ?? 'gpt-4.1-mini').split(','),
    },
  ],
  hooks: {
    log: say,
    error: (error) => say({ level: 'error', event: 'failed', message: String(error?.cause ?? error) }),
  },
})

const servers = [
  createServer(getRequestListener(chatServer.fetch)).listen(Number(env.PORT ?? 8080)),
  // No login here: only machines of your own may reach this port.
  createServer(getRequestListener(chatServer.operations)).listen(Number(env.OPERATIONS_PORT ?? 9090)),
]
for (const server of servers)
  server.on('listening', () => say({ level: 'info', event: 'listening', ...server.address() }))

let isEnding = false
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    await chatServer.close(Number(env.GRACE_SECONDS ?? 20) * 1000)
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
    // It has a connection of its own, for notifications from other processes.
    await log?.close()
    redis?.disconnect()
    await database.close()
  })

async function connectPool(connectionString) {
  const { default: pg } = await import('pg')
  return new pg.Pool({ connectionString, max: 20, connectionTimeoutMillis: 5000 })
}

async function connectRedis(address) {
  const { Redis } = await import('ioredis')
  const client = new Redis(address)
  client.on('error', ({ message }) => say({ level: 'error', event: 'redis', message }))
  return client
}
