import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createChatServer } from '@antiphon/server'
import { defineTool } from '@antiphon/core'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { startUpstream, type Upstream } from '../server/script-upstream.js'

const add = defineTool({
  name: 'add',
  description: 'Adds.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => String(a + b),
})

let upstream: Upstream
let chat: ReturnType<typeof createChatServer>
let server: ReturnType<typeof createServer>
let url = ''

beforeAll(async () => {
  upstream = await startUpstream()
  chat = createChatServer({
    database: 'memory',
    basePath: '/api',
    authorize: () => ({ id: 'ann' }),
    upstreams: [{ endpoint: { baseUrl: upstream.url }, models: ['script'] }],
    tools: [add],
  })
  server = createServer(getRequestListener(chat.fetch)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/threads`
})
afterAll(async () => {
  upstream.open()
  await chat.close()
  server.closeAllConnections()
  server.close()
  await upstream.close()
})

it('the client of the AI SDK resumes an answer under way from its beginning, with its calls, and gets nothing where none is open', async () => {
  const transport = new DefaultChatTransport<UIMessage>({ api: url })
  expect(await transport.reconnectToStream({ chatId: 't' })).toBe(null)
  const message = { id: 'q', content: 'wait use' }
  const body = JSON.stringify({ id: 'r', message })
  await fetch(`${url}/t/runs`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const stream = await transport.reconnectToStream({ chatId: 't' })
  let last: UIMessage | undefined
  for await (const state of readUIMessageStream({ stream: stream! })) {
    last = state
    if (JSON.stringify(state.parts).includes('said')) upstream.open()
  }
  const { nodes } = (await (await fetch(`${url}/t`)).json()) as {
    nodes: { message: { role: string; content: string } }[]
  }
  const answers = nodes.flatMap(({ message: { role, content } }) => (role === 'assistant' ? [content] : []))
  expect(last!.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).toEqual(answers)
  expect(await transport.reconnectToStream({ chatId: 't' })).toBe(null)
})

it('calls of tools and their results are parts of the same message', async () => {
  const transport = new DefaultChatTransport<UIMessage>({ api: url })
  const body = JSON.stringify({ id: 'r2', message: { id: 'q2', content: 'use add {"a":2,"b":3}' } })
  const started = await fetch(`${url}/t2/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(started.status).toBe(201)
  // It may have ended before it is asked for; then there is nothing to resume.
  const stream = await transport.reconnectToStream({ chatId: 't2' })
  if (!stream) return
  let last: UIMessage | undefined
  for await (const state of readUIMessageStream({ stream })) last = state
  expect(last!.parts.map(({ type }) => type)).toEqual(['step-start', 'tool-add', 'step-start', 'text'])
  expect(last!.parts[1]).toMatchObject({ state: 'output-available', input: { a: 2, b: 3 }, output: '5' })
})
