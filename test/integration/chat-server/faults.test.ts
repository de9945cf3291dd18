/** One server process under the faults that faults.hunt.test.ts repeats at random: full disks, wrong clocks, engines that restart, readers that stall. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  createChatServer,
  createRedisLog,
  openDatabase,
  type ChatDatabase,
  type ChatServer,
  type ChatServerOptions,
} from '@antiphon/server'
import type { NodeRecord } from '@antiphon/threads'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amount } from '../../support/amount.js'
import { noPostgres, startPostgres } from '../../support/postgres.js'
import { hasRedis, startRedis } from '../../support/redis.js'
import { followRun } from '../server/follow-run.js'
import { startUpstream, type Upstream } from '../server/script-upstream.js'
import { sqliteFiles } from './engines.js'
import { checkThread, createUser, startModel } from './fault-users.js'

const HOUR = 3_600_000
const END = ' This is the end of it, with ünïcödé 🎈.'
const asUser = { 'x-user': 'ann', 'content-type': 'application/json' }
const asReader = { ...asUser, accept: 'text/event-stream' }

/** Ends what a test began, last first. */
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

interface Process {
  chat: ChatServer
  server: Server
  url: string
}

/** A server process, as far as it can be one inside of the test. */
async function serve(
  database: ChatDatabase,
  model: string,
  more: Partial<ChatServerOptions> = {},
): Promise<Process> {
  const chat = createChatServer({
    database,
    authorize: ({ headers }) => ({ id: headers.get('x-user') ?? '' }),
    upstreams: [{ endpoint: { baseUrl: model }, models: ['script'] }],
    limits: { leaseSeconds: 2 },
    ...more,
  })
  const server = createServer(getRequestListener(chat.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => {
    await chat.close()
    server.closeAllConnections()
    server.close()
  })
  return { chat, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const start = (url: string, runId: string, content: string, { threadId = 't', note = '' } = {}) =>
  fetch(`${url}/threads/${threadId}/runs`, {
    method: 'POST',
    headers: asUser,
    body: JSON.stringify({ id: runId, message: { id: `q-${runId}`, content, metadata: { note } } }),
  })
const read = (url: string, runId: string, after = '-1') =>
  fetch(`${url}/threads/t/runs/${runId}`, { headers: { ...asReader, 'last-event-id': after } })
const textsOf = async (url: string, threadId = 't'): Promise<string[]> => {
  const { nodes } = await (await fetch(`${url}/threads/${threadId}`, { headers: asUser })).json()
  const sorted = (nodes as NodeRecord[]).toSorted((a, b) => a.order - b.order)
  return sorted.map(({ message }) => String(message?.content))
}
const figure = async ({ chat }: Process, name: string): Promise<number> => {
  const text = await (await chat.operations(new Request('http://x.test/metrics'))).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1) ?? 0,
  )
}

describe('over SQLite', () => {
  const engine = sqliteFiles()
  let upstream: Upstream
  let database: ChatDatabase
  beforeEach(async () => {
    await engine.start()
    ends.push(() => engine.stop())
    upstream = await startUpstream()
    ends.push(upstream.close, upstream.open)
    database = await engine.open()
  })

  describe('a disk that is full', () => {
    const pages = async (): Promise<number> => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
      return rows[0]!.page_count
    }
    /** The engine answers SQLITE_FULL as on a full disk, once the free pages inside of the file are used. */
    const fill = async (url: string): Promise<void> => {
      await sql`pragma max_page_count = ${sql.raw(String(await pages()))}`.execute(database.db)
      for (let at = 0; ; at++) {
        const message = { role: 'user', id: `f${at}`, content: 'x'.repeat(1000) }
        const node = { v: 1, threadId: 'full', id: message.id, parent: null, order: at, message }
        const write = { threadId: 'full', known: at > 0, nodes: [node], at: 1, durability: 'strict' }
        const body = JSON.stringify(write)
        const { status } = await fetch(`${url}/threads/full/nodes`, { method: 'POST', headers: asUser, body })
        if (status === 507) return
        expect(status).toBe(200)
      }
    }
    const empty = () => sql`pragma max_page_count = 1000000`.execute(database.db)
    /** Counts how often the whole answer of the thread `t` is tried to be stored. */
    const countTries = (of: ChatDatabase): { database: ChatDatabase; tries(): number } => {
      let tries = 0
      const db = of.db.withPlugin({
        transformQuery({ node }) {
          const text = node.kind === 'InsertQueryNode' ? JSON.stringify(node) : ''
          if (['"antiphon_nodes"', '"t"', END].every((part) => text.includes(part))) tries++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      return { database: { ...of, db }, tries: () => tries }
    }
    const isOpen = async (url: string): Promise<boolean> =>
      (await (await fetch(`${url}/threads/t/runs/open`, { headers: asUser })).json()).run !== null
    const pagesOf = async (url: string, offset: string): Promise<void> => {
      const page = await fetch(`${url}/threads/t/runs/r1?offset=${offset}`, { headers: asUser })
      const next = page.headers.get('stream-next-offset')!
      if (((await page.json()) as unknown[]).length > 0) await pagesOf(url, next)
    }

    it('refuses what it cannot keep, and an answer under way is whole once there is room again', async () => {
      const counted = countTries(database)
      const one = await serve(counted.database, upstream.url)
      // Longer than what is left of any page.
      const prompt = `wait ${'for me '.repeat(800)}end`
      const whole = [prompt, `You said: ${prompt}. ${END}`]
      expect((await start(one.url, 'r1', prompt)).status).toBe(201)
      const client = followRun()
      await client.read(await read(one.url, 'r1'), () =>
        client.texts().join().includes(`You said: ${prompt}`),
      )
      await fill(one.url)
      const others = ['a', 'b']
      const statuses = await Promise.all(
        others.map(async (threadId) => (await start(one.url, 'r2', prompt, { threadId })).status),
      )
      expect(statuses).toContain(507)
      expect(statuses.filter((status) => status !== 201 && status !== 507)).toEqual([])
      upstream.open()
      // A hunt tries longer than a question is tried.
      await expect.poll(counted.tries).toBeGreaterThan(amount(1, 7))
      expect(await textsOf(one.url)).toEqual([prompt])
      await empty()
      await expect.poll(() => isOpen(one.url)).toBe(false)
      // A reader at the end of a log that could not be closed has it closed at once.
      await pagesOf(one.url, client.offset())
      await client.read(await read(one.url, 'r1', client.offset()))
      expect(client.seen.at(-1)).toEqual({ antiphon: 'end', outcome: 'done', saved: true })
      expect(await textsOf(one.url)).toEqual(whole)
      expect(client.texts()).toEqual(whole)
      // The same request again, as a page sends it until it is taken.
      for (const threadId of others) {
        expect([200, 201]).toContain((await start(one.url, 'r2', prompt, { threadId })).status)
        await expect.poll(() => textsOf(one.url, threadId), { timeout: 60_000 }).toEqual(whole)
      }
    })
  })

  it('a clock that is two hours off the other one takes no run, and loses and ends no log', async () => {
    const slow = await serve(database, upstream.url, { clock: () => Date.now() - HOUR })
    const fast = await serve(await engine.again(database), upstream.url, { clock: () => Date.now() + HOUR })
    expect((await start(slow.url, 'r1', 'wait here')).status).toBe(201)
    const client = followRun()
    await client.read(await read(fast.url, 'r1'), () =>
      client.texts().join().includes('You said: wait here. '),
    )
    // Longer than a lease: the other process has looked several times.
    const looks = performance.now() + 3000
    await expect.poll(() => performance.now() > looks, { timeout: 10_000 }).toBe(true)
    upstream.open()
    await client.read(await read(fast.url, 'r1', client.offset()))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
    expect(client.texts()).toEqual(['wait here', `You said: wait here. ${END}`])
    expect(await figure(fast, 'antiphon_runs_taken_over_total')).toBe(0)
    expect((await start(fast.url, 'r2', 'and now')).status).toBe(201)
    const late = followRun()
    await late.read(await read(slow.url, 'r2'))
    expect(late.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
    expect(await textsOf(slow.url)).toHaveLength(4)
  })

  it('readers that never read hold up no other reader, no run and no end of the server', async () => {
    const one = await serve(database, upstream.url)
    // The first event is larger than all buffers between.
    const note = 'so much to say '.repeat(500_000)
    expect((await start(one.url, 'r1', 'wait here', { note })).status).toBe(201)
    const stuck = await Promise.all(
      Array.from({ length: 10 }, async (): Promise<Socket> => {
        const { port, hostname } = new URL(one.url)
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.write(
          `GET /threads/t/runs/r1 HTTP/1.1\r\nHost: x\r\nX-User: ann\r\nAccept: text/event-stream\r\n\r\n`,
        )
        return socket
      }),
    )
    await expect.poll(() => figure(one, 'antiphon_readers_open')).toBe(10)
    upstream.open()
    const client = followRun()
    await client.read(await read(one.url, 'r1'))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
    expect(client.texts()).toEqual(['wait here', `You said: wait here. ${END}`])
    expect(await figure(one, 'antiphon_readers_open')).toBe(10)
    for (const socket of stuck.slice(5)) socket.destroy()
    await expect.poll(() => figure(one, 'antiphon_readers_open')).toBe(5)
    await one.chat.close()
    for (const socket of stuck) socket.destroy()
  })
})

const missing = noPostgres ?? (hasRedis() ? undefined : 'redis-server is not installed')

it.skipIf(missing)(
  `PostgreSQL and Redis that restart in mid-answer lose and double no message${missing ? `: ${missing}` : ''}`,
  async () => {
    const [postgres, redis, model] = await Promise.all([startPostgres(), startRedis(), startModel()])
    ends.push(postgres.close, redis.close, model.close)
    const pool = new pg.Pool({ connectionString: await postgres.createDatabase(), max: 10 })
    const database = await openDatabase({ postgres: pool })
    ends.push(database.close)
    await database.migrate()
    const client = new Redis(redis.url, { maxRetriesPerRequest: 3 })
    client.on('error', () => {})
    ends.push(() => client.disconnect())
    const log = createRedisLog({ client })
    ends.push(log.close)
    const one = await serve(database, model.url, { log })
    const users = Array.from({ length: 4 }, (__, at) => createUser(`user${at}`, () => one.url))
    const first = users.map((user) => user.converse(0))
    await expect.poll(() => figure(one, 'antiphon_model_first_chunk_seconds_count')).toBeGreaterThan(0)
    await Promise.all([postgres.crash(), redis.restart()])
    const told = await Promise.all(first)
    const later = await Promise.all(users.map((user) => user.converse(1)))
    expect(later.map(({ outcome }) => outcome)).toEqual(users.map(() => 'done'))
    for (const [at, user] of users.entries()) checkThread([told[at]!, later[at]!], await user.nodes())
  },
)
