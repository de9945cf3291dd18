import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpStorage } from '@antiphon/server-client'
import { createMemoryStorage, loadThread, type ThreadStorage } from '@antiphon/threads'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryLog } from '../../../packages/server/src/log/memory-log.js'
import { createSqlLog } from '../../../packages/server/src/log/sql-log.js'
import { createMemoryRunStore } from '../../../packages/server/src/runs/memory-run-store.js'
import { createSqlRunStore } from '../../../packages/server/src/runs/sql-run-store.js'
import { startThreadServer, type ThreadServer } from '../threads/thread-server.js'
import { followRun } from './follow-run.js'
import { openSqlite, type RunDatabase } from './run-databases.js'
import { openProcess, type RunProcess } from './run-process.js'
import { startUpstream, type Upstream } from './script-upstream.js'

const SSE = { accept: 'text/event-stream' }
const KEY = { userId: 'u', threadId: 't', runId: 'r' }
const END = ' This is the end of it, with ünïcödé 🎈.'
const messages = async (storage: ThreadStorage) =>
  (await loadThread(storage, 't'))?.tree.nodes.map(({ message }) => message) ?? []

type Child = ReturnType<typeof spawn>

let upstream: Upstream
beforeEach(async () => void (upstream = await startUpstream()))
afterEach(async () => {
  upstream.open()
  await upstream.close()
})

describe('a process that dies (kill -9)', () => {
  // Beside packages that are not bundled, so that it finds them.
  const program = join(import.meta.dirname, '../../node_modules', `.run-child-${process.pid}.mjs`)
  let threads: ThreadServer
  let folder: string
  let database: RunDatabase
  let other: RunProcess
  let storage: ThreadStorage

  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, 'run-child.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['antiphon-source'],
      external: ['libsql', 'kysely', 'pg', 'zod'],
      logLevel: 'error',
    })
    threads = await startThreadServer()
  })
  afterAll(async () => {
    await threads.close()
    await rm(program, { force: true })
  })

  const begin = async (prompt: string): Promise<Child> => {
    folder = await mkdtemp(join(tmpdir(), 'antiphon-lost-'))
    const file = join(folder, 'runs.db')
    database = await openSqlite(file)
    const baseUrl = threads.reset()
    storage = createHttpStorage({ baseUrl, channel: () => undefined })
    const { db, dialect } = database
    other = openProcess({
      store: createSqlRunStore({ db, dialect }),
      log: createSqlLog({ db, dialect }),
      storage,
      upstream: upstream.url,
      leaseMs: 2000,
    })
    const child = spawn(process.execPath, [program, file, baseUrl, upstream.url, prompt], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [status] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    expect(status).toBe('201\n')
    return child
  }
  const kill = async (child: Child): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  afterEach(async () => {
    await other.runs.close()
    await database.close()
    await rm(folder, { recursive: true })
  })

  it('does not leave “writing” for ever: another one ends the run with what had arrived, and says why', async () => {
    const child = await begin('wait here')
    const client = followRun()
    const path = '/threads/t/runs/r'
    await client.read(await other.fetch('GET', path, undefined, SSE), () =>
      client.texts().join().includes('You said: wait here. '),
    )
    const last = { ...SSE, 'last-event-id': client.offset() }
    const reading = client.read(await other.fetch('GET', path, undefined, last))
    await kill(child)
    await reading
    expect(client.seen.at(-1)).toEqual({ antiphon: 'end', outcome: 'lost', saved: true })
    const stored = await messages(storage)
    expect(stored).toHaveLength(2)
    expect(stored[1]).toMatchObject({
      content: 'You said: wait here. ',
      error: { code: 'server_stopped', message: 'The server stopped while this was written.' },
    })
    expect(client.store.getMessages()).toEqual(stored)
    expect(upstream.asked()).toBe(1)
    expect(other.errors).toEqual([])
  })

  it('is replaced before the first word: another one gives the answer, once', async () => {
    const child = await begin('hold it')
    await expect.poll(() => upstream.asked()).toBe(1)
    await kill(child)
    await expect.poll(() => upstream.asked()).toBe(2)
    upstream.open()
    const client = followRun()
    await client.read(await other.fetch('GET', '/threads/t/runs/r', undefined, SSE))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
    expect(client.texts()).toEqual(['hold it', `You said: hold it. ${END}`])
    expect(client.store.getMessages()).toEqual(await messages(storage))
  })

  it('is stopped by another process while it lives', async () => {
    const child = await begin('wait here')
    const client = followRun()
    const path = '/threads/t/runs/r'
    await client.read(await other.fetch('GET', path, undefined, SSE), () =>
      client.texts().join().includes('You said: wait here. '),
    )
    await other.fetch('POST', `${path}/stop`)
    await client.read(await other.fetch('GET', path, undefined, { ...SSE, 'last-event-id': client.offset() }))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'stopped' })
    expect((await messages(storage)).at(-1)).toMatchObject({ finishReason: 'cancelled' })
    await kill(child)
  })
})

