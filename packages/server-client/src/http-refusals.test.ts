import { expect, it } from 'vitest'
import { createHttpStorage } from './http-storage.js'

it.each([
  [413, 'too-large'],
  [507, 'server-full'],
  [401, 'refused'],
  [403, 'forbidden'],
  [503, 'network'],
])('status %s of a server is %s, and never the storage of the browser', async (status, kind) => {
  const storage = createHttpStorage({
    baseUrl: 'https://app.example/api',
    fetch: async () => new Response('request entity too large', { status }),
  })
  const failure: unknown = await storage.list().catch((error: unknown) => error)
  expect(failure).toMatchObject({ problem: { kind, raw: `${status} request entity too large` } })
  expect((failure as Error).message).toMatch(/^The server that stores your conversations/)
  // A login helps where nobody is signed in, and nowhere else.
  if (status === 403) expect((failure as Error).message).not.toMatch(/sign in/)
})

it('a mark that the server refuses is forgotten: the list is read whole, and nothing of before stays', async () => {
  const asked: string[] = []
  let next = 'a'
  const storage = createHttpStorage({
    baseUrl: 'https://app.example/api',
    fetch: async (url) => {
      const since = new URL(String(url)).searchParams.get('since')
      asked.push(String(since))
      if (since !== null && since !== next) return new Response('unknown', { status: 400 })
      return Response.json({ threads: since === null ? [{ id: next }] : [], next })
    },
  })
  expect(await storage.list()).toEqual([{ id: 'a' }])
  expect(await storage.list()).toEqual([{ id: 'a' }])
  next = 'b'
  expect(await storage.list()).toEqual([{ id: 'b' }])
  expect(asked).toEqual(['null', 'a', 'a', 'null'])
})

it('a 401 to any request ends the mark, so the list of who signs in next has nothing of before', async () => {
  const asked: string[] = []
  let person: string | undefined = 'ann'
  const storage = createHttpStorage({
    baseUrl: 'https://app.example/api',
    fetch: async (url) => {
      if (!person) return new Response('', { status: 401 })
      const since = new URL(String(url)).searchParams.get('since')
      asked.push(String(since))
      return Response.json({ threads: since === null ? [{ id: `of ${person}` }] : [], next: '7' })
    },
  })
  await storage.list()
  expect(await storage.list()).toEqual([{ id: 'of ann' }])
  person = undefined
  await expect(storage.update('t', { title: 'x' })).rejects.toThrow(
    'The server that stores your conversations',
  )
  person = 'bob'
  expect(await storage.list()).toEqual([{ id: 'of bob' }])
  expect(asked).toEqual(['null', '7', 'null'])
})

it('a write of a page that may end outlasts the page', async () => {
  const kept: unknown[] = []
  const storage = createHttpStorage({
    baseUrl: 'https://app.example/api',
    fetch: async (_, init) => {
      kept.push(init?.keepalive)
      return Response.json({ answer: 'written' })
    },
  })
  const write = { threadId: 't', known: true, nodes: [], at: 1, durability: 'relaxed' } as const
  await storage.write({ ...write, leaving: true })
  await storage.write(write)
  expect(kept).toEqual([true, undefined])
})
