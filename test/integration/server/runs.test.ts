import { defineTool } from '@antiphon/core'
import { createMemoryDatabase, createMemoryStorage, loadThread } from '@antiphon/threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createMemoryLog } from '../../../packages/server/src/log/memory-log.js'
import type { RunLog } from '../../../packages/server/src/log/types.js'
import { createMemoryRunStore } from '../../../packages/server/src/runs/memory-run-store.js'
import type { RunStore } from '../../../packages/server/src/runs/types.js'
import { followRun } from './follow-run.js'
import { openProcess, type RunProcess } from './run-process.js'
import { startUpstream, type Upstream } from './script-upstream.js'

const SSE = { accept: 'text/event-stream' }
const END = ' This is the end of it, with ünïcödé 🎈.'
const key = (runId: string) => ({ userId: 'u', threadId: 't', runId })
const ask = (content: string, id = `q-${content}`) => ({ message: { id, content } })

let upstream: Upstream
let storage: ReturnType<typeof createMemoryStorage>
let store: RunStore
let log: RunLog
let sent: string[]
const processes: RunProcess[] = []

const send = defineTool({
  name: 'send',
  description: 'Sends a mail.',
  parameters: z.object({ to: z.string() }),
  approval: 'always',
  execute: ({ to }) => {
    sent.push(to)
    return `sent to ${to}`
  },
})
const add = defineTool({
  name: 'add',
  description: 'Adds.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => String(a + b),
})

const start = (options: Partial<Parameters<typeof openProcess>[0]> = {}): RunProcess => {
  const one = openProcess({ store, log, storage, upstream: upstream.url, tools: [send, add], ...options })
  processes.push(one)
  return one
}
const thread = async () => (await loadThread(storage, 't'))?.tree.nodes.map(({ message }) => message) ?? []
const texts = async () => (await thread()).map(({ content }) => content)
const ended = (one: RunProcess, runId: string) =>
  expect.poll(async () => (await one.runs.get(key(runId)))?.status).toBe('ended')
const waits = (one: RunProcess, runId: string) =>
  expect.poll(async () => (await one.runs.get(key(runId)))?.status).toBe('waiting')
const keys = async (one: RunProcess, runId: string) =>
  ((await one.runs.get(key(runId)))?.data.waiting ?? []).map((call) => call.key)

beforeEach(async () => {
  upstream = await startUpstream()
  storage = createMemoryStorage({ database: createMemoryDatabase() })
  store = createMemoryRunStore()
  log = createMemoryLog()
  sent = []
})
afterEach(async () => {
  upstream.open()
  for (const one of processes.splice(0)) await one.runs.close()
  await log.close()
  await upstream.close()
})

