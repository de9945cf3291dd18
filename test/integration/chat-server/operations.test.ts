import {
  createChatServer,
  openDatabase,
  type ChatDatabase,
  type ChatServer,
  type LogEntry,
} from '@antiphon/server'
import { defineTool } from '@antiphon/core'
import { loadThread } from '@antiphon/threads'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { startUpstream, type Upstream } from '../server/script-upstream.js'

const KEY = 'sk-do-not-log-me'
let database: ChatDatabase
let upstream: Upstream
let entries: LogEntry[]
let used: unknown[]
let allowed: number
const servers: ChatServer[] = []

const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks up.',
  parameters: z.object({ what: z.string() }),
  execute: ({ what }) => {
    trace.getTracer('host').startSpan('query of the host').end()
    return `found ${what}`
  },
})

const open = (): ChatServer => {
  const server = createChatServer({
    database,
    authorize: () => ({ id: 'ann' }),
    upstreams: [{ endpoint: { baseUrl: upstream.url, apiKey: KEY }, models: ['script'] }],
    tools: [lookUp],
    hooks: {
      log: (entry) => entries.push(entry),
      used: (use) => used.push(use),
      quota: () => (allowed-- > 0 ? undefined : { message: 'That was all for today.', retryAfter: 59.2 }),
    },
  })
  servers.push(server)
  return server
}
const send = (server: ChatServer, method: string, path: string, body?: unknown, headers = {}) =>
  server.fetch(
    new Request(`https://chat.example${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
const ask = (server: ChatServer, content: string, id = 'r', threadId = 't') =>
  send(server, 'POST', `/threads/${threadId}/runs`, { id, message: { id: `q-${id}`, content } })
const read = (server: ChatServer, id = 'r', threadId = 't') =>
  send(server, 'GET', `/threads/${threadId}/runs/${id}`, undefined, { accept: 'text/event-stream' })
const look = async (server: ChatServer, path: string) => {
  const response = await server.operations(new Request(`http://127.0.0.1:9000${path}`))
  return [response.status, await response.text()] as const
}
const answers = async (threadId = 't') =>
  ((await loadThread(servers[0]!.threads.of({ id: 'ann' }), threadId))?.tree.nodes ?? []).flatMap(
    ({ message }) => (message.role === 'assistant' ? [message.content] : []),
  )

beforeEach(async () => {
  database = await openDatabase({ sqlite: { file: ':memory:' } })
  await database.migrate()
  upstream = await startUpstream()
  entries = []
  used = []
  allowed = 100
})
afterEach(async () => {
  upstream.open()
  for (const server of servers.splice(0)) await server.close()
  await database.close().catch(() => {})
  await upstream.close()
})

it('is ready while its database answers and it is not about to end, and healthy all the time', async () => {
  const server = open()
  expect(await look(server, '/ops/ready')).toEqual([200, 'ready\n'])
  await database.close()
  expect((await look(server, '/ops/ready'))[0]).toBe(503)
  expect(await look(server, '/ops/health')).toEqual([200, 'ok\n'])
  expect((await look(server, '/ops/else'))[0]).toBe(404)
  const other = createChatServer({ database: 'memory', authorize: () => 401 })
  expect((await look(other, '/ready'))[0]).toBe(200)
  await other.close()
  expect((await look(other, '/ready'))[0]).toBe(503)
})

it('its figures and its log tell of requests, runs, models and tools, and of no text and no key', async () => {
  const server = open()
  await ask(server, 'use look_up {"what":"a private matter"}')
  await (await read(server)).text()
  await send(server, 'GET', '/threads/a-private-thread/none')
  const [, text] = await look(server, '/metrics')
  for (const line of [
    'antiphon_requests_total{method="POST",route="/threads/:threadId/runs",status="201"} 1',
    'antiphon_requests_total{method="GET",route="none",status="404"} 1',
    'antiphon_runs_total{outcome="done"} 1',
    'antiphon_runs_open 0',
    'antiphon_readers_open 0',
    'antiphon_model_requests_total{model="script",result="answered"} 2',
    'antiphon_model_first_chunk_seconds_count{model="script"} 2',
    'antiphon_tools_total{tool="look_up",result="done"} 1',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).toMatch(/# EOF\n$/)
  // A family is described once, before its figures, and each line is one of the text form.
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(
      /^(?:# (?:HELP|TYPE) \w+ .+|# EOF|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? -?[\d.e-]+)$/,
    )
  expect(entries.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['request', 'run began', 'model asked', 'tool ran', 'run ended']),
  )
  expect(used).toMatchObject([
    { userId: 'ann', model: 'script' },
    { runId: 'r', outputTokens: expect.any(Number) },
  ])
  for (const said of [JSON.stringify(entries), text]) expect(said).not.toMatch(/private|sk-/)
})

it('spans follow the conventions: a run, its requests to models, its tools, and spans of the host below them', async () => {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  try {
    const server = open()
    await expect
      .poll(async () => {
        // The package of the API is loaded beside the first run.
        exporter.reset()
        const id = crypto.randomUUID()
        await ask(server, 'use look_up {"what":"a private matter"}', id, id)
        await (await read(server, id, id)).text()
        return exporter.getFinishedSpans().length
      })
      .toBe(5)
    const spans = exporter.getFinishedSpans()
    const [run] = spans.filter(({ name }) => name === 'invoke_agent')
    const [tool] = spans.filter(({ name }) => name === 'execute_tool look_up')
    const chats = spans.filter(({ name }) => name === 'chat script')
    expect(chats).toHaveLength(2)
    for (const span of [tool!, ...chats])
      expect(span.parentSpanContext?.spanId).toBe(run!.spanContext().spanId)
    expect(spans.find(({ name }) => name === 'query of the host')?.parentSpanContext?.spanId).toBe(
      tool!.spanContext().spanId,
    )
    expect(chats[0]!.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'script',
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.usage.output_tokens': expect.any(Number),
    })
    expect(run!.attributes['antiphon.run.outcome']).toBe('done')
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('private')
  } finally {
    trace.disable()
    context.disable()
  }
})

it('a quota of the host refuses a run before it begins, but not one that is asked for again', async () => {
  const server = open()
  allowed = 1
  expect((await ask(server, 'first')).status).toBe(201)
  await (await read(server)).text()
  expect((await ask(server, 'first')).status).toBe(200)
  const refused = await ask(server, 'second', 'r2')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.json()).toMatchObject({ error: { code: 'quota', message: 'That was all for today.' } })
  expect(await answers()).toHaveLength(1)
})

it('a server that ends leaves a run that nobody saw to another one at once, and ends the others in words', async () => {
  const [one, two] = [open(), open()]
  await ask(one, 'hold this', 'unseen', 't1')
  await ask(one, 'wait here', 'seen', 't2')
  const unseen = await read(one, 'unseen', 't1')
  const seen = read(one, 'seen', 't2').then((response) => response.text())
  await expect
    .poll(async () => (await (await send(two, 'GET', '/threads/t2/runs/seen')).text()).includes(' said'))
    .toBe(true)
  await one.close()
  expect((await send(one, 'GET', '/threads')).status).toBe(503)
  // Streams end, so that nothing keeps the process, and their readers go to the other one.
  expect(await unseen.text()).not.toContain('"antiphon":"end"')
  expect(await seen).toContain('"outcome":"lost"')
  expect((await answers('t2'))[0]).toContain('You said: wait here')
  upstream.open()
  expect(await (await read(two, 'unseen', 't1')).text()).toContain('"outcome":"done"')
  expect(await answers('t1')).toEqual([expect.stringContaining('You said: hold this')])
})
