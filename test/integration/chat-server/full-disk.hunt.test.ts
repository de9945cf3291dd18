/** One server process over a PostgreSQL whose tables lie on a file system that is full. faults.test.ts does the same with SQLite. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createChatServer, openDatabase } from '@antiphon/server'
import type { NodeRecord } from '@antiphon/threads'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { noPostgres, startPostgres } from '../../support/postgres.js'
import { followRun } from '../server/follow-run.js'
import { startUpstream } from '../server/script-upstream.js'

const END = ' This is the end of it, with ünïcödé 🎈.'
const headers = { 'x-user': 'ann', 'content-type': 'application/json' }

/** Ends what the test began, last first. */
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A file system of 24 MB in memory, which only root may make. */
function mountSmall(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-full-'))
  chmodSync(folder, 0o755)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  ends.push(() => {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

it.skipIf(noPostgres)(
  `PostgreSQL with a full disk keeps what was acknowledged, and an answer under way is whole once there is room${noPostgres ? `: ${noPostgres}` : ''}`,
  async ({ skip }) => {
    const small = mountSmall()
    if (small === undefined) return skip('a file system of its own may not be mounted here')
    const [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()])
    ends.push(postgres.close, upstream.close, upstream.open)
    const connectionString = await postgres.createDatabase()
    const place = join(small, 'tables')
    mkdirSync(place)
    execFileSync('chown', ['postgres:postgres', place])
    const host = new pg.Pool({ connectionString, max: 2 })
    ends.push(() => host.end())
    await host.query(`create tablespace small location '${place}'`)
    const name = new URL(connectionString).pathname.slice(1)
    await host.query(`alter database ${name} set default_tablespace = small`)
    const pool = new pg.Pool({ connectionString, max: 10 })
    const database = await openDatabase({ postgres: pool })
    ends.push(() => database.close())
    await database.migrate()
    const { rows } = await host.query(
      "select count(*)::int as tables from pg_tables where tablename like 'antiphon%' and tablespace = 'small'",
    )
    expect((rows as [{ tables: number }])[0].tables).toBeGreaterThan(2)

    /** How often the whole answer is tried to be stored. */
    let tries = 0
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        const text = node.kind === 'InsertQueryNode' ? JSON.stringify(node) : ''
        if (['"antiphon_nodes"', '"t"', END].every((part) => text.includes(part))) tries++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const chat = createChatServer({
      database: { ...database, db },
      authorize: (request) => ({ id: request.headers.get('x-user') ?? '' }),
      upstreams: [{ endpoint: { baseUrl: upstream.url }, models: ['script'] }],
    })
    const server = createServer(getRequestListener(chat.fetch)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(async () => {
      await chat.close()
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async (threadId: string, content: string): Promise<number> => {
      const body = JSON.stringify({ id: `r-${threadId}`, message: { id: `q-${threadId}`, content } })
      const response = await fetch(`${url}/threads/${threadId}/runs`, { method: 'POST', headers, body })
      await response.body?.cancel()
      return response.status
    }
    const textsOf = async (threadId: string): Promise<string[]> => {
      const response = await fetch(`${url}/threads/${threadId}`, { headers })
      if (response.status === 404) return []
      const { nodes } = (await response.json()) as { nodes: NodeRecord[] }
      const sorted = nodes.toSorted((a, b) => a.order - b.order)
      return sorted.map(({ message }) => String(message?.content))
    }
    const read = (after: string) =>
      fetch(`${url}/threads/t/runs/r-t`, {
        headers: { ...headers, accept: 'text/event-stream', 'last-event-id': after },
      })
    // The engine cannot make it smaller, and no half-empty page takes it.
    const long = (word: string): string => `${word} ${randomBytes(12_000).toString('base64')}`
    const prompt = long('wait')
    const whole = [prompt, `You said: ${prompt}. ${END}`]

    expect(await ask('t', prompt)).toBe(201)
    const client = followRun()
    await client.read(await read('-1'), () => client.texts().join().includes(`You said: ${prompt}`))
    await expect.poll(() => textsOf('t')).toEqual([prompt])

    await host.query('create table filler (text text) tablespace small')
    await host.query('alter table filler alter column text set storage external')
    const fillBy = async (size: number): Promise<void> => {
      const refusal: unknown = await host.query(`insert into filler values (repeat('x', ${size}))`).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (refusal === undefined) return fillBy(size)
      expect(refusal).toMatchObject({ code: '53100' })
    }
    for (let size = 1_000_000; size > 1000; size = Math.floor(size / 2)) await fillBy(size)

    // Refused, not lost: the page keeps it and asks again.
    const others = { a: long('first'), b: long('second') }
    const statuses = await Promise.all(Object.entries(others).map(([id, content]) => ask(id, content)))
    expect(statuses).toContain(507)
    expect(statuses.filter((status) => status !== 201 && status !== 507)).toEqual([])
    upstream.open()
    // The answer has ended and cannot be stored.
    await expect.poll(() => tries, { timeout: 60_000 }).toBeGreaterThan(3)
    expect(await textsOf('t')).toEqual([prompt])

    await host.query('drop table filler')
    await expect.poll(() => textsOf('t'), { timeout: 60_000 }).toEqual(whole)
    await client.read(await read(client.offset()))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done', saved: true })
    expect(client.texts()).toEqual(whole)
    for (const [id, content] of Object.entries(others)) {
      expect([200, 201]).toContain(await ask(id, content))
      const answered = [content, `You said: ${content}. ${END}`]
      await expect.poll(() => textsOf(id), { timeout: 60_000 }).toEqual(answered)
    }
  },
  180_000,
)
