import { createMemoryDatabase, createMemoryStorage, loadThread, type ThreadStorage } from '@antiphon/threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryLog } from '../../../packages/server/src/log/memory-log.js'
import type { RunLog } from '../../../packages/server/src/log/types.js'
import { createMemoryRunStore } from '../../../packages/server/src/runs/memory-run-store.js'
import type { Run, RunStore } from '../../../packages/server/src/runs/types.js'
import { followRun } from './follow-run.js'
import { openProcess, type RunProcess } from './run-process.js'
import { startUpstream, type Upstream } from './script-upstream.js'

const SSE = { accept: 'text/event-stream' }
const KEY = { userId: 'u', threadId: 't', runId: 'r' }
const PATH = '/threads/t/runs/r'
const never = new Promise<never>(() => {})

let upstream: Upstream
let two: RunProcess
let store: RunStore
let log: RunLog
let storage: ThreadStorage

/** The parts of a process that is gone as soon as `isLast` sees a change of its run: it is not made, or made and never known of. */
function dying(isLast: (run: Run) => boolean, isMade: boolean): { store: RunStore; log: RunLog } {
  let isGone = false
  const change: RunStore['change'] = async (key, work) => {
    const seen = await store.get(key)
    const wanted = seen && work(seen)
    if (isGone || (wanted && isLast(wanted))) {
      if (!isGone && isMade) await store.change(key, work)
      isGone = true
      return never
    }
    return store.change(key, work)
  }
  const append: RunLog['append'] = (...event) => (isGone ? never : log.append(...event))
  const beat: RunStore['beat'] = (owner) => (isGone ? never : store.beat(owner))
  return { store: { ...store, change, beat }, log: { ...log, append } }
}

beforeEach(async () => {
  upstream = await startUpstream()
  store = createMemoryRunStore()
  log = createMemoryLog()
  storage = createMemoryStorage({ database: createMemoryDatabase() })
})
afterEach(async () => {
  await two.runs.close()
  upstream.open()
  await upstream.close()
})

const where = { name: 'where', description: 'Where.', parameters: { type: 'object' } }
const texts = async () =>
  (await loadThread(storage, 't'))?.tree.nodes.map(({ message }) => String(message.content))

describe.each([
  ['before the question is stored', (run: Run) => run.data.asking !== undefined, false],
  ['when the question is stored and not shown yet', (run: Run) => run.data.asking !== undefined, true],
  ['when the question is shown', (run: Run) => run.status === 'waiting', false],
] as const)('a process that dies %s', (_, isLast, isMade) => {
  it('leaves a run that another process asks about, and that goes on with the answer', async () => {
    const shared = { storage, upstream: upstream.url }
    const one = openProcess({ ...shared, ...dying(isLast, isMade), owner: 'one' })
    const client = followRun()
    const body = { id: 'r', message: { id: 'q', content: 'use where {}' }, tools: [where] }
    await one.fetch('POST', '/threads/t/runs', body)
    two = openProcess({ ...shared, store, log, owner: 'two' })
    await client.read(await two.fetch('GET', PATH, undefined, SSE), () =>
      client.seen.some(({ antiphon }) => antiphon === 'waiting'),
    )
    await expect.poll(async () => (await store.get(KEY))?.status).toBe('waiting')
    const [call] = (await store.get(KEY))!.data.waiting!
    expect(call).toMatchObject({ type: 'result', toolName: 'where' })
    await two.fetch('POST', `${PATH}/decide`, { key: call!.key, result: 'Bern' })
    const rest = { ...SSE, 'last-event-id': client.offset() }
    await client.read(await two.fetch('GET', PATH, undefined, rest))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
    expect(client.texts()).toEqual(await texts())
    expect(client.texts().at(-1)).toContain('Bern')
    expect(upstream.asked()).toBe(2)
    expect(two.errors).toEqual([])
  })
})

it('an answer that comes after the process has died, and before another one has the run, counts', async () => {
  const shared = { storage, upstream: upstream.url }
  const one = openProcess({
    ...shared,
    ...dying((run) => run.status === 'waiting', false),
    owner: 'one',
  })
  const body = { id: 'r', message: { id: 'q', content: 'use where {}' }, tools: [where] }
  await one.fetch('POST', '/threads/t/runs', body)
  await expect.poll(async () => (await store.get(KEY))?.data.asking).toBe(1)
  const [call] = (await store.get(KEY))!.data.waiting!
  two = openProcess({ ...shared, store, log, owner: 'two', leaseMs: 300 })
  await two.fetch('POST', `${PATH}/decide`, { key: call!.key, result: 'Bern' })
  const client = followRun()
  await client.read(await two.fetch('GET', PATH, undefined, SSE))
  expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
  expect((await texts())!.at(-1)).toContain('Bern')
})

it('a call of a tool of the server that may have run is not run again: the run is lost', async () => {
  let ran = 0
  const tools = [
    {
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object' },
      async execute() {
        ran++
        return never
      },
    },
  ]
  const shared = { storage, upstream: upstream.url, tools }
  let isGone = false
  const beat: RunStore['beat'] = (owner) => (isGone ? never : store.beat(owner))
  const one = openProcess({ ...shared, store: { ...store, beat }, log, owner: 'one' })
  await one.fetch('POST', '/threads/t/runs', { id: 'r', message: { id: 'q', content: 'use pay {}' } })
  await expect.poll(() => ran).toBe(1)
  isGone = true
  two = openProcess({ ...shared, store, log, owner: 'two' })
  const client = followRun()
  await client.read(await two.fetch('GET', PATH, undefined, SSE))
  expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'lost' })
  expect(ran).toBe(1)
})
