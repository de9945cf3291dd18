import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logCases, type LogUnderTest } from '../../../packages/server/src/log/log-cases.js'
import { createMemoryLog } from '../../../packages/server/src/log/memory-log.js'
import { createRedisLog } from '../../../packages/server/src/log/redis-log.js'
import { createSqlLog } from '../../../packages/server/src/log/sql-log.js'
import { LOG_START } from '../../../packages/server/src/log/types.js'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.js'
import { hasRedis, startRedis, type RedisServer } from '../../support/redis.js'
import { openPostgres, openSqlite, type RunDatabase } from './run-databases.js'

type Opened = LogUnderTest & { end(): Promise<void> }

const KEY = { userId: 'u', threadId: 't', runId: 'r' }
const TTL = 60_000
/** Longer than any test waits: who is not woken hangs. */
const NEVER = 10_000_000

const suite = (open: () => Promise<Opened>): void => {
  it.each(logCases)('$name', async ({ run }) => {
    const engine = await open()
    try {
      await run(engine)
    } finally {
      await engine.end()
    }
  })
}

const clock = () => {
  let ahead = 0
  return { now: () => Date.now() + ahead, expire: async () => void (ahead += TTL + 1) }
}

describe('a log in memory', () => {
  suite(async () => {
    const { now, expire } = clock()
    const log = createMemoryLog({ ttlMs: TTL, now })
    return { log, other: log, expire, end: () => log.close() }
  })
})

describe('a log in SQLite', () => {
  suite(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'antiphon-log-'))
    const file = join(folder, 'runs.db')
    const { now, expire } = clock()
    const databases = [await openSqlite(file), await openSqlite(file)]
    const [log, other] = databases.map(({ db, dialect }) => createSqlLog({ db, dialect, ttlMs: TTL, now }))
    return {
      log: log!,
      other: other!,
      expire,
      async end() {
        for (const each of [log!, other!]) await each.close()
        for (const each of databases) await each.close()
        await rm(folder, { recursive: true })
      },
    }
  })
})

describe.skipIf(noPostgres)('a log in PostgreSQL (skipped where PostgreSQL is not installed)', () => {
  let server: Postgres
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.close())

  const openBoth = async (): Promise<[RunDatabase, RunDatabase]> => {
    const url = await server.createDatabase()
    return [await openPostgres(url), await openPostgres(url)]
  }

  suite(async () => {
    const databases = await openBoth()
    const { now, expire } = clock()
    const logs = databases.map(({ db, dialect, listen }) =>
      createSqlLog({ db, dialect, listen: listen!, pollMs: NEVER, ttlMs: TTL, now }),
    )
    return {
      log: logs[0]!,
      other: logs[1]!,
      expire,
      async end() {
        for (const each of logs) await each.close()
        for (const each of databases) await each.close()
      },
    }
  })

  it('loses nothing with a lost NOTIFY: a reader that nobody wakes finds the event in the table', async () => {
    const databases = await openBoth()
    const [writer, deaf] = databases.map(({ db, dialect }) => createSqlLog({ db, dialect, pollMs: 20 }))
    await writer!.open(KEY, 1)
    const reading = deaf!.read(KEY, LOG_START, { waitMs: NEVER })
    await writer!.append(KEY, 1, ['1'])
    expect((await reading).events).toHaveLength(1)
    for (const each of databases) await each.close()
  })

  it('hears again after its connection was cut', async () => {
    const databases = await openBoth()
    const [writer, reader] = databases.map(({ db, dialect, listen }) =>
      createSqlLog({ db, dialect, listen: listen!, pollMs: NEVER }),
    )
    await writer!.open(KEY, 1)
    const { next } = await reader!.read(KEY, LOG_START)
    const heard = 'select pid from pg_stat_activity where query ilike $1 and datname = current_database()'
    const listeners = async () =>
      (await databases[0].pool!.query(heard, ['listen %'])).rows as { pid: number }[]
    const before = await expect.poll(listeners).toHaveLength(2).then(listeners)
    for (const { pid } of before) await databases[0].pool!.query('select pg_terminate_backend($1)', [pid])
    await expect
      .poll(async () => (await listeners()).filter(({ pid }) => !before.some((old) => old.pid === pid)))
      .toHaveLength(2)
    const reading = reader!.read(KEY, next, { waitMs: NEVER })
    await writer!.append(KEY, 1, ['1'])
    expect((await reading).events).toHaveLength(1)
    for (const each of [writer!, reader!]) await each.close()
    for (const each of databases) await each.close()
  })
})

describe.skipIf(!hasRedis())('a log in Redis (skipped where redis-server is not installed)', () => {
  let server: RedisServer
  beforeAll(async () => void (server = await startRedis()))
  afterAll(() => server.close())
  let tests = 0

  const nodeRedis = async () => {
    const client = createClient({ url: server.url })
    client.on('error', () => {})
    await client.connect()
    return { client, end: () => client.destroy() }
  }
  const ioRedis = async () => {
    const client = new Redis(server.url)
    return { client, end: () => client.disconnect() }
  }

  describe.each([
    ['redis', nodeRedis],
    ['ioredis', ioRedis],
  ])('through the client %s', (_, connect) => {
    suite(async () => {
      const prefix = `test${++tests}:`
      const [one, two, own] = [await connect(), await connect(), new Redis(server.url)]
      const make = ({ client }: typeof one) => createRedisLog({ client, prefix, pollMs: NEVER, ttlMs: TTL })
      const [log, other] = [make(one), make(two)]
      return {
        log,
        other,
        async expire() {
          for (const name of await own.keys(`${prefix}*`)) await own.pexpire(name, 1)
          await expect.poll(() => own.keys(`${prefix}*`)).toEqual([])
        },
        async end() {
          for (const each of [log, other]) await each.close()
          for (const each of [one, two]) each.end()
          own.disconnect()
        },
      }
    })
  })
})
