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

test('a mark that this server did not give is refused, and then the page reads the whole list', async () => {
  const response = await app.request('/api/threads?since=unknown', { headers: { 'x-user': 'ada' } })
  expect(response.status).toBe(400)
})
