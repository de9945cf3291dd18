import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadThread, type ThreadStorage } from '@antiphon/threads'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEngine, type ServerEngine } from '../../../packages/server/src/chat-server/engine.js'
import { createRedisLog } from '../../../packages/server/src/log/redis-log.js'
import { LOG_START, type RunLog } from '../../../packages/server/src/log/types.js'
import type { RunStore } from '../../../packages/server/src/runs/types.js'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.js'
import { hasRedis, startRedis, type RedisServer } from '../../support/redis.js'
import { followRun } from './follow-run.js'
import { openPostgres, openSqlite, type RunDatabase } from './run-databases.js'
import { openProcess, type RunProcess } from './run-process.js'
import { startUpstream, type Upstream } from './script-upstream.js'

const NEVER = 10_000_000
const SSE = { accept: 'text/event-stream' }
const WHOLE = 'You said: wait here.  This is the end of it, with ünïcödé 🎈.'
const never = new Promise<never>(() => {})

/** A place that work reaches, and where it stays until it is let go. */
const gate = () => {
  let reach!: () => void
  let letGo!: () => void
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const open = new Promise<void>((resolve) => (letGo = resolve))
  const pass = () => {
    reach()
    return open
  }
  return { reached, pass, letGo }
}

/** The threads of a process whose answers wait at a gate. `settled` is reached when the first one was stored or refused. */
const answersAt = (pass: () => Promise<void>) => {
  const settled = gate()
  const hold = (storage: ThreadStorage): ThreadStorage => ({
    ...storage,
    async write(write) {
      if (!write.nodes.some(({ message }) => message?.role === 'assistant')) return storage.write(write)
      await pass()
      return storage.write(write).finally(() => void settled.pass())
    },
  })
  return { hold, settled: settled.reached }
}

interface Process {
  engine: ServerEngine
  store: RunStore
  log: RunLog
  close(): Promise<void>
}
type OpenProcess = () => Promise<Process>
type Kept = Pick<Process, 'store' | 'log'>
type Append = Parameters<RunLog['append']>

const says = (lines: readonly string[], ...words: string[]) =>
  lines.some((line) => words.every((word) => line.includes(word)))

/** The log of a process that dies at the first append of a kind. */
const logUntil = (log: RunLog, isDeadly: (...append: Append) => boolean) => {
  const { reached, pass } = gate()
  const append = (...given: Append) => (isDeadly(...given) ? pass().then(() => '') : log.append(...given))
  return { log: { ...log, append }, died: reached }
}

/** The places that a process still reaches before it dies. */
const deaths: [string, (kept: Kept) => Kept & { died: Promise<void> }][] = [
  [
    'its answer is stored, and the log has not heard of it',
    ({ store, log }) => ({
      store: { ...store, change: () => never },
      ...logUntil(log, (_key, _epoch, lines) => says(lines, '"antiphon":"message"', '"assistant"')),
    }),
  ],
  [
    'its answer is stored, and its row has not ended',
    ({ store, log }) => {
      const { reached, pass } = gate()
      const change: RunStore['change'] = async (key, work) => {
        let isDead = false
        const run = await store.change(key, (at) => {
          const next = work(at)
          isDead = next?.status === 'ended'
          return isDead ? undefined : next
        })
        if (isDead) await pass()
        return run
      }
      return { store: { ...store, change }, log, died: reached }
    },
  ],
  [
    'its row has ended, and its end is not in the log',
    ({ store, log }) => ({
      store,
      ...logUntil(log, (_key, _epoch, lines) => says(lines, '"antiphon":"end"')),
    }),
  ],
  [
    'its end is in the log, and the log is open',
    ({ store, log }) => ({ store, ...logUntil(log, (_key, _epoch, _lines, isLast) => isLast === true) }),
  ],
]

