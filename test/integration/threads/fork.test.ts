import { createHttpStorage } from '@antiphon/server-client'
import { createMemoryStorage } from '@antiphon/threads'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { forkCases } from './fork-cases.js'
import { startThreadServer, type ThreadServer } from './thread-server.js'

let server: ThreadServer
beforeAll(async () => void (server = await startThreadServer()))
afterAll(() => server.close())

describe.each([
  ['in memory', () => createMemoryStorage()],
  ['on a server', () => createHttpStorage({ baseUrl: server.reset(), channel: () => undefined })],
  [
    'on a server that says what changed',
    () => createHttpStorage({ baseUrl: server.reset(1), channel: () => undefined }),
  ],
])('a fork of a thread %s', (_, make) => {
  it.each(forkCases)('$name', ({ run }) => run(make()))
})
