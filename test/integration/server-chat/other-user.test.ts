/** Somebody else signs in in another tab of the browser while a page is open, by real HTTP and SQLite. */
import { createChat } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { createHttpStorage, createServerChat, createShareLinks } from '@antiphon/server-client'
import { createThreadSessions } from '@antiphon/threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startChatService, type ChatService } from './chat-service.js'

let service: ChatService
/** The user of the cookie, which all tabs of the browser send. */
let cookie: string
beforeEach(async () => {
  cookie = 'ada'
  service = await startChatService({
    authorize: ({ headers }) => ({ id: headers.get('x-cookie') ?? cookie }),
  })
})
afterEach(() => service.close())

const until = (read: () => unknown, value: unknown) => expect.poll(read).toEqual(value)
const access = () => ({ baseUrl: service.url, channel: () => undefined })
/** The threads of whoever is signed in, as a page shows them that is opened now. */
const list = () => createHttpStorage(access()).list()
const textsOf = async (threadId: string) => JSON.stringify(await createHttpStorage(access()).read(threadId))
const signedOut = { problem: { kind: 'refused', raw: expect.stringContaining('Somebody else') } }

it('a question of the page is not asked as theirs, and goes out when the same person is back', async () => {
  const page = await service.page('t')
  await page.chat.send('hello of Ada')
  cookie = 'alan'
  await page.chat.send('secret of Ada')
  expect(page.chat.getError()).toMatchObject({ kind: 'auth', status: 401, isSignedOut: true })
  expect(await list()).toEqual([])
  cookie = 'ada'
  await page.chat.retry()
  expect(page.texts().at(-1)).toContain('You said: secret of Ada')
  expect(await textsOf('t')).toContain('secret of Ada')
})

it('a conversation that the page answers itself is not stored as theirs, but as hers after her login', async () => {
  const threads = createThreadSessions({
    storage: createHttpStorage(access()),
    createChat: () =>
      createChat({
        transport: scriptedTransport(
          [1, 2].map(() => [
            sseText([{ choices: [{ index: 0, delta: { content: 'Yes.' }, finish_reason: 'stop' }] }]),
          ]),
        ),
        scheduler: immediateScheduler,
      }),
  })
  const { session } = threads.acquire('t')
  await session.saver.loaded
  await session.chat.send('hello of Ada')
  await session.saver.flush()
  cookie = 'alan'
  await session.chat.send('secret of Ada')
  await session.saver.flush()
  expect(session.saver.getState()).toMatchObject({ status: 'memory-only', ...signedOut })
  expect(await list()).toEqual([])
  cookie = 'ada'
  await session.saver.flush()
  expect(session.saver.getState().status).toBe('saved')
  expect(await textsOf('t')).toContain('secret of Ada')
  await threads.close()
})

it('their list, a thread and the links of theirs are not shown, and nothing is renamed or deleted', async () => {
  cookie = 'alan'
  const alan = await service.page('theirs')
  await alan.chat.send('secret of Alan')
  await until(async () => (await list()).length, 1)
  cookie = 'ada'
  const page = createHttpStorage(access())
  const links = createShareLinks(access())
  expect(await page.list()).toEqual([])
  cookie = 'alan'
  await expect(page.list()).rejects.toMatchObject(signedOut)
  await expect(page.search('secret')).rejects.toMatchObject(signedOut)
  await expect(page.read('theirs')).rejects.toMatchObject(signedOut)
  await expect(page.update('theirs', { title: 'x' })).rejects.toMatchObject(signedOut)
  await expect(page.purge('theirs')).rejects.toMatchObject(signedOut)
  await expect(links.list('theirs')).rejects.toMatchObject(signedOut)
  expect(await list()).toMatchObject([{ title: 'secret of Alan' }])
})

it('an answer that was asked for before anybody was named is shown to nobody else', async () => {
  const cookies = ['ada', 'alan']
  const storage = createHttpStorage({ ...access(), headers: () => ({ 'x-cookie': cookies.shift()! }) })
  const [mine, theirs] = await Promise.allSettled([storage.list(), storage.search('x')])
  expect([mine, theirs].map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('a storage that is made anew is for whoever is signed in then, with the chats that are made after it', async () => {
  await service.page('t')
  cookie = 'alan'
  const page = await service.page('t')
  await page.chat.send('hello of Alan')
  expect(page.texts().at(-1)).toContain('hello of Alan')
  const chat = createServerChat({ ...access(), threadId: 'other', scheduler: immediateScheduler })
  await chat.send('more')
  expect(chat.getError()).toBeUndefined()
  chat.close()
})

it('a server that names nobody is used as before', async () => {
  const storage = createHttpStorage({
    ...access(),
    fetch: async (input, init) => {
      expect(new Headers(init?.headers).has('antiphon-user')).toBe(false)
      const response = await fetch(input, init)
      const headers = new Headers(response.headers)
      headers.delete('antiphon-user')
      return new Response(response.body, { status: response.status, headers })
    },
  })
  expect(await storage.list()).toEqual([])
  cookie = 'alan'
  expect(await storage.list()).toEqual([])
})
