import { join } from 'node:path'
import { createThreadStore, openDatabase } from '@antiphon/server'
import type { NodeRecord, StorageError } from '@antiphon/threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPostgres } from '../../support/postgres.js'
import { postgresServer, sqliteFiles } from './engines.js'
import { bundleWriter, MESSAGES, writeUntilKilled } from './writes.js'

describe('a process that is killed while it writes into SQLite', () => {
  const engine = sqliteFiles()
  let code = ''
  beforeAll(async () => {
    await engine.start()
    code = await bundleWriter()
  })
  afterAll(() => engine.stop())

  it('leaves each write whole or not at all, and every write that it was told of', async () => {
    const file = join(engine.folder(), 'killed.db')
    for (const writes of [1, 2, 5, 9, 14, 3, 20, 7]) {
      const told = await writeUntilKilled(code, file, writes)
      const database = await openDatabase({ sqlite: { file } })
      const threads = createThreadStore(database).of({ id: 'ann' })
      const nodes = (await threads.read('t'))!.nodes as NodeRecord[]
      const rounds = new Set(nodes.map(({ order }) => order))
      expect(nodes).toHaveLength(MESSAGES)
      expect(rounds.size).toBe(1)
      const [round] = rounds
      expect(round).toBeGreaterThanOrEqual(told)
      expect(await threads.search(`round${round} `)).toEqual(['t'])
      expect(await threads.search(`round${round! + 1} `)).toEqual([])
      await database.close()
    }
  })
})

describe.skipIf(noPostgres)(
  `a PostgreSQL that ends like in a power cut while many write${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    const engine = postgresServer()
    beforeAll(() => engine.start())
    afterAll(() => engine.stop())

    it('has every write that was told of, and the others go on when it is back', async () => {
      const database = await engine.open()
      const threads = createThreadStore(database).of({ id: 'ann' })
      const told: string[] = []
      const refused: unknown[] = []
      const crash = { isOver: false }
      const write = async (worker: number): Promise<void> => {
        for (let i = 0; !crash.isOver || i < 5; i++) {
          const id = `${worker}-${i}`
          const message = { id, role: 'user' as const, content: id }
          const node: NodeRecord = { v: 1, threadId: 't', id, parent: null, order: i, message }
          await threads
            .write({ threadId: 't', known: false, nodes: [node], at: i, durability: 'strict' })
            .then(() => told.push(id))
            .catch((error: unknown) => refused.push(error))
        }
      }
      const working = Promise.all(Array.from({ length: 8 }, (_, worker) => write(worker)))
      while (told.length < 40) await new Promise((resolve) => setImmediate(resolve))
      await engine.server().crash()
      crash.isOver = true
      await working
      const ids = ((await threads.read('t'))!.nodes as NodeRecord[]).map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set([...ids, ...told]))
      expect(refused.length).toBeGreaterThan(0)
      const kinds = refused.map((error) => (error as StorageError).problem)
      expect(kinds.filter(({ kind }) => kind !== 'network')).toEqual([])
    })
  },
)
