import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDatabase, createMemoryStorage, loadThread } from '@antiphon/threads'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisLog } from '../../../packages/server/src/log/redis-log.js'
import { createSqlLog } from '../../../packages/server/src/log/sql-log.js'
import type { RunLog } from '../../../packages/server/src/log/types.js'
import { createSqlRunStore } from '../../../packages/server/src/runs/sql-run-store.js'
import type { RunStore } from '../../../packages/server/src/runs/types.js'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.js'
import { hasRedis, startRedis, type RedisServer } from '../../support/redis.js'
import { followRun } from './follow-run.js'
import { openPostgres, openSqlite } from './run-databases.js'
import { openProcess } from './run-process.js'
import { startUpstream } from './script-upstream.js'

/** Longer than any test waits: who is not woken hangs. */
const NEVER = 10_000_000
const SSE = { accept: 'text/event-stream' }

interface Engine {
  store: RunStore
  log: RunLog
  close(): Promise<void>
}

/** Two processes over one engine. `beatMs`: between two looks at what others ask. */
const suite = (open: () => Promise<[Engine, Engine]>, beatMs: number): void => {
  const over = async (
    work: (
      both: ReturnType<typeof openProcess>[],
      thread: () => Promise<string[]>,
      open: () => void,
    ) => Promise<void>,
  ) => {
    const upstream = await startUpstream()
    const engines = await open()
    const storage = createMemoryStorage({ database: createMemoryDatabase() })
    const both = engines.map(({ store, log }) =>
      openProcess({ store, log, storage, upstream: upstream.url, beatMs, leaseMs: NEVER, waitMs: NEVER }),
    )
    const thread = async () =>
      (await loadThread(storage, 't'))?.tree.nodes.map(({ message }) => String(message.content)) ?? []
    try {
      await work(both, thread, upstream.open)
      expect(both.flatMap(({ errors }) => errors)).toEqual([])
    } finally {
      upstream.open()
      for (const { runs } of both) await runs.close()
      for (const each of engines) {
        await each.log.close()
        await each.store.close()
        await each.close()
      }
      await upstream.close()
    }
  }
  const start = { id: 'r', message: { id: 'q', content: 'wait here' } }
  const path = '/threads/t/runs/r'

  it('is read at another process while it is written, by a reader that is woken', () =>
    over(async ([one, two], thread, go) => {
      await one!.fetch('POST', '/threads/t/runs', start)
      const client = followRun()
      await client.read(await two!.fetch('GET', path, undefined, SSE), () =>
        client.texts().join().includes('You said: wait here. '),
      )
      const reading = client.read(
        await two!.fetch('GET', path, undefined, { ...SSE, 'last-event-id': client.offset() }),
      )
      go()
      await reading
      expect(client.texts()).toEqual(await thread())
      expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
    }))

  it('is stopped at another process', () =>
    over(async ([one, two], thread) => {
      await one!.fetch('POST', '/threads/t/runs', start)
      const client = followRun()
      await client.read(await two!.fetch('GET', path, undefined, SSE), () =>
        client.texts().join().includes('You said: wait here. '),
      )
      await two!.fetch('POST', `${path}/stop`)
      await client.read(
        await two!.fetch('GET', path, undefined, { ...SSE, 'last-event-id': client.offset() }),
      )
      expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'stopped' })
      expect(client.texts()).toEqual(await thread())
    }))

  it('does not begin where its stop came first, at another process; the next one of the thread does', () =>
    over(async ([one, two], thread, go) => {
      expect((await two!.fetch('POST', `${path}/stop`)).status).toBe(404)
      const late = await one!.fetch('POST', '/threads/t/runs', start)
      expect(await late.json()).toMatchObject({ run: { status: 'ended', outcome: 'stopped' } })
      expect(await (await two!.fetch('GET', '/threads/t/runs/open')).json()).toMatchObject({ run: null })
      expect((await two!.fetch('GET', path)).status).toBe(404)
      expect(await thread()).toEqual([])
      go()
      const next = { id: 'r2', message: { id: 'q2', content: 'hello' } }
      expect((await one!.fetch('POST', '/threads/t/runs', next)).status).toBe(201)
      await expect.poll(thread).toEqual(['hello', expect.stringContaining('You said: hello')])
    }))

  it('does not begin where its stop came while another run of the thread was open', () =>
    over(async ([one, two], thread, go) => {
      await one!.fetch('POST', '/threads/t/runs', start)
      const second = { id: 'r2', message: { id: 'q2', content: 'hello' } }
      expect((await two!.fetch('POST', '/threads/t/runs/r2/stop')).status).toBe(404)
      go()
      await expect
        .poll(async () => (await one!.fetch('HEAD', path)).headers.get('stream-closed'))
        .toBe('true')
      const late = await one!.fetch('POST', '/threads/t/runs', second, SSE)
      expect(await late.text()).not.toContain('You said')
      expect((await thread())[0]).toBe('wait here')
      expect(await thread()).toHaveLength(2)
    }))

  it('waits, and goes on at another process', () =>
    over(async ([one, two], thread) => {
      const tools = [{ name: 'where', description: 'Where.', parameters: { type: 'object' } }]
      const message = { id: 'q', content: 'use where {}' }
      await one!.fetch('POST', '/threads/t/runs', { id: 'r', message, tools })
      const open = async () => (await (await two!.fetch('GET', '/threads/t/runs/open')).json()).run
      await expect.poll(open).toMatchObject({ status: 'waiting' })
      const [{ key }] = (await open()).waiting
      await two!.fetch('POST', `${path}/decide`, { key, result: 'Bern' })
      const client = followRun()
      await client.read(await one!.fetch('GET', path, undefined, SSE))
      expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
      expect(client.texts()).toEqual(await thread())
    }))
}

describe('a run over one SQLite file', () => {
  suite(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'antiphon-engines-'))
    const make = async (): Promise<Engine> => {
      const { db, dialect, close } = await openSqlite(join(folder, 'runs.db'))
      return { store: createSqlRunStore({ db, dialect }), log: createSqlLog({ db, dialect }), close }
    }
    const [one, two] = [await make(), await make()]
    const close = async () => {
      await two.close()
      await rm(folder, { recursive: true })
    }
    return [one, { ...two, close }]
  }, 50)
})

describe.skipIf(noPostgres)('a run over PostgreSQL (skipped where PostgreSQL is not installed)', () => {
  let postgres: Postgres
  beforeAll(async () => void (postgres = await startPostgres()))
  afterAll(() => postgres.close())

  const make = async (url: string, log?: RunLog): Promise<Engine> => {
    const { db, dialect, listen, close } = await openPostgres(url)
    const store = createSqlRunStore({ db, dialect, listen: listen! })
    return { store, log: log ?? createSqlLog({ db, dialect, listen: listen!, pollMs: NEVER }), close }
  }

  describe('alone', () => {
    suite(async () => {
      const url = await postgres.createDatabase()
      return [await make(url), await make(url)]
    }, NEVER)
  })

  describe.skipIf(!hasRedis())('with its log in Redis (skipped where redis-server is not installed)', () => {
    let redis: RedisServer
    beforeAll(async () => void (redis = await startRedis()))
    afterAll(() => redis.close())

    suite(async () => {
      const url = await postgres.createDatabase()
      const withRedis = async (): Promise<Engine> => {
        const client = new Redis(redis.url)
        const engine = await make(url, createRedisLog({ client, prefix: `${url}:`, pollMs: NEVER }))
        const close = async () => {
          client.disconnect()
          await engine.close()
        }
        return { ...engine, close }
      }
      return [await withRedis(), await withRedis()]
    }, NEVER)
  })
})
