/**
 * Route × who asks. The rows are held against the routes of the server, so a new route without a row is red. The other suites of this
 * package: CSRF, CORS, slow and byte-by-byte bodies are in routes.test.ts, SSRF, request smuggling and hosts in test/integration/proxy, and
 * the path out of a folder in files.test.ts.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChatServer, createFolderFiles, type ChatDatabase, type ChatServer } from '@antiphon/server'
import { createShareLinks } from '@antiphon/server-client'
import { type ThreadRecord, type ThreadWrite } from '@antiphon/threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUpstream, type Upstream } from '../server/script-upstream.js'
import { sqliteFiles } from './engines.js'

const base = 'https://chat.example'
const SECRET = 'lighthouse'
const file = `${SECRET} in a file`
const fileId = createHash('sha256').update(file).digest('hex')

interface Row {
  /** A body by thread. Text is sent as it is. */
  body?: (thread: string) => unknown
  /** Statuses for the user whose thread it is, for another one, for an own thread that it does not belong to, and for an id that is guessed. */
  user: number
  other: number
  /** Absent where the path has no part that belongs to a thread. */
  wrongThread?: number
  guessed?: number
  /** Answers without a user. */
  isPublic?: true
}

const ask = { id: 'r2', message: { id: 'q2', content: 'hello' } }
const write = (threadId: string, content = 'hello'): ThreadWrite => ({
  threadId,
  known: false,
  nodes: [{ v: 1, threadId, id: 'a', parent: null, order: 1, message: { id: 'a', role: 'user', content } }],
  title: content,
  at: 1,
  durability: 'strict',
})

/** By method and path, in the order of the columns of `Row`. */
const rows: Record<string, Row> = {
  'GET /threads': { user: 200, other: 200 },
  'GET /threads/:id': { user: 200, other: 204, guessed: 204 },
  'POST /threads/:id/nodes': { body: (id) => write(id), user: 200, other: 200 },
  'PATCH /threads/:id': { body: () => ({ title: 'planted' }), user: 204, other: 204, guessed: 204 },
  'DELETE /threads/:id': { user: 204, other: 204, guessed: 204 },
  'POST /threads/:id/files': { body: () => ({ id: fileId, bytes: 9 }), user: 200, other: 200 },
  'PUT /threads/:id/files/:fileId': { body: () => file, user: 204, other: 204, guessed: 400 },
  'GET /threads/:id/files/:fileId': { user: 200, other: 404, wrongThread: 404, guessed: 404 },
  'POST /threads/:id/shares': {
    body: () => ({ page: 'x', seconds: 60 }),
    user: 201,
    other: 404,
  },
  'GET /threads/:id/shares': { user: 200, other: 200 },
  'DELETE /threads/:id/shares/:shareId': { user: 204, other: 204, wrongThread: 204, guessed: 204 },
  'GET /shared/:token': { user: 200, other: 200, guessed: 404, isPublic: true },
  'POST /threads/:threadId/runs': { body: () => ask, user: 409, other: 201 },
  'GET /threads/:threadId/runs/open': { user: 200, other: 200 },
  'GET /threads/:threadId/stream': { user: 200, other: 204 },
  'GET /threads/:threadId/runs/:runId': { user: 200, other: 404, wrongThread: 404, guessed: 404 },
  'HEAD /threads/:threadId/runs/:runId': { user: 200, other: 404, wrongThread: 404, guessed: 404 },
  'POST /threads/:threadId/runs/:runId/stop': { user: 202, other: 404, wrongThread: 404, guessed: 404 },
  'POST /threads/:threadId/runs/:runId/begin': {
    body: () => ({ key: 'k#1', mark: 'page' }),
    user: 409,
    other: 404,
    wrongThread: 404,
    guessed: 404,
  },
  'POST /threads/:threadId/runs/:runId/decide': {
    body: () => ({ key: 'k#1', decision: { type: 'allow' } }),
    user: 409,
    other: 404,
    wrongThread: 404,
    guessed: 404,
  },
  'POST /threads/:threadId/runs/:runId/steer': {
    body: () => ({ message: { id: 's', content: 'and?' } }),
    user: 202,
    other: 404,
    wrongThread: 404,
    guessed: 404,
  },
  'DELETE /threads/:threadId/runs/:runId': { user: 204, other: 204, wrongThread: 204, guessed: 204 },
}
const cases = Object.entries(rows).map(([route, row]) => ({ route, row }))

const place = mkdtempSync(join(tmpdir(), 'antiphon-matrix-'))
const engine = sqliteFiles()
let upstream: Upstream
let sqlite: ChatDatabase
beforeAll(async () => {
  await engine.start()
  ;[upstream, sqlite] = await Promise.all([startUpstream(), engine.open()])
})
afterAll(async () => {
  upstream.open()
  await Promise.all([upstream.close(), engine.stop()])
  rmSync(place, { recursive: true, force: true })
})

