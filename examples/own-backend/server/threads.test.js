import { createHttpStorage } from '@antiphon/server-client'
import { threadStorageCases } from '@antiphon/server/testkit'
import { Hono } from 'hono'
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { threads } from './threads.js'

// Pages of one record, so that every list has several.
vi.hoisted(() => (process.env.THREADS_PAGE = '1'))

/** The routes, for the user whom the request names. */
const app = new Hono()
  .use((c, next) => (c.set('user', c.req.header('x-user')), next()))
  .route('/api/threads', threads)

test.each(threadStorageCases)('$name', async ({ run }) => {
  // A user for each case, so that it begins with nothing.
  const headers = { 'x-user': randomUUID() }
  const open = () =>
    createHttpStorage({
      baseUrl: 'http://shop.test/api',
      headers: () => headers,
      fetch: async (url, init) => app.fetch(new Request(url, init)),
    })
  await expect(run({ open, again: open })).resolves.toBeUndefined()
})

test.each([
  ['POST', '/x/nodes', '{}'],
  ['POST', '/x/nodes', 'not JSON'],
  [
    'POST',
    '/x/nodes',
    '{"known":false,"nodes":[{"v":1,"threadId":"y","id":"a","parent":null,"order":1}],"at":1}',
  ],
  ['PATCH', '/x', '{"title":5}'],
])(
  'a body that is nothing of the kind is refused, and enters no list: %s %s %s',
  async (method, path, body) => {
    const headers = { 'x-user': 'eve' }
    expect((await app.request(`/api/threads${path}`, { method, body, headers })).status).toBe(400)
    expect(await (await app.request('/api/threads', { headers })).json()).toMatchObject({ threads: [] })
  },
)

test('a mark that this server did not give is refused, and then the page reads the whole list', async () => {
  const response = await app.request('/api/threads?since=unknown', { headers: { 'x-user': 'ada' } })
  expect(response.status).toBe(400)
})
