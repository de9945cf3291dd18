import { createMemoryStorage } from '@antiphon/threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryLog } from '../../../packages/server/src/log/memory-log.js'
import { createMemoryRunStore } from '../../../packages/server/src/runs/memory-run-store.js'
import { openProcess, type RunProcess, type RunProcessOptions } from './run-process.js'
import { startUpstream, type Upstream } from './script-upstream.js'

const PATH = '/threads/t/runs/r'
let upstream: Upstream
let memory: Required<Pick<RunProcessOptions, 'store' | 'log' | 'storage'>>
let one: RunProcess

beforeEach(async () => {
  upstream = await startUpstream()
  memory = { store: createMemoryRunStore(), log: createMemoryLog(), storage: createMemoryStorage() }
  one = openProcess({ ...memory, upstream: upstream.url })
})
afterEach(async () => {
  upstream.open()
  await one.runs.close()
  await upstream.close()
})

const start = (content: string) =>
  one.fetch('POST', '/threads/t/runs', { id: 'r', message: { id: 'q', content } })
const ended = () =>
  expect.poll(async () => (await one.fetch('HEAD', PATH)).headers.get('stream-closed')).toBe('true')

it('gives a run that has ended as JSON, page by page, and says where it is closed', async () => {
  await start('hello')
  await ended()
  const response = await one.fetch('GET', `${PATH}?offset=-1`)
  const events = await response.json()
  expect(events.at(-1)).toMatchObject({ antiphon: 'end' })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('stream-closed')).toBe('true')
  const next = response.headers.get('stream-next-offset')!
  expect((await one.fetch('HEAD', PATH)).headers.get('stream-next-offset')).toBe(next)
  const after = await one.fetch('GET', `${PATH}?offset=${next}`)
  expect([await after.json(), after.headers.get('stream-closed')]).toEqual([[], 'true'])
  const waiting = await one.fetch('GET', `${PATH}?offset=${next}&live=long-poll`)
  expect([waiting.status, waiting.headers.get('stream-closed')]).toEqual([204, 'true'])
})

it('holds a long-poll until something comes, and answers it empty where nothing does', async () => {
  await start('wait here')
  const head = async () => (await one.fetch('HEAD', PATH)).headers.get('stream-next-offset')!
  await expect.poll(async () => (await one.fetch('GET', PATH)).text()).toContain('here')
  // Until everything before the pause has come.
  for (let status = 200; status !== 204;)
    status = (await one.fetch('GET', `${PATH}?offset=${await head()}&live=long-poll`)).status
  const next = await head()
  const polling = one.fetch('GET', `${PATH}?offset=${next}&live=long-poll&cursor=9999999999`)
  upstream.open()
  const response = await polling
  expect(response.status).toBe(200)
  expect((await response.json()).length).toBeGreaterThan(0)
  expect(Number(response.headers.get('stream-cursor'))).toBeGreaterThan(9_999_999_999)
  await ended()
})

