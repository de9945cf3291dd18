import { createChatServer, createThreadStore, type ChatDatabase, type ChatServer } from '@antiphon/server'
import { createHttpStorage } from '@antiphon/server-client'
import { type ThreadWrite } from '@antiphon/threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteFiles } from './engines.js'

const engine = sqliteFiles()
let database: ChatDatabase
const failures: unknown[] = []
beforeAll(async () => {
  await engine.start()
  database = await engine.open()
})
afterAll(() => engine.stop())

const base = 'https://chat.example'
type Options = Partial<Parameters<typeof createChatServer>[0]>
/** Users by the token that they send. */
const authorize: NonNullable<Options['authorize']> = ({ headers }) => {
  const token = headers.get('authorization')
  if (token === 'expired') return 401
  if (token === 'blocked') return 403
  return token === null ? undefined : { id: token }
}
const make = (options: Options = {}): ChatServer =>
  createChatServer({ database, authorize, hooks: { error: (error) => failures.push(error) }, ...options })

const write = (threadId: string, id = 'a', content = 'hello'): ThreadWrite => {
  const message = { id, role: 'user' as const, content }
  return {
    threadId,
    known: false,
    nodes: [{ v: 1, threadId, id, parent: null, order: 1, message }],
    title: 'Of Ann',
    at: 1,
    durability: 'strict',
  }
}
const send = async (
  server: ChatServer,
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: unknown; headers: Headers }> => {
  const response = await server.fetch(
    new Request(base + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
const codeOf = (body: unknown): unknown => (body as { error?: { code?: string } }).error?.code

it('a body about another thread than its path, and a message of another thread, are refused', async () => {
  const server = make()
  const [one] = write('other').nodes
  for (const body of [write('other'), { ...write('secret'), nodes: [one] }]) {
    const answer = await send(server, 'POST', '/threads/secret/nodes', { token: 'ann', body })
    expect([answer.status, codeOf(answer.body)]).toEqual([400, 'wrong_thread'])
  }
  expect(await server.threads.of({ id: 'ann' }).list()).toEqual([])
})

describe('a request that does not fit', () => {
  const write400: [name: string, body: unknown, said: string][] = [
    ['no JSON', '{"threadId":', 'is not JSON'],
    ['a field that is missing', { ...write('t'), at: undefined }, 'body.at'],
    ['a field of another type', { ...write('t'), nodes: [{ threadId: 't', id: 5 }] }, 'body.nodes.0.id'],
    ['a field that nobody knows', { ...write('t'), isAdmin: true }, 'isAdmin'],
    ['a folder with a name too long for a list', { ...write('t'), folder: 'x'.repeat(201) }, 'body.folder'],
    ['an id with a NUL', { ...write('t'), nodes: [{ threadId: 't', id: 'a\0' }] }, 'holds a NUL'],
  ]
  it.each(write400)('is refused with 400 and the field: %s', async (_, body, said) => {
    const answer = await send(make(), 'POST', '/threads/t/nodes', { token: 'ann', body })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(said)
  })

  it('to move a thread is refused for a name that is empty or longer than 200 characters; the thread stays where it is', async () => {
    const server = make()
    await send(server, 'POST', '/threads/t/nodes', { token: 'mover', body: write('t') })
    const move = async (folder: string): Promise<number> =>
      (await send(server, 'PATCH', '/threads/t', { token: 'mover', body: { folder } })).status
    expect(await move('x'.repeat(200))).toBe(204)
    expect([await move(''), await move('x'.repeat(201))]).toEqual([400, 400])
    expect(await server.threads.of({ id: 'mover' }).list()).toMatchObject([{ folder: 'x'.repeat(200) }])
  })

  it('is refused when its path, its method, its type or its mark is none of ours', async () => {
    const server = make({ basePath: '/api' })
    const ask = async (method: string, path: string, more: Parameters<typeof send>[3] = {}) => {
      const { status, body, headers } = await send(server, method, path, { token: 'ann', ...more })
      return [status, codeOf(body), headers.get('allow')]
    }
    expect(await ask('GET', '/threads')).toEqual([404, 'no_route', null])
    expect(await ask('GET', '/api/threads/a/b')).toEqual([404, 'no_route', null])
    expect(await ask('GET', '/api/threads/%ff')).toEqual([404, 'no_route', null])
    expect(await ask('GET', '/api/threads/')).toEqual([404, 'no_route', null])
    expect(await ask('PUT', '/api/threads/a')).toEqual([405, 'wrong_method', 'GET, PATCH, DELETE'])
    const text = { body: JSON.stringify(write('t')), headers: { 'content-type': 'text/plain' } }
    expect(await ask('POST', '/api/threads/t/nodes', text)).toEqual([415, 'not_json', null])
    expect(await ask('GET', '/api/threads?since=1')).toEqual([400, 'storage_refused', null])
    expect(await ask('GET', '/api/threads/t?ids=a')).toEqual([400, 'does_not_fit', null])
    expect(await ask('GET', '/api/threads/a%00b')).toEqual([400, 'does_not_fit', null])
  })
})

describe('a body', () => {
  const body = JSON.stringify(write('t', 'a', 'x'.repeat(2_000)))
  it('that is too long is refused by its length, and without one while it arrives', async () => {
    const server = make({ limits: { bodyBytes: 1_000 } })
    const told: Record<string, string>[] = [{ 'content-length': String(body.length) }, {}]
    for (const headers of told) {
      const answer = await send(server, 'POST', '/threads/long/nodes', { token: 'long', body, headers })
      expect([answer.status, codeOf(answer.body)]).toEqual([413, 'body_too_large'])
    }
    expect(await server.threads.of({ id: 'long' }).list()).toEqual([])
  })

  it('that stops is given up, and one that comes byte by byte is read', async () => {
    const server = make({ limits: { bodySeconds: 0.05 } })
    const stream = (isWhole: boolean) => {
      const bytes = new TextEncoder().encode(JSON.stringify(write('t')))
      let at = 0
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at < bytes.length) controller.enqueue(bytes.subarray(at, ++at))
          else if (isWhole) controller.close()
          else return new Promise(() => {})
        },
      })
    }
    const post = async (isWhole: boolean): Promise<number> => {
      const init = {
        method: 'POST',
        headers: { authorization: 'slow', 'content-type': 'application/json' },
        body: stream(isWhole),
        duplex: 'half',
      }
      return (await server.fetch(new Request(`${base}/threads/t/nodes`, init))).status
    }
    expect(await post(false)).toBe(408)
    expect(await server.threads.of({ id: 'slow' }).list()).toEqual([])
    expect(await post(true)).toBe(200)
  })
})