const suite = (prepare: () => Promise<{ open: OpenProcess; remove(): Promise<void> }>): void => {
  let upstream: Upstream
  let open: OpenProcess
  let remove: () => Promise<void>
  let opened: Process[]
  let runs: RunProcess['runs'][]
  beforeEach(async () => {
    opened = []
    runs = []
    upstream = await startUpstream()
    const prepared = await prepare()
    remove = prepared.remove
    open = async () => {
      const process = await prepared.open()
      opened.push(process)
      return process
    }
  })
  afterEach(async () => {
    upstream.open()
    // One that died in the middle of an append never ends.
    const [silentRuns, ...others] = runs
    void silentRuns?.close()
    for (const each of others) await each.close()
    for (const process of opened) await process.close()
    await remove()
    await upstream.close()
  })

  const start = ({ engine, store, log }: Process, more: Partial<Parameters<typeof openProcess>[0]> = {}) => {
    const { storageOf } = engine
    const one = openProcess({ store, log, storageOf, upstream: upstream.url, ...more })
    runs.push(one.runs)
    return one
  }
  /** A process that gives no sign of life, and a reader of its answer, which has begun. */
  const startSilent = async (process: Process, more: Partial<Parameters<typeof openProcess>[0]> = {}) => {
    const one = start(process, { beatMs: NEVER, ...more })
    await one.fetch('POST', '/threads/t/runs', { id: 'r', message: { id: 'q', content: 'wait here' } })
    const client = followRun()
    await client.read(await one.fetch('GET', '/threads/t/runs/r', undefined, SSE), () =>
      client.texts().join().includes('You said: wait here. '),
    )
    upstream.open()
    return client
  }
  /** The end that a reader is told by the process that takes the run. */
  const endAt = async (process: Process, client: ReturnType<typeof followRun>) => {
    const last = { ...SSE, 'last-event-id': client.offset() }
    await client.read(await start(process).fetch('GET', '/threads/t/runs/r', undefined, last))
    const end = client.seen.at(-1)
    return end?.antiphon === 'end' ? end.outcome : undefined
  }
  const answers = async ({ engine }: Process) =>
    ((await loadThread(engine.threads.of({ id: 'u' }), 't'))?.tree.nodes ?? []).flatMap(({ message }) =>
      message.role === 'assistant' ? [[message.content, message.error?.code]] : [],
    )

  const logOf = async ({ log }: Process) =>
    (await log.read({ userId: 'u', threadId: 't', runId: 'r' }, LOG_START)).events
      .map(({ data }) => data)
      .join('\n')

  it.each(deaths)('is done where its process dies when %s', async (_, die) => {
    const process = await open()
    const { died, ...kept } = die(process)
    const client = await startSilent(process, kept)
    await died
    const other = await open()
    expect(await endAt(other, client)).toBe('done')
    expect(await answers(other)).toEqual([[WHOLE, undefined]])
    expect(client.texts()).toEqual(['wait here', WHOLE])
  })

  it('is done where its process dies when the whole answer is in the log alone', async () => {
    const process = await open()
    const { reached, pass } = gate()
    const { hold } = answersAt(pass)
    const { storageOf } = process.engine
    const client = await startSilent(process, { storageOf: (id, run) => hold(storageOf(id, run)) })
    await reached
    const other = await open()
    await expect.poll(() => logOf(other)).toContain('"finish_reason":"stop"')
    expect(await endAt(other, client)).toBe('done')
    expect(await answers(other)).toEqual([[WHOLE, undefined]])
    expect(client.texts()).toEqual(['wait here', WHOLE])
  })

  it('is lost in its thread as for its reader, where a slow process stores the answer after another has ended it', async () => {
    const process = await open()
    const { reached, pass, letGo } = gate()
    const { hold, settled } = answersAt(pass)
    const { log } = logUntil(process.log, (_key, _epoch, lines) => says(lines, '"finish_reason":"stop"'))
    const { storageOf } = process.engine
    const client = await startSilent(process, { log, storageOf: (id, run) => hold(storageOf(id, run)) })
    await reached
    const other = await open()
    expect(await endAt(other, client)).toBe('lost')
    letGo()
    await settled
    expect(await answers(other)).toEqual([[client.texts()[1], 'server_stopped']])
  })
}

const processOver = (database: RunDatabase, log?: RunLog): Process => {
  const engine = openEngine({ database, log })
  const kept = engine.openRuns()
  return {
    engine,
    ...kept,
    async close() {
      await kept.close()
      await database.close()
    },
  }
}

describe('the end of a run over one SQLite file', () => {
  suite(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'antiphon-end-'))
    return {
      open: async () => processOver(await openSqlite(join(folder, 'runs.db'))),
      remove: () => rm(folder, { recursive: true }),
    }
  })
})

describe.skipIf(noPostgres)(`the end of a run over PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  let postgres: Postgres
  beforeAll(async () => void (postgres = await startPostgres()))
  afterAll(() => postgres.close())

  describe('alone', () => {
    suite(async () => {
      const url = await postgres.createDatabase()
      return { open: async () => processOver(await openPostgres(url)), remove: async () => {} }
    })
  })

  describe.skipIf(!hasRedis())('with its log in Redis (skipped where redis-server is not installed)', () => {
    let redis: RedisServer
    beforeAll(async () => void (redis = await startRedis()))
    afterAll(() => redis.close())

    suite(async () => {
      const url = await postgres.createDatabase()
      const clients: Redis[] = []
      return {
        async open() {
          const client = new Redis(redis.url)
          clients.push(client)
          const log = createRedisLog({ client, prefix: `${url}:` })
          return processOver(await openPostgres(url), log)
        },
        remove: async () => clients.forEach((client) => client.disconnect()),
      }
    })
  })
})