it('streams in the form of the Durable Streams protocol', async () => {
  await start('hello')
  await ended()
  const body = await (await one.fetch('GET', `${PATH}?offset=-1&live=sse`)).text()
  const [data, control] = body.trim().split('\n\n')
  const lines = data!.split('\n')
  expect(lines[0]).toBe('event: data')
  const events = JSON.parse(
    lines
      .slice(1)
      .map((line) => line.slice('data: '.length))
      .join('\n'),
  )
  expect(events).toEqual(await (await one.fetch('GET', PATH)).json())
  expect(control).toMatch(/^event: control\ndata:\{/)
  expect(JSON.parse(control!.split('data:')[1]!)).toMatchObject({
    streamNextOffset: (await one.fetch('HEAD', PATH)).headers.get('stream-next-offset'),
    streamClosed: true,
  })
})

it('tells an EventSource that comes back behind the end to stay away', async () => {
  await start('hello')
  await ended()
  const next = (await one.fetch('HEAD', PATH)).headers.get('stream-next-offset')!
  const headers = { accept: 'text/event-stream', 'last-event-id': next }
  expect((await one.fetch('GET', PATH, undefined, headers)).status).toBe(204)
})

it('knows no run of another user, of another thread, or with a guessed id', async () => {
  await start('wait here')
  const message = { id: 'm', content: 'x' }
  for (const [path, headers] of [
    [PATH, { user: 'eve' }],
    ['/threads/other/runs/r', {}],
    ['/threads/t/runs/r2', {}],
  ] as const) {
    expect((await one.fetch('GET', path, undefined, headers)).status).toBe(404)
    expect((await one.fetch('HEAD', path, undefined, headers)).status).toBe(404)
    expect((await one.fetch('POST', `${path}/stop`, undefined, headers)).status).toBe(404)
    expect((await one.fetch('POST', `${path}/steer`, { message }, headers)).status).toBe(404)
    const decision = { key: 'k', decision: { type: 'allow' } }
    expect((await one.fetch('POST', `${path}/decide`, decision, headers)).status).toBe(404)
    await one.fetch('DELETE', path, undefined, headers)
  }
  const run = await one.runs.get({ userId: 'u', threadId: 't', runId: 'r' })
  expect([run?.status, run?.data.isStopped, run?.data.inbox]).toEqual(['running', undefined, undefined])
})

it('does not begin a run that is stopped while its request is looked at, or while another run is open', async () => {
  const asked = vi.spyOn(memory.log, 'open').mockImplementationOnce(async (key, epoch) => {
    expect((await one.fetch('POST', `${PATH}/stop`)).status).toBe(404)
    return memory.log.open(key, epoch)
  })
  const late = await start('hello')
  expect(asked).toHaveBeenCalled()
  expect(await late.json()).toMatchObject({ run: { status: 'ended', outcome: 'stopped' } })
  expect((await one.fetch('GET', PATH)).status).toBe(404)
  const message = { id: 'q', content: 'wait here' }
  await one.fetch('POST', '/threads/t/runs', { id: 'r1', message })
  expect((await one.fetch('POST', '/threads/t/runs/r2/stop')).status).toBe(404)
  await one.fetch('POST', '/threads/t/runs/r1/stop')
  await expect
    .poll(async () => (await one.fetch('HEAD', '/threads/t/runs/r1')).headers.get('stream-closed'))
    .toBe('true')
  const second = await one.fetch(
    'POST',
    '/threads/t/runs',
    { id: 'r2', message },
    { accept: 'text/event-stream' },
  )
  const said = await second.text()
  expect([...said.matchAll(/data: (.*)/g)].map(([, data]) => JSON.parse(data!))).toEqual([
    { antiphon: 'end', outcome: 'stopped', saved: true },
  ])
})

it('refuses a second run while one is open, and says which', async () => {
  await start('wait here')
  const second = await one.fetch('POST', '/threads/t/runs', { message: { id: 'q2', content: 'more' } })
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({
    error: { code: 'run_open' },
    run: { id: 'r', status: 'running' },
  })
})

it('removes a run with its log, and stops it first', async () => {
  await start('wait here')
  expect((await one.fetch('DELETE', PATH)).status).toBe(204)
  expect((await one.fetch('GET', PATH)).status).toBe(404)
  expect((await one.fetch('DELETE', PATH)).status).toBe(204)
})

it.each([
  ['no JSON', 'x', 'not JSON'],
  ['no question', {}, 'needs one of'],
  ['a question and a regeneration', { message: { id: 'a', content: 'b' }, regenerate: 'c' }, 'needs one of'],
  ['a message without an id', { message: { content: 'b' } }, 'message.id'],
  ['fields that reach past the settings', { regenerate: 'a', parameters: { extraBody: {} } }, 'parameters'],
  ['a reserved id', { id: 'open', regenerate: 'a' }, 'id'],
])('refuses a start with %s, and says where', async (_, body, words) => {
  const response =
    typeof body === 'string'
      ? await one.fetch('POST', '/threads/t/runs', undefined)
      : await one.fetch('POST', '/threads/t/runs', body)
  expect(response.status).toBe(400)
  expect((await response.json()).error.message).toContain(words)
})
