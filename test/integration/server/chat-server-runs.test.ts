import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChatServer, openDatabase, type ChatDatabase, type ChatServer } from '@antiphon/server'
import { loadThread } from '@antiphon/threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followRun } from './follow-run.js'
import { startUpstream, type Upstream } from './script-upstream.js'

describe.each(['SQLite', 'memory'] as const)('over %s', (engine) => {
  let folder = ''
  let database: ChatDatabase | 'memory'
  let upstream: Upstream
  let server: ChatServer
  const failures: unknown[] = []

  const open = (): ChatServer =>
    createChatServer({
      database,
      basePath: '/api',
      authorize: ({ headers }) => ({ id: headers.get('authorization') ?? 'ann' }),
      upstreams: [
        { endpoint: { baseUrl: 'http://127.0.0.1:9/v1' }, models: ['other'] },
        { endpoint: { baseUrl: upstream.url }, models: ['script'] },
      ],
      hooks: { error: (error) => failures.push(error) },
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'antiphon-chat-server-'))
    database =
      engine === 'memory' ? 'memory' : await openDatabase({ sqlite: { file: join(folder, 'chat.db') } })
    if (database !== 'memory') await database.migrate()
    upstream = await startUpstream()
    server = open()
  })
  afterAll(async () => {
    upstream.open()
    await server.close()
    if (database !== 'memory') await database.close()
    await upstream.close()
    rmSync(folder, { recursive: true })
  })

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.fetch(
      new Request(`https://chat.example/api${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  const ask = (threadId: string, id: string, content: string, model = 'script') =>
    send('POST', `/threads/${threadId}/runs`, { id, model, message: { id: `q-${id}`, content } })
  const read = (threadId: string, id: string, user = 'ann') =>
    send('GET', `/threads/${threadId}/runs/${id}`, undefined, {
      accept: 'text/event-stream',
      authorization: user,
    })
  const texts = async (threadId: string, user = 'ann') =>
    (await loadThread(server.threads.of({ id: user }), threadId))?.tree.nodes.map(
      ({ message }) => message.content,
    )

  it('an answer that nobody reads to its end is in the thread, and its events say the same', async () => {
    expect((await ask('t', 'r', 'wait for me')).status).toBe(201)
    const client = followRun()
    await client.read(await read('t', 'r'), () => client.texts().join().includes('You said'))
    const { run } = (await (await send('GET', '/threads/t/runs/open')).json()) as { run: { id: string } }
    expect(run).toMatchObject({ id: 'r' })
    upstream.open()
    await expect.poll(() => texts('t')).toHaveLength(2)
    const again = followRun()
    await again.read(await read('t', 'r'))
    expect(again.texts()).toEqual(await texts('t'))
    expect(failures).toEqual([])
  })

  it('no other user reads, stops or finds it', async () => {
    for (const [method, path] of [
      ['GET', '/threads/t/runs/r'],
      ['POST', '/threads/t/runs/r/stop'],
      ['POST', '/threads/t/runs/r/steer'],
    ] as const) {
      const body = path.endsWith('steer') ? { message: { id: 'm', content: 'x' } } : undefined
      const response = await send(method, path, body, { authorization: 'bob' })
      expect([path, response.status]).toEqual([path, 404])
    }
    expect(
      await (await send('GET', '/threads/t/runs/open', undefined, { authorization: 'bob' })).json(),
    ).toMatchObject({
      thread: null,
      run: null,
    })
  })

  it('a model that no upstream has is refused in words, and the thread keeps the question', async () => {
    await ask('t2', 'r2', 'hello', 'stranger')
    const client = followRun()
    await client.read(await read('t2', 'r2'))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'failed' })
    expect(JSON.stringify(client.seen)).toContain('has \\"stranger\\"')
  })

  it('an erasure of the user takes runs and their events too', async () => {
    await server.threads.eraseUser('ann')
    expect((await read('t', 'r')).status).toBe(404)
    expect(await server.threads.of({ id: 'ann' }).list()).toEqual([])
    if (database === 'memory') return
    for (const table of ['antiphon_runs', 'antiphon_run_logs', 'antiphon_run_events'])
      expect(
        await database.db.selectFrom(table).selectAll().where('user_id', '=', 'ann').execute(),
        `Rows of ${table}`,
      ).toEqual([])
  })
})

it('a configuration that is wrong says which field', () => {
  const wrong = {
    database: 'memory',
    authorize: () => 401 as const,
    upstreams: [{ endpoint: {}, models: [] }],
  }
  expect(() => createChatServer(wrong as never)).toThrow(
    /upstreams\.0\.endpoint: [^]*upstreams\.0\.models: names at least one/,
  )
})

it('an audit in the transaction needs a database', () => {
  const hooks = { change() {} }
  expect(() => createChatServer({ database: 'memory', authorize: () => 401, hooks })).toThrow(
    'hooks.change: runs inside a transaction',
  )
})