describe('a run', () => {
  it('is started by one POST, streams its events, and leaves the same answer in the thread', async () => {
    const one = start()
    const response = await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('hello') }, SSE)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const client = followRun()
    await client.read(response)
    const answer = `You said: hello. ${END}`
    expect(client.texts()).toEqual(['hello', answer])
    expect(await texts()).toEqual(['hello', answer])
    expect(client.store.getMessages()).toEqual(await thread())
    expect(client.seen.at(-1)).toEqual({ antiphon: 'end', outcome: 'done', saved: true })
    expect(one.errors).toEqual([])
  })

  it('has an id of its own, not that of the thread: a second run does not replay the first', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r1', ...ask('first') })
    await ended(one, 'r1')
    const client = followRun()
    await client.read(await one.fetch('POST', '/threads/t/runs', { id: 'r2', ...ask('second') }, SSE))
    expect(client.texts()).toEqual(['second', `You said: second. ${END}`])
    expect(await texts()).toEqual(['first', `You said: first. ${END}`, 'second', `You said: second. ${END}`])
  })

  it('begins once, however often its request is sent', async () => {
    const one = start()
    const body = { id: 'r', ...ask('wait here') }
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await one.fetch('POST', '/threads/t/runs', body)).status)
    expect(statuses).toEqual([201, 200, 200])
    upstream.open()
    await ended(one, 'r')
    expect((await one.fetch('POST', '/threads/t/runs', body)).status).toBe(200)
    expect(upstream.asked()).toBe(1)
  })

  it.each([true, false])(
    'shows nothing of a log that outlived its database, whether it was closed (%s)',
    async (isClosed) => {
      const old = JSON.stringify({ choices: [{ index: 0, delta: { content: 'another answer' } }] })
      await log.open(key('r'), 1)
      await log.append(key('r'), 1, [old], isClosed)
      const client = followRun()
      await client.read(await start().fetch('POST', '/threads/t/runs', { id: 'r', ...ask('hello') }, SSE))
      expect(client.texts()).toEqual(['hello', `You said: hello. ${END}`])
      expect(client.seen.at(-1)).toEqual({ antiphon: 'end', outcome: 'done', saved: true })
      expect((await log.read(key('r'), '-1')).events.map(({ data }) => data)).not.toContain(old)
    },
  )

  it('runs tools of the server, and their results are told', async () => {
    const one = start()
    const client = followRun()
    const body = { id: 'r', ...ask('use add {"a":1,"b":2} and add {"a":3,"b":4}') }
    await client.read(await one.fetch('POST', '/threads/t/runs', body, SSE))
    expect(client.store.getMessages()).toEqual(await thread())
    expect(client.texts().slice(2)).toEqual(['3', '7', `You said: ${body.message.content}. 3, 7${END}`])
  })

  it('tells each message before the answer to it, also where it cannot be stored at first', async () => {
    const write: typeof storage.write = async (given) => {
      const asks = given.nodes.some(({ message }) => message?.role === 'user') ? 1 : 2
      if (upstream.asked() < asks) throw new Error('The database restarts.')
      return storage.write(given)
    }
    const one = start({ storage: Object.assign(Object.create(storage) as typeof storage, { write }) })
    const client = followRun()
    const body = { id: 'r', ...ask('use add {"a":1,"b":2}') }
    await client.read(await one.fetch('POST', '/threads/t/runs', body, SSE))
    const told = new Set<string | null>()
    let answers = 0
    for (const event of client.seen) {
      if (event.antiphon === 'message') told.add(event.node.id)
      if (event.antiphon !== 'answer') continue
      answers++
      expect([...told]).toContain(event.parent)
    }
    expect(answers).toBe(2)
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'done' })
  })

  it('keeps its finished answer when the log breaks in the middle', async () => {
    const broken: RunLog = {
      ...log,
      append: (at, epoch, events, isLast) =>
        events.some((event) => event.includes('chat.completion.chunk'))
          ? Promise.reject(new Error('disk full'))
          : log.append(at, epoch, events, isLast),
    }
    const one = start({ log: broken })
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('hello') })
    await ended(one, 'r')
    expect(await texts()).toEqual(['hello', `You said: hello. ${END}`])
    expect((await one.runs.get(key('r')))?.data.outcome).toBe('done')
  })

  it('has not failed where only its end could not be stored', async () => {
    let isBack = false
    const restarts: RunStore = {
      ...store,
      change: (at, change) =>
        store.change(at, (run) => {
          const changed = change(run)
          if (changed?.status !== 'ended' || isBack) return changed
          isBack = true
          throw new Error('the database restarts')
        }),
    }
    const one = start({ store: restarts })
    const client = followRun()
    await client.read(await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('hello') }, SSE))
    expect([isBack, client.seen.at(-1)]).toMatchObject([
      true,
      { antiphon: 'end', outcome: 'done', saved: true },
    ])
    expect((await one.runs.get(key('r')))?.data.outcome).toBe('done')
    expect(client.texts()).toEqual(['hello', `You said: hello. ${END}`])
    expect(client.store.getMessages()).toEqual(await thread())
  })

  it('does not double the text of two replays', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('wait here') })
    const client = followRun()
    const path = '/threads/t/runs/r'
    await client.read(await one.fetch('GET', path, undefined, SSE), () =>
      client.texts().join().includes('You said: wait here. '),
    )
    upstream.open()
    // Once from its place, and twice from the beginning.
    const last = { ...SSE, 'last-event-id': client.offset() }
    await Promise.all([
      client.read(await one.fetch('GET', path, undefined, SSE)),
      client.read(await one.fetch('GET', path, undefined, last)),
      client.read(await one.fetch('GET', path, undefined, SSE)),
    ])
    expect(client.texts()).toEqual(['wait here', `You said: wait here. ${END}`])
    const late = followRun()
    await late.read(await one.fetch('GET', path, undefined, SSE))
    expect(late.texts()).toEqual(client.texts())
  })

  it('stops by its route after a client has come back to it', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('wait here') })
    const client = followRun()
    await client.read(await one.fetch('GET', '/threads/t/runs/r', undefined, SSE), () =>
      client.texts().join().includes('You said: wait here. '),
    )
    const reading = client.read(
      await one.fetch('GET', '/threads/t/runs/r', undefined, { ...SSE, 'last-event-id': client.offset() }),
    )
    expect((await one.fetch('POST', '/threads/t/runs/r/stop')).status).toBe(202)
    await reading
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'stopped' })
    expect((await thread()).at(-1)).toMatchObject({
      finishReason: 'cancelled',
      content: 'You said: wait here. ',
    })
    expect(client.store.getMessages()).toEqual(await thread())
  })

  it('goes on when its reader leaves', async () => {
    const one = start()
    const client = followRun()
    const body = { id: 'r', ...ask('wait here') }
    await client.read(await one.fetch('POST', '/threads/t/runs', body, SSE), () => client.texts().length > 1)
    upstream.open()
    await ended(one, 'r')
    expect((await texts()).at(-1)).toBe(`You said: wait here. ${END}`)
  })

  it('takes a message while it runs, and the model reads it next', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('wait here') })
    await expect.poll(() => upstream.asked()).toBe(1)
    const steer = { message: { id: 's', content: 'and more' } }
    for (let i = 0; i < 2; i++)
      expect((await one.fetch('POST', '/threads/t/runs/r/steer', steer)).status).toBe(202)
    upstream.open()
    await ended(one, 'r')
    expect((await texts()).slice(2)).toEqual(['and more', `You said: and more. ${END}`])
    expect((await one.fetch('POST', '/threads/t/runs/r/steer', steer)).status).toBe(409)
  })

  it('gives back, at a stop, a message that it did not use', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('wait here') })
    await expect.poll(() => upstream.asked()).toBe(1)
    await one.fetch('POST', '/threads/t/runs/r/steer', { message: { id: 's', content: 'and more' } })
    await one.fetch('POST', '/threads/t/runs/r/stop')
    await ended(one, 'r')
    expect((await one.runs.get(key('r')))?.data.inbox).toEqual([{ id: 's', content: 'and more' }])
  })

  it('says that it failed; the reason is for the host', async () => {
    const one = start({ upstream: 'http://127.0.0.1:9/v1' })
    const client = followRun()
    await client.read(await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('hello') }, SSE))
    expect(client.seen.at(-1)).toMatchObject({ antiphon: 'end', outcome: 'failed' })
    expect((await thread()).at(-1)).toMatchObject({
      error: { kind: 'provider', code: 'assistant_unavailable' },
    })
    expect(client.store.getMessages()).toEqual(await thread())
  })
})

