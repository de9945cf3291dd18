import { createThreadStore, type ChatDatabase } from '@antiphon/server'
import { threadStorageCases } from '@antiphon/server/testkit'
import {
  createMemoryDatabase,
  createMemoryStorage,
  type MemoryDatabase,
  type ThreadStorage,
} from '@antiphon/threads'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { engines } from './engines.js'

describe('the contract of a storage: memory', () => {
  const databases = new Map<ThreadStorage, MemoryDatabase>()
  const open = (database = createMemoryDatabase()): ThreadStorage => {
    const storage = createMemoryStorage({ database })
    databases.set(storage, database)
    return storage
  }
  it.each(threadStorageCases)('$name', ({ run }) =>
    run({ open: () => open(), again: (storage) => open(databases.get(storage)) }),
  )
})

for (const [name, make, missing] of engines) {
  describe.skipIf(missing)(`the contract of a storage: ${missing ?? name}`, () => {
    const engine = make()
    let database: ChatDatabase
    let other: ChatDatabase
    let users = 0
    const ids = new Map<ThreadStorage, string>()
    beforeAll(async () => {
      await engine.start()
      database = await engine.open()
      other = await engine.again(database)
    })
    afterAll(() => engine.stop())

    // All cases share the tables, each with a user of its own, so rows of other users are always there.
    const openFor = (from: ChatDatabase, id: string): ThreadStorage => {
      const storage = createThreadStore(from).of({ id })
      ids.set(storage, id)
      return storage
    }
    it.each(threadStorageCases)('$name', ({ run }) =>
      run({
        open: () => openFor(database, `user ${++users}`),
        again: (storage) => openFor(other, ids.get(storage)!),
      }),
    )
  })
}