describe('a log that has expired', () => {
  it('answers “not resumable” and the thread has the answer; nothing begins a second run', async () => {
    let ahead = 0
    const storage = createMemoryStorage()
    const log = createMemoryLog({ ttlMs: 60_000, now: () => Date.now() + ahead })
    const one = openProcess({ store: createMemoryRunStore(), log, storage, upstream: upstream.url })
    const body = { id: 'r', message: { id: 'q', content: 'hello' } }
    const client = followRun()
    await client.read(await one.fetch('POST', '/threads/t/runs', body, SSE))
    ahead = 60_001
    for (const headers of [SSE, { ...SSE, 'last-event-id': client.offset() }, {}]) {
      const late = await one.fetch('GET', '/threads/t/runs/r', undefined, headers)
      expect(late.status).toBe(410)
      expect(await late.json()).toMatchObject({
        error: { code: 'not_resumable' },
        run: { status: 'ended', outcome: 'done' },
      })
    }
    expect((await one.fetch('POST', '/threads/t/runs', body)).status).toBe(200)
    // A second run would have asked before this one.
    await followRun().read(await one.fetch('POST', '/threads/t2/runs', { ...body, id: 'r2' }, SSE))
    const { nodes, run } = await (await one.fetch('GET', '/threads/t/runs/open')).json()
    expect(run).toBe(null)
    expect(nodes).toHaveLength(2)
    expect(upstream.asked()).toBe(2)
    await one.runs.close()
  })

  it('does not keep a run that waits from going on', async () => {
    let ahead = 0
    const storage = createMemoryStorage()
    const log = createMemoryLog({ ttlMs: 60_000, now: () => Date.now() + ahead })
    const one = openProcess({ store: createMemoryRunStore(), log, storage, upstream: upstream.url })
    const tools = [{ name: 'where', description: 'Where.', parameters: { type: 'object' } }]
    await one.fetch('POST', '/threads/t/runs', {
      id: 'r',
      message: { id: 'q', content: 'use where {}' },
      tools,
    })
    await expect.poll(async () => (await one.runs.get(KEY))?.status).toBe('waiting')
    const before = (await log.status(KEY)).next
    ahead = 60_001
    const [call] = (await one.runs.get(KEY))!.data.waiting!
    await one.fetch('POST', '/threads/t/runs/r/decide', { key: call!.key, result: 'Bern' })
    await expect.poll(async () => (await one.runs.get(KEY))?.status).toBe('ended')
    expect((await messages(storage)).at(-1)).toMatchObject({ content: `You said: use where {}. Bern${END}` })
    expect((await log.read(KEY, before)).state).toBe('gone')
    await one.runs.close()
  })
})

describe('a server that is closed', () => {
  it('waits for answers that end in time, and ends the others as lost', async () => {
    const storage = createMemoryStorage()
    const store = createMemoryRunStore()
    const one = openProcess({ store, log: createMemoryLog(), storage, upstream: upstream.url })
    await one.fetch('POST', '/threads/t/runs', { id: 'r', message: { id: 'q', content: 'wait here' } })
    const client = followRun()
    await client.read(await one.fetch('GET', '/threads/t/runs/r', undefined, SSE), () =>
      client.texts().join().includes('You said: wait here. '),
    )
    await one.runs.close(10)
    expect((await store.get(KEY))?.data.outcome).toBe('lost')
    expect((await messages(storage)).at(-1)).toMatchObject({ error: { code: 'server_stopped' } })
  })

  it('leaves one that nobody has seen a word of to another process, which does not wait for the lease', async () => {
    const storage = createMemoryStorage()
    const shared = { store: createMemoryRunStore(), log: createMemoryLog(), storage, upstream: upstream.url }
    const [one, two] = ['one', 'two'].map((owner) =>
      openProcess({ ...shared, owner, leaseMs: 1_000_000_000 }),
    )
    await one!.fetch('POST', '/threads/t/runs', { id: 'r', message: { id: 'q', content: 'hold it' } })
    await expect.poll(() => upstream.asked()).toBe(1)
    await one!.runs.close()
    await expect.poll(() => upstream.asked()).toBe(2)
    upstream.open()
    const client = followRun()
    await client.read(await two!.fetch('GET', '/threads/t/runs/r', undefined, SSE))
    expect(client.texts()).toEqual(['hold it', `You said: hold it. ${END}`])
    expect(client.store.getMessages()).toEqual(await messages(storage))
    await two!.runs.close()
  })
})