describe.each([
  ['memory', () => 'memory' as const],
  ['SQLite', () => sqlite],
])('route × who asks: %s', (name, database) => {
  let server: ChatServer
  let users = 0
  beforeAll(() => {
    server = createChatServer({
      database: database(),
      files: createFolderFiles({ folder: join(place, name) }),
      upstreams: [{ endpoint: { baseUrl: `${upstream.url}/v1` }, models: ['script'] }],
      authorize({ headers }) {
        const token = headers.get('authorization')
        if (token === 'ended session') return 401
        return token === 'blocked' ? 403 : token === null ? undefined : { id: token }
      },
    })
  })
  afterAll(() => server.close())

  const send = async (
    method: string,
    path: string,
    user?: string,
    body?: unknown,
    opened?: string,
  ): Promise<{ status: number; text: string; tag: string | null }> => {
    const leaving = new AbortController()
    const isFile = typeof body === 'string'
    const response = await server.fetch(
      new Request(base + path, {
        method,
        signal: leaving.signal,
        headers: {
          ...(user !== undefined && { authorization: user }),
          ...(opened !== undefined && { 'antiphon-user': opened }),
          ...(body !== undefined && {
            'content-type': isFile ? 'application/octet-stream' : 'application/json',
          }),
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      }),
    )
    const tag = response.headers.get('antiphon-user')
    // A stream of a run that waits does not end by itself.
    if (response.headers.get('content-type')?.includes('event-stream')) {
      await response.body!.cancel()
      return { status: response.status, text: '', tag }
    }
    return { status: response.status, text: await response.text(), tag }
  }

  /** A user with a thread `t` that has a message, a file, a shared page and an open run, and an empty thread `w`. */
  const newUser = async () => {
    const user = `${name} ann ${++users}`
    const threads = server.threads.of({ id: user })
    await threads.write(write('t', SECRET))
    await threads.write(write('w'))
    await send('PUT', `/threads/t/files/${fileId}`, user, file)
    const links = createShareLinks({
      baseUrl: base,
      headers: () => ({ authorization: user }),
      fetch: (url, init) => server.fetch(new Request(url, init)),
    })
    const link = await links.create('t', `<p>${SECRET}`, 60)
    const message = { id: 'q', parent: 'a', content: `wait for the ${SECRET}` }
    const begun = await send('POST', '/threads/t/runs', user, { id: 'r', message })
    expect(begun.status).toBe(201)
    // The run stores the question.
    await expect.poll(async () => (await threads.read('t', ['q']))?.nodes.length).toBe(1)
    const open = async () =>
      JSON.parse((await send('GET', '/threads/t/runs/open', user)).text) as { run: { id: string } | null }
    const state = async () => [
      // Without the marks of threads that were deleted and never there.
      (await threads.list()).filter((record) => !(record as ThreadRecord).purged),
      await threads.read('t', ['a']),
      await links.list('t'),
      (await open()).run?.id,
      (await send('GET', `/threads/t/files/${fileId}`, user)).text,
    ]
    const ids: Record<string, string> = {
      id: 't',
      threadId: 't',
      fileId,
      shareId: link.id,
      runId: 'r',
      token: link.url.split('/').at(-1)!,
    }
    return { user, ids, state }
  }
  const pathOf = (route: string, ids: Record<string, string>): [method: string, path: string] => {
    const [method = '', path = ''] = route.split(' ')
    return [method, path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(ids[key]!))]
  }

  it('has a row for each route, and no other', () => {
    const routes = server.routes.map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(rows).toSorted()).toEqual(routes.toSorted())
  })

  it.each(cases)('$route', async ({ route, row }) => {
    const { user, ids, state } = await newUser()
    const before = await state()
    const askAs = (who: string | undefined, some: Record<string, string> = {}, opened?: string) => {
      const all = { ...ids, ...some }
      const [method, path] = pathOf(route, all)
      return send(method, path, who, row.body?.(all['id']!), opened)
    }
    /** Gets a status and nothing of the user, whose data is as it was. */
    const gets = async (
      status: number | undefined,
      who: string | undefined,
      some?: Record<string, string>,
    ) => {
      if (status === undefined) return
      const answer = await askAs(who, some)
      expect([who, some, answer.status]).toEqual([who, some, status])
      if (!row.isPublic) expect(answer.text).not.toContain(SECRET)
    }
    await gets(row.isPublic ? 200 : 401, undefined)
    await gets(row.isPublic ? 200 : 401, 'ended session')
    await gets(row.isPublic ? 200 : 403, 'blocked')
    await gets(row.other, `${user} bob`)
    await gets(row.wrongThread, user, { id: 'w', threadId: 'w' })
    const last = /:(\w+)(?:\/\w+)?$/.exec(route)?.[1]
    if (last) {
      const guess = { fileId: fileId.replace(/^./, (c) => (c === '0' ? '1' : '0')) }[last] ?? 'guessed'
      await gets(row.guessed, user, { [last]: guess })
    }
    // The page was opened for another person, whose cookie has been replaced since.
    const { tag } = await send('GET', '/threads', user)
    const { tag: other } = await send('GET', '/threads', `${user} bob`)
    const asked = await askAs(user, {}, other!)
    expect([asked.status, asked.tag]).toEqual(row.isPublic ? [200, null] : [401, tag])
    if (!row.isPublic) expect(asked.text).not.toContain(SECRET)
    expect(await state()).toEqual(before)
    expect([route, (await askAs(user, {}, tag!)).status]).toEqual([route, row.user])
  })
})
