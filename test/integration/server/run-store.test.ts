import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryRunStore } from '../../../packages/server/src/runs/memory-run-store.js'
import { createSqlRunStore } from '../../../packages/server/src/runs/sql-run-store.js'
import { MAX_STOPPED_EARLY, type Run, type RunStore } from '../../../packages/server/src/runs/types.js'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.js'
import { openPostgres, openSqlite } from './run-databases.js'

interface Stores {
  store: RunStore
  /** The same runs as another process sees them. */
  other: RunStore
  end(): Promise<void>
}

const run = (runId: string, more: Partial<Run> = {}): Run => ({
  userId: 'u',
  threadId: 't',
  runId,
  status: 'running',
  owner: 'one',
  epoch: 1,
  beat: 0,
  version: 1,
  data: { order: { message: { id: 'q', content: 'ünïcödé 🎈' } }, startedAt: 5 },
  ...more,
})

const cases: [string, (stores: Stores) => Promise<void>][] = [
  [
    'adds a run once, and one of a thread at a time',
    async ({ store, other }) => {
      const added = await Promise.all([store, other, store, other].map((one) => one.add(run('a'))))
      expect(added.filter(({ isNew }) => isNew)).toHaveLength(1)
      expect(added.map((each) => each.run.runId)).toEqual(['a', 'a', 'a', 'a'])
      expect(await other.add(run('b'))).toMatchObject({ isNew: false, run: { runId: 'a' } })
      expect(await store.get(run('a'))).toEqual(run('a'))
      expect(await other.openOf('u', 't')).toEqual(run('a'))
      await store.change(run('a'), (at) => ({ ...at, status: 'ended' }))
      expect(await other.openOf('u', 't')).toBe(undefined)
      expect((await other.add(run('b'))).isNew).toBe(true)
    },
  ],

  [
    'keeps users, threads and runs apart',
    async ({ store }) => {
      await store.add(run('a'))
      for (const more of [{ userId: 'u2' }, { threadId: 't2' }]) {
        expect(await store.get(run('a', more))).toBe(undefined)
        expect(await store.change(run('a', more), (at) => at)).toBe(undefined)
        expect((await store.add(run('a', more))).isNew).toBe(true)
        await store.remove(run('a', more))
      }
      expect(await store.get(run('a'))).toEqual(run('a'))
    },
  ],

  [
    'loses none of many changes that come at once from two processes',
    async ({ store, other }) => {
      await store.add(run('a'))
      const add = (one: RunStore, id: string) =>
        one.change(run('a'), (at) => ({
          ...at,
          data: { ...at.data, inbox: [...(at.data.inbox ?? []), { id, content: id }] },
        }))
      await Promise.all(Array.from({ length: 20 }, (_, at) => add(at % 2 ? store : other, String(at))))
      const ids = (await store.get(run('a')))?.data.inbox?.map(({ id }) => Number(id)) ?? []
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at))
    },
  ],

  [
    'lets one of two processes take a run',
    async ({ store, other }) => {
      await store.add(run('a'))
      const take = (one: RunStore, owner: string) =>
        one.change(run('a'), (at) => (at.epoch === 1 ? { ...at, owner, epoch: 2 } : undefined))
      const taken = await Promise.all([take(store, 'x'), take(other, 'y')])
      expect(taken.filter(Boolean)).toHaveLength(1)
    },
  ],

  [
    'counts signs of life of its own running runs, which are no changes',
    async ({ store, other }) => {
      await store.add(run('a'))
      await store.add(run('b', { threadId: 't2', owner: 'two' }))
      await store.add(run('c', { threadId: 't3', status: 'waiting' }))
      expect((await store.beat('one')).map(({ runId }) => runId)).toEqual(['a'])
      await store.beat('one')
      expect(await other.others('two')).toMatchObject([{ runId: 'a', beat: 2, version: 1 }])
      expect(await other.others('one')).toMatchObject([{ runId: 'b', beat: 0 }])
      await other.change(run('a'), (at) => ({ ...at, owner: 'three', beat: 0, epoch: 2 }))
      expect(await store.beat('one')).toEqual([])
    },
  ],

  [
    'keeps the newest runs of a user that were stopped before they began, and every other run',
    async ({ store, other }) => {
      // Each of a thread of its own, because a user may name any thread.
      const early = (name: string, userId = 'u') =>
        run(name, { threadId: name, userId, status: 'ended', epoch: 0 })
      await store.add(run('begun'))
      await store.add(early('of another', 'u2'))
      const names = Array.from({ length: MAX_STOPPED_EARLY + 30 }, (_, at) => `early ${at}`)
      for (const [at, name] of names.entries())
        expect((await (at % 2 ? store : other).add(early(name))).isNew).toBe(true)
      const kept = await Promise.all(names.map((name) => store.get(early(name))))
      expect(kept.filter(Boolean).map((one) => one!.runId)).toEqual(names.slice(30))
      expect(await store.get(run('begun'))).toEqual(run('begun'))
      expect(await store.get(early('of another', 'u2'))).toBeDefined()
    },
  ],

  [
    'tells of a change that another process made',
    async ({ store, other }) => {
      await store.add(run('a'))
      const told = new Promise((resolve) => other.subscribe(resolve))
      await store.change(run('a'), (at) => at)
      expect(await told).toBe('a')
    },
  ],
]

/** Later with each look, so that no two rows are of the same moment. */
let clock = 0
const now = () => ++clock

const suite = (open: () => Promise<Stores>): void => {
  it.each(cases)('%s', async (_, work) => {
    const stores = await open()
    try {
      await work(stores)
    } finally {
      await stores.end()
    }
  })
}

describe('runs in memory', () => {
  suite(async () => {
    const store = createMemoryRunStore()
    return { store, other: store, end: () => store.close() }
  })
})

describe('runs in SQLite', () => {
  suite(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'antiphon-runs-'))
    const { db, dialect, close } = await openSqlite(join(folder, 'runs.db'))
    // Processes tell one another nothing there: each asks with its sign of life.
    const store = createSqlRunStore({ db, dialect, now })
    return {
      store,
      other: store,
      async end() {
        await store.close()
        await close()
        await rm(folder, { recursive: true })
      },
    }
  })
})

describe.skipIf(noPostgres)('runs in PostgreSQL (skipped where PostgreSQL is not installed)', () => {
  let server: Postgres
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.close())

  suite(async () => {
    const url = await server.createDatabase()
    const databases = [await openPostgres(url), await openPostgres(url)]
    const [store, other] = databases.map(({ db, dialect, listen }) =>
      createSqlRunStore({ db, dialect, listen: listen!, now }),
    )
    return {
      store: store!,
      other: other!,
      async end() {
        for (const each of [store!, other!]) await each.close()
        for (const each of databases) await each.close()
      },
    }
  })
})
