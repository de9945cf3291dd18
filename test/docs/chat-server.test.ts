/** The server of docs/chat-server.md runs here unchanged, with a session of the test in place of theirs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileCases, threadStorageCases } from '@antiphon/server/testkit'
import {
  createChatServer,
  openDatabase,
  createThreadStore,
  type ChatServer,
  type ThreadHooks,
} from '@antiphon/server'
import { createHttpStorage } from '@antiphon/server-client'
import { type ThreadWrite } from '@antiphon/threads'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { snippetsOf } from './pages.js'

const folder = join(import.meta.dirname, `chat-server-${process.pid}`)
mkdirSync(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllGlobals())

function load<Module>(name: string, has: string): Promise<Module> {
  const { code } = snippetsOf('docs/chat-server.md').find((snippet) => snippet.code.includes(has))!
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, code)
  return import(/* @vite-ignore */ file) as Promise<Module>
}

const write: ThreadWrite = {
  threadId: 't',
  known: false,
  nodes: [
    {
      v: 1,
      threadId: 't',
      id: 'a',
      parent: null,
      order: 1,
      message: { id: 'a', role: 'user', content: 'hello' },
    },
  ],
  at: 1,
  durability: 'strict',
}

it('the server keeps the threads of who is signed in, in the file, for a page with createHttpStorage', async () => {
  vi.stubEnv('CHAT_FILE', join(folder, 'chat.db'))
  vi.stubGlobal('sessionOf', async ({ headers }: Request) => {
    const userId = headers.get('cookie')
    return userId === null ? undefined : { userId }
  })
  const { chatServer } = await load<{ chatServer: ChatServer }>('server', 'sessionOf(')
  const as = (user?: string) =>
    createHttpStorage({
      baseUrl: 'https://chat.example/api',
      fetch: (url, init) => chatServer.fetch(new Request(url, init)),
      ...(user !== undefined && { headers: () => ({ cookie: user }) }),
      channel: () => undefined,
    })
  expect(await as('ann').write(write)).toBe('written')
  expect(await as('ann').search('hel')).toEqual(['t'])
  expect(await as('bob').read('t')).toBeUndefined()
  await expect(as().list()).rejects.toMatchObject({ problem: { kind: 'refused' } })
})

it('the cases for an engine of one’s own are registered with a runner, and hold', async () => {
  const registered: [name: string, run: () => Promise<void>][] = []
  const test = (...one: (typeof registered)[number]) => void registered.push(one)
  vi.doMock('node:test', () => ({ test, default: { test } }))
  await load('testkit', 'fileCases')
  vi.doUnmock('node:test')
  expect(registered).toHaveLength(threadStorageCases.length + fileCases.length)
  for (const [, run] of registered) await run()
})

it('a page is shared by a link, which shows it', async () => {
  vi.stubGlobal('location', { href: 'https://chat.example/' })
  const database = await openDatabase({ sqlite: { file: ':memory:' } })
  await database.migrate()
  const server = createChatServer({ database, basePath: '/api', authorize: () => ({ id: 'ann' }) })
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    server.fetch(new Request(new URL(url, 'https://chat.example'), init)),
  )
  await server.threads.of({ id: 'ann' }).write(write)
  const { share } = await load<{ share(id: string, page: string): Promise<string> }>(
    'share',
    'createShareLinks',
  )
  const url = await share('t', '<p>looked through')
  expect(await (await fetch(url)).text()).toBe('<p>looked through')
  await database.close()
})

it('the audit is written with the message, and the data of a user is exported and erased', async () => {
  const database = await openDatabase({ sqlite: { file: ':memory:' } })
  await database.migrate()
  const audit = database.db.schema.createTable('audit')
  await ['user', 'thread', 'type', 'at']
    .reduce((table, name) => table.addColumn(name, 'text'), audit)
    .execute()
  const { hooks } = await load<{ hooks: ThreadHooks }>('hooks', 'ThreadHooks')
  await createThreadStore(database, { hooks, clock: () => 5 })
    .of({ id: 'ann' })
    .write(write)
  expect(await database.db.selectFrom('audit').selectAll().execute()).toEqual([
    { user: 'ann', thread: 't', type: 'nodes', at: expect.stringMatching(/^5/) },
  ])

  const printed: string[] = []
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => printed.push(String(text)) > 0)
  const { tidy } = await load<{ tidy(db: typeof database, userId: string): Promise<number> }>('tidy', 'tidy(')
  const purged = await tidy(database, 'ann')
  stdout.mockRestore()
  expect(purged).toBe(0)
  expect(JSON.parse(printed.join(''))).toMatchObject({ threads: [{ nodes: [{ id: 'a' }] }] })
  expect(await createThreadStore(database).of({ id: 'ann' }).list()).toEqual([])
  await database.close()
})
