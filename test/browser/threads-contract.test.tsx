import { createIndexedDbStorage, type ThreadStorage } from '@antiphon/threads'
import { afterEach, describe, it } from 'vitest'
import { forkCases } from '../integration/threads/fork-cases.js'
import { threadStorageCases } from '../../packages/server/src/testkit/thread-storage-cases.js'

describe('the contract of a storage: IndexedDB', () => {
  const names = new Map<ThreadStorage, string>()
  const connect = (name: string): ThreadStorage => {
    const storage = createIndexedDbStorage({ name })
    names.set(storage, name)
    return storage
  }
  afterEach(async () => {
    for (const storage of names.keys()) storage.close()
    for (const name of new Set(names.values()))
      await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
    names.clear()
  })

  it.each(threadStorageCases)('$name', ({ run }) =>
    run({
      open: () => connect(`contract ${crypto.randomUUID()}`),
      again: (storage) => connect(names.get(storage)!),
    }),
  )

  it.each(forkCases)('a fork: $name', ({ run }) => run(connect(`contract ${crypto.randomUUID()}`)))
})
