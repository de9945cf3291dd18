import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChatServer, createFolderFiles, createThreadStore, type ChatDatabase } from '@antiphon/server'
import { threadStorageCases } from '@antiphon/server/testkit'
import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { createHttpStorage } from '@antiphon/server-client'
import {
  createMemoryDatabase,
  createMemoryStorage,
  type MemoryDatabase,
  type ThreadStorage,
} from '@antiphon/threads'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { engines } from './engines.js'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

describe('the contract of a storage: the memory of a chat server', () => {
  const userOf = (request: Request) => ({ id: request.headers.get('x-user')! })
  const server = createChatServer({ database: 'memory', authorize: userOf, limits: { pageThreads: 1 } })
  const ids = new Map<ThreadStorage, string>()
  let listening: Awaited<ReturnType<typeof listen>>
  let users = 0
  beforeAll(async () => void (listening = await listen(server.fetch)))
  afterAll(async () => {
    await server.close()
    await listening.close()
  })
  const openFor = (id: string): ThreadStorage => {
    const storage = createHttpStorage({
      baseUrl: listening.url,
      headers: () => ({ 'x-user': id }),
      channel: () => undefined,
    })
    ids.set(storage, id)
    return storage
  }
  it.each(threadStorageCases)('$name', ({ run }) =>
    run({ open: () => openFor(`user ${++users}`), again: (storage) => openFor(ids.get(storage)!) }),
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

    it.each(threadStorageCases)(
      'by createHttpStorage and createChatServer, with files: $name',
      async ({ run }) => {
        const files = createFolderFiles({ folder: mkdtempSync(join(folder, 'files-')) })
        /** Each view asks a server of its own, over a connection of its own to the database. */
        const servers = [database, other].map((one) =>
          createChatServer({
            database: one,
            basePath: '/api',
            authorize: (request) => ({ id: request.headers.get('x-user')! }),
            // So small that every list is read in pages.
            limits: { pageThreads: 1 },
            files,
          }),
        )
        const listening = await Promise.all(servers.map(({ fetch }) => listen(fetch)))
        const openOn = (i: number, id: string): ThreadStorage => {
          const storage = createHttpStorage({
            baseUrl: `${listening[i]!.url}/api`,
            headers: () => ({ 'x-user': id }),
            channel: () => undefined,
          })
          ids.set(storage, id)
          return storage
        }
        try {
          await run({
            open: () => openOn(0, `user ${++users}`),
            again: (storage) => openOn(1, ids.get(storage)!),
          })
        } finally {
          await Promise.all([...servers, ...listening].map((one) => one.close()))
        }
      },
    )
  })
}

/** A server of Node in front of a handler of the web. */
async function listen(fetch: (request: Request) => Promise<Response>) {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