describe('a call that needs somebody', () => {
  const mail = 'use send {"to":"ann"}'

  it('leaves the run waiting, and a decision goes on with it, also after a restart', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask(mail) })
    await waits(one, 'r')
    await one.runs.close()
    const two = start()
    const opened = await (await two.fetch('GET', '/threads/t/runs/open')).json()
    const [call] = opened.run.waiting
    expect(call).toMatchObject({ type: 'approval', toolName: 'send', argumentsText: '{"to":"ann"}' })
    const path = '/threads/t/runs/r/decide'
    const decision = { key: call.key, decision: { type: 'allow' } }
    expect((await two.fetch('POST', path, decision)).status).toBe(202)
    await ended(two, 'r')
    expect(sent).toEqual(['ann'])
    expect((await texts()).slice(2)).toEqual(['sent to ann', `You said: ${mail}. sent to ann${END}`])
    expect((await two.fetch('POST', path, decision)).status).toBe(409)
    expect(two.errors).toEqual([])
  })

  it('is not asked about again by a reload during the continued run', async () => {
    const one = start()
    const body = ask('use send {"to":"ann"} and add {"a":1,"b":2} and send {"to":"bob"}')
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...body })
    await waits(one, 'r')
    const [ann, bob] = await keys(one, 'r')
    await one.fetch('POST', '/threads/t/runs/r/decide', { key: ann, decision: { type: 'allow' } })
    await expect.poll(() => keys(one, 'r')).toEqual([bob])
    await waits(one, 'r')
    // Nothing of the turn runs while one question is open. The answer that was given is in the store, also for another process.
    expect(sent).toEqual([])
    await one.runs.close()
    const two = start()
    const opened = await (await two.fetch('GET', '/threads/t/runs/open')).json()
    expect(opened.run.waiting.map((call: { key: string }) => call.key)).toEqual([bob])
    await two.fetch('POST', '/threads/t/runs/r/decide', {
      key: bob,
      decision: { type: 'deny', reason: 'no' },
    })
    await ended(two, 'r')
    expect(sent).toEqual(['ann'])
    expect((await thread()).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'tool',
      'assistant',
    ])
  })

  it('takes two decisions that come at once', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', {
      id: 'r',
      ...ask('use send {"to":"ann"} and send {"to":"bob"}'),
    })
    await waits(one, 'r')
    const answers = await Promise.all(
      (await keys(one, 'r')).map((each) =>
        one.fetch('POST', '/threads/t/runs/r/decide', { key: each, decision: { type: 'allow' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    await ended(one, 'r')
    expect(sent.toSorted()).toEqual(['ann', 'bob'])
  })

  it('runs with the arguments that a person put in their place', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask(mail) })
    await waits(one, 'r')
    const [before] = await keys(one, 'r')
    await one.fetch('POST', '/threads/t/runs/r/decide', {
      key: before,
      decision: { type: 'edit', arguments: { to: 'eve' } },
    })
    await expect.poll(async () => (await keys(one, 'r')).filter((each) => each !== before)).toHaveLength(1)
    await waits(one, 'r')
    const [after] = await keys(one, 'r')
    await one.fetch('POST', '/threads/t/runs/r/decide', { key: after, decision: { type: 'allow' } })
    await ended(one, 'r')
    expect(sent).toEqual(['eve'])
  })

  it('is answered by a client that runs the tool itself', async () => {
    const one = start()
    const tools = [{ name: 'where', description: 'Where the user is.', parameters: { type: 'object' } }]
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask('use where {}'), tools })
    await waits(one, 'r')
    const [where] = await keys(one, 'r')
    const client = followRun()
    const reading = client.read(await one.fetch('GET', '/threads/t/runs/r', undefined, SSE))
    await one.fetch('POST', '/threads/t/runs/r/decide', { key: where, result: { city: 'Bern' } })
    await reading
    expect(client.seen.map(({ antiphon }) => antiphon)).toEqual(
      expect.arrayContaining(['waiting', 'resumed', 'end']),
    )
    expect((await texts()).at(-1)).toBe(`You said: use where {}. {"city":"Bern"}${END}`)
    expect(client.store.getMessages()).toEqual(await thread())
  })

  it('has a result after a stop, so that nobody is asked again', async () => {
    const one = start()
    await one.fetch('POST', '/threads/t/runs', { id: 'r', ...ask(mail) })
    await waits(one, 'r')
    await one.fetch('POST', '/threads/t/runs/r/stop')
    await ended(one, 'r')
    expect(sent).toEqual([])
    expect((await one.runs.get(key('r')))?.data.outcome).toBe('stopped')
    expect((await thread()).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })
})
