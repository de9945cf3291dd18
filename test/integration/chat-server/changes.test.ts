import {
  createChatServer,
  createThreadStore,
  openDatabase,
  type ChatDatabase,
  type ThreadHooks,
} from '@antiphon/server'
import {
  importThreads,
  loadThread,
  type NodeRecord,
  type ThreadRecord,
  type ThreadWrite,
} from '@antiphon/threads'
import pg from 'pg'
import { migrationsOf } from '../../../packages/server/src/database/schema.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from './engines.js'

const write = (threadId: string, id: string, rest: Partial<ThreadWrite> = {}): ThreadWrite => {
  const message = { id, role: 'user' as const, content: `says ${id}` }
  const node: NodeRecord = { v: 1, threadId, id, parent: null, order: 1, message }
  return { threadId, known: false, nodes: [node], at: 1, title: threadId, durability: 'strict', ...rest }
}
const idsOf = (records: readonly unknown[]): string[] =>
  records.map((one) => (one as { id: string }).id).sort()

for (const [name, make, missing] of engines) {
  describe.skipIf(missing)(`threads of many writers: ${missing ?? name}`, () => {
    const engine = make()
    let database: ChatDatabase
    let other: ChatDatabase
    beforeAll(async () => {
      await engine.start()
      database = await engine.open()
      other = await engine.again(database)
    })
    afterAll(() => engine.stop())

    it('of 40 writers on one thread none is lost, by two connections to the database', async () => {
      const stores = [database, other].map((one) => createThreadStore(one).of({ id: 'many' }))
      const ids = Array.from({ length: 40 }, (_, i) => [`${i}a`, `${i}b`, `${i}c`])
      await Promise.all(
        ids.map(async (some, i) => {
          for (const id of some) expect(await stores[i % 2]!.write(write('t', id))).toBe('written')
        }),
      )
      expect(idsOf((await stores[0]!.read('t'))!.nodes)).toEqual(ids.flat().sort())
    })

    it('a reader with a mark misses no change, although some transactions take longer than those that began later', async () => {
      const user = { id: 'reader' }
      /** Every third one waits before it commits. */
      let count = 0
      const hooks: ThreadHooks = {
        change: () => (count++ % 3 === 0 ? new Promise((resolve) => setTimeout(resolve, 15)) : undefined),
      }
      const writers = [database, other].map((one) => createThreadStore(one, { hooks }).of(user))
      const reader = createThreadStore(database).of(user)
      const seen = new Map<string, ThreadRecord>()
      let mark: string | undefined
      const readPage = async (): Promise<boolean> => {
        const { threads, next, more } = await reader.changes(mark, 3)
        for (const record of threads as ThreadRecord[]) seen.set(record.id, record)
        mark = next
        return more
      }
      const writing = { isOver: false }
      const reading = (async () => {
        while (!writing.isOver) await readPage()
      })()
      await Promise.all(
        Array.from({ length: 16 }, async (_, i) => {
          await writers[i % 2]!.write(write(`t${i}`, 'a'))
          await writers[i % 2]!.update(`t${i}`, { pinnedAt: i })
        }),
      )
      writing.isOver = true
      await reading
      // Only what was not committed at the last page may be missing, and that is nothing now.
      while (await readPage());
      expect(idsOf([...seen.values()])).toEqual(Array.from({ length: 16 }, (_, i) => `t${i}`).sort())
      for (const [id, record] of seen) expect(`t${record.pinnedAt}`).toBe(id)
    })

    it('a mark of another user, of before an erasure, and one of nobody are refused', async () => {
      const store = createThreadStore(database)
      const [ann, bob] = [store.of({ id: 'mark ann' }), store.of({ id: 'mark bob' })]
      await ann.write(write('t', 'a'))
      await bob.write(write('t', 'a'))
      const { next: mark } = await ann.changes()
      expect(await ann.changes(mark)).toEqual({ threads: [], next: mark, more: false })
      const refusal = { problem: { kind: 'refused' } }
      for (const bad of [mark!.replace(/\d+$/, '99'), `${mark}.1`, '1', '', 'x.y'])
        await expect(ann.changes(bad)).rejects.toMatchObject(refusal)
      await expect(bob.changes(mark)).rejects.toMatchObject(refusal)
      await store.eraseUser('mark ann')
      await ann.write(write('t', 'a'))
      await expect(ann.changes(mark)).rejects.toMatchObject(refusal)
    })

    it('acceptance and audit in one transaction: a message is stored with its audit, or neither is', async () => {
      const create = database.db.schema
        .createTable('audit')
        .addColumn('said', 'text')
        .addColumn('at', 'bigint')
      await create.ifNotExists().execute()
      let isFull = false
      const store = createThreadStore(database, {
        clock: () => 77,
        hooks: {
          async change({ userId, threadId, type, ids, at }, transaction) {
            await transaction
              .insertInto('audit')
              .values({ said: [userId, threadId, type, ...(ids ?? [])].join(' '), at })
              .execute()
            if (isFull) throw new Error('The audit is full.')
          },
        },
      })
      const threads = store.of({ id: 'audited' })
      const heard: string[] = []
      threads.subscribe(({ type }) => heard.push(type))
      const audit = async () => {
        const rows = await database.db.selectFrom('audit').selectAll().orderBy('said').execute()
        return rows.map(({ said, at }) => [said, Number(at)])
      }
      await threads.write(write('t', 'a'))
      expect(await audit()).toEqual([['audited t nodes a', 77]])
      isFull = true
      for (const work of [
        () => threads.write(write('t', 'b')),
        () => threads.purge('t'),
        () => threads.update('t', { title: 'x' }),
      ])
        await expect(work()).rejects.toMatchObject({ problem: { raw: 'The audit is full.' } })
      expect(await audit()).toEqual([['audited t nodes a', 77]])
      expect(idsOf((await threads.read('t'))!.nodes)).toEqual(['a'])
      expect(await threads.search('says b')).toEqual([])
      expect(heard).toEqual(['nodes'])
    })

    it('what was deleted long ago is purged, and what was restored meanwhile is not', async () => {
      let now = 1_000
      const store = createThreadStore(database, { clock: () => now })
      const threads = store.of({ id: 'purged' })
      for (const id of ['old', 'young', 'kept']) await threads.write(write(id, 'a'))
      await threads.update('old', { removedAt: 1_000 })
      await threads.update('young', { removedAt: 5_000 })
      now = 6_000
      expect(await store.purgeRemoved(2_000)).toBe(1)
      expect((await threads.read('old'))!.nodes).toEqual([])
      expect(await threads.list()).toContainEqual(expect.objectContaining({ id: 'old', purged: true }))
      expect((await threads.read('young'))!.nodes).toHaveLength(1)
      expect(await store.purgeRemoved(2_000)).toBe(0)
    })

    it('the file of a user has all threads but the purged ones, and no other user’s; erased, nothing is left', async () => {
      const store = createThreadStore(database)
      const [ann, bob] = [store.of({ id: 'erased ann' }), store.of({ id: 'erased bob' })]
      for (const id of ['one', 'two', 'gone', 'deleted']) await ann.write(write(id, `${id} message`))
      await bob.write(write('one', 'of bob'))
      await ann.purge('gone')
      await ann.update('deleted', { removedAt: 5 })
      const pieces: string[] = []
      for await (const piece of store.exportUser('erased ann')) pieces.push(piece)
      const file = pieces.join('')
      expect(file).not.toContain('of bob')
      const cleo = createThreadStore(database).of({ id: 'erased cleo' })
      const { threadIds, quarantined } = await importThreads(cleo, file)
      expect([threadIds.length, quarantined]).toEqual([3, 0])
      const texts = await Promise.all(threadIds.map(async (id) => (await loadThread(cleo, id))!.nodes[0]!.id))
      expect(texts.sort()).toEqual(['deleted message', 'one message', 'two message'])

      await store.eraseUser('erased ann')
      expect(await ann.list()).toEqual([])
      expect(await ann.search('says')).toEqual([])
      for (const table of ['users', 'threads', 'nodes', 'words']) {
        const rows = database.db
          .selectFrom(`antiphon_${table}`)
          .selectAll()
          .where('user_id', '=', 'erased ann')
        expect([table, await rows.execute()]).toEqual([table, []])
      }
      expect(idsOf((await bob.read('one'))!.nodes)).toEqual(['of bob'])
      expect(await bob.search('bob')).toEqual(['one'])
    })

    it('ids that an engine would change are refused, and nothing is stored', async () => {
      const store = createThreadStore(database)
      const threads = store.of({ id: 'ids' })
      for (const id of ['', 'a\0b', '\ud800', 'x'.repeat(501)]) {
        expect(() => store.of({ id })).toThrow('server that stores')
        await expect(threads.write(write(id, 'a'))).rejects.toMatchObject({ problem: { kind: 'refused' } })
        await expect(threads.write(write('t', id))).rejects.toMatchObject({ problem: { kind: 'refused' } })
      }
      expect(await threads.list()).toEqual([])
    })

    it('migrates a database of the version before, and keeps what is in it', async () => {
      const { db, dialect } = database
      // As that version left it: without the last table, and without a note that it was made.
      await db.schema.dropTable('antiphon_shares').execute()
      await db.deleteFrom('antiphon_migrations').where('name', '=', '2026-11-shares').execute()
      expect(Object.keys(migrationsOf(dialect)).at(-1)).toBe('2026-11-shares')
      const before = createThreadStore(database).of({ id: 'before' })
      await before.write(write('t', 'a'))
      const kept = await before.read('t')
      await database.migrate()
      expect(await createThreadStore(other).of({ id: 'before' }).read('t')).toEqual(kept)
      const server = createChatServer({ database, authorize: () => ({ id: 'before' }) })
      const body = JSON.stringify({ page: 'x', seconds: 60 })
      const headers = { 'content-type': 'application/json' }
      const shared = new Request('https://chat.example/threads/t/shares', { method: 'POST', headers, body })
      expect((await server.fetch(shared)).status).toBe(201)
      await before.purge('t')
      expect(await db.selectFrom('antiphon_shares').select('page').execute()).toEqual([])
    })

    it('says that the tables are missing before migrate was called, and migrates once when many do at once', async () => {
      await database.db.schema.dropTable('antiphon_users').execute()
      await expect(createThreadStore(database).of({ id: 'x' }).write(write('t', 'a'))).rejects.toMatchObject({
        problem: { raw: expect.stringContaining('Call migrate() first') },
      })
      const runs = ['antiphon_run_events', 'antiphon_run_logs', 'antiphon_runs']
      for (const table of [
        'antiphon_words',
        'antiphon_nodes',
        'antiphon_threads',
        'antiphon_shares',
        'antiphon_migrations',
        ...runs,
      ])
        await database.db.schema.dropTable(table).execute()
      await database.db.schema.dropTable('antiphon_words_text').ifExists().execute()
      await Promise.all([database, other, database, other].map((one) => one.migrate()))
      expect(await createThreadStore(other).of({ id: 'x' }).write(write('t', 'a'))).toBe('written')
      await database.migrate()
    })
  })
}

it('a database that cannot be opened says what to do', async () => {
  await expect(openDatabase({ sqlite: { file: '/nowhere/at/all.db' } })).rejects.toThrow(
    /\/nowhere\/at\/all\.db cannot be opened: .+ Its folder must exist/,
  )
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
  await expect(openDatabase({ postgres: pool })).rejects.toThrow(
    /does not answer: .*ECONNREFUSED.* Check its address/,
  )
  expect(pool.ended).toBe(true)
  await expect(openDatabase({} as never)).rejects.toThrow('takes either { sqlite: { file } }')
})

it('an error of a client whose stack is read-only, as on new versions of Node, keeps its own words', async () => {
  const wrong = Object.defineProperty(new Error('password is wrong'), 'stack', {
    value: 'at login',
    writable: false,
  })
  const postgres = {
    reserve: async () => ({ unsafe: () => Promise.reject(wrong), release() {} }),
    end: async () => {},
  }
  await expect(openDatabase({ postgres })).rejects.toThrow(/answer: password is wrong/)
})
