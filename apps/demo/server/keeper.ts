import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createRedisLog,
  openDatabase,
  type ChatServerOptions,
  type AppServerOptions,
  type RedisClient,
} from '@antiphon/server'

/** Where the conversations of the demo's server are kept. */
export interface Keeper {
  kept: NonNullable<AppServerOptions['chat']>['kept']
  /** In words, for the one who starts the server. */
  place: string
  database: ChatServerOptions['database']
  log?: NonNullable<ChatServerOptions['log']>
  close(): Promise<void>
}

/** As long as the process lives. */
export const memoryKeeper: Keeper = {
  kept: 'memory',
  place: 'memory',
  database: 'memory',
  close: async () => {},
}

/** The SQLite file `ANTIPHON_DATA`, or with `ANTIPHON_DATABASE_URL` a PostgreSQL; with `ANTIPHON_REDIS_URL` the log is a Redis. */
export async function openKeeper(env: NodeJS.ProcessEnv): Promise<Keeper> {
  const {
    ANTIPHON_DATA: file = 'antiphon.db',
    ANTIPHON_DATABASE_URL: url,
    ANTIPHON_REDIS_URL: redisUrl,
  } = env
  const database = await openDatabase(url ? { postgres: await openPool(url) } : { sqlite: { file } })
  await database.migrate()
  const redis = redisUrl ? await openRedis(redisUrl) : undefined
  const log = redis && createRedisLog({ client: redis })
  return {
    kept: url ? 'postgres' : 'sqlite',
    place: (url ? 'PostgreSQL' : basename(file)) + (log ? ', and Redis while an answer arrives' : ''),
    database,
    ...(log && { log }),
    async close() {
      await log?.close()
      redis?.disconnect()
      await database.close()
    },
  }
}

type Pool = NonNullable<Extract<Parameters<typeof openDatabase>[0], { postgres: unknown }>['postgres']>

async function openPool(connectionString: string): Promise<Pool> {
  const { default: pg } = await load<{ default: { Pool: new (options: object) => Pool } }>('pg')
  return new pg.Pool({ connectionString, max: 20, connectionTimeoutMillis: 5000 })
}

type Redis = RedisClient & { on(event: 'error', listener: (error: Error) => void): void; disconnect(): void }

async function openRedis(url: string): Promise<Redis> {
  const { Redis: Client } = await load<{ Redis: new (url: string) => Redis }>('ioredis')
  const client = new Client(url)
  client.on('error', ({ message }) => console.error(`Redis: ${message}`))
  return client
}

/** Loads a driver that the demo does not bring, from the folder in which the server was started. */
async function load<Module>(name: string): Promise<Module> {
  let path: string
  try {
    path = createRequire(join(process.cwd(), 'package.json')).resolve(name)
  } catch {
    throw new Error(`The package ${name} is needed for this address. Install it in ${process.cwd()}.`)
  }
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Module
}