describe('a page of another origin', () => {
  const other = 'https://evil.example'
  it.each([
    ['sends a request with the cookies of its reader', { origin: other }],
    ['hides where it is', { origin: 'null' }],
    ['opens the address as a page', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [
      'shows it as a picture',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
  ])('is refused before anybody is asked who the user is: %s', async (_, headers) => {
    let asked = 0
    const server = make({ authorize: () => ({ id: `csrf ${asked++}` }) })
    const answer = await send(server, 'DELETE', '/threads/t', { headers })
    expect([answer.status, codeOf(answer.body), asked]).toEqual([403, 'origin_refused', 0])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('may ask when the configuration names its origin, and reads the answer', async () => {
    const server = make({ origins: ['https://app.example'] })
    const headers = { origin: 'https://app.example', 'access-control-request-headers': 'x-token' }
    const preflight = await send(server, 'OPTIONS', '/threads', { headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-token')
    const answer = await send(server, 'GET', '/threads', { token: 'cors', headers })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, headers.origin])
    // A script of another origin reads the headers that are named here.
    expect(answer.headers.get('access-control-expose-headers')).toBe('retry-after, antiphon-user')
    expect((await send(server, 'OPTIONS', '/threads', { headers: { origin: other } })).status).toBe(403)
  })
})

describe('the server', () => {
  it('says which field of its configuration is wrong, and why', () => {
    const wrong = {
      database: {},
      authorize: 'ann',
      basePath: 'api/',
      origins: ['https://chat.example/path'],
      limits: { bodyBytes: -1, bodySecond: 3 },
      hooks: { changes: () => {} },
    }
    const message = (() => {
      try {
        createChatServer(wrong as never)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    })()
    for (const line of [
      /^ {2}database: is what openDatabase gives/m,
      /^ {2}authorize: is a function/m,
      /^ {2}basePath: begins with a slash/m,
      /^ {2}origins\.0: is an origin/m,
      /^ {2}limits\.bodyBytes: /m,
      /^ {2}limits: .*bodySecond/m,
      /^ {2}hooks: .*changes/m,
    ])
      expect(message).toMatch(line)
    const route = { method: 'GET' as const, path: '/threads/:name', handle: () => new Response() }
    expect(() => make({ routes: [route] })).toThrow('Two routes of the chat server answer GET /threads/:name')
  })

  it('takes further routes behind the same checks, and an answer that was fetched', async () => {
    const server = make({
      routes: [
        {
          method: 'GET',
          path: '/runs/:id',
          handle: ({ user, params }) => Response.json([user.id, params['id']]),
        },
        { method: 'GET', path: '/fetched', handle: () => fetch('data:application/json,{}') },
      ],
    })
    expect((await send(server, 'GET', '/runs/r%2F1')).status).toBe(401)
    expect((await send(server, 'GET', '/runs/r%2F1', { token: 'ann' })).body).toEqual(['ann', 'r/1'])
    expect((await send(server, 'GET', '/fetched', { token: 'ann' })).headers.get('cache-control')).toBe(
      'no-store',
    )
  })

  it('tells the page nothing of an engine that fails, and the hook everything', async () => {
    failures.length = 0
    const broken = await engine.again(database)
    await broken.close()
    const server = make({ database: broken })
    const storage = createHttpStorage({
      baseUrl: base,
      fetch: (url, init) => server.fetch(new Request(url, init)),
      headers: () => ({ authorization: 'ann' }),
      channel: () => undefined,
    })
    const failure = await storage.read('t').catch((error: unknown) => error)
    expect(failure).toMatchObject({ problem: { kind: 'network', raw: expect.stringContaining('500') } })
    expect(failures).toHaveLength(1)
    expect(JSON.stringify(failure)).not.toMatch(/driver|destroyed|sqlite/i)
    expect((failures[0] as { problem: { raw: string } }).problem.raw).toMatch(/destroyed|closed/)
    const throws = make({ authorize: () => Promise.reject(new Error('the session store is down')) })
    const answer = await send(throws, 'GET', '/threads')
    expect([answer.status, codeOf(answer.body)]).toEqual([500, 'failed'])
    expect(failures[1]).toMatchObject({ message: 'the session store is down' })
  })

  it('ends when the requests under way are answered, and refuses those that come later', async () => {
    let finish = (): void => {}
    const waits = new Promise<void>((resolve) => (finish = resolve))
    const server = make({ hooks: { change: () => waits } })
    const writing = send(server, 'POST', '/threads/t/nodes', { token: 'closing', body: write('t') })
    let isClosed = false
    const closing = server.close().then(() => (isClosed = true))
    expect((await send(server, 'GET', '/threads', { token: 'closing' })).status).toBe(503)
    expect(isClosed).toBe(false)
    finish()
    await closing
    expect((await writing).body).toEqual({ answer: 'written' })
    expect(await createThreadStore(database).of({ id: 'closing' }).list()).toHaveLength(1)
  })
})
