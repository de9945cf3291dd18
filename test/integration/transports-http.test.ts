import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChat, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createAgentkitTransport, createAiSdkTransport } from '@antiphon/agents'

let url = ''
let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
const server = createServer((request, response) => void answer(request, response))
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Writes a body in pieces of five bytes, each in a turn of its own. */
async function trickle(response: ServerResponse, body: string): Promise<void> {
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += 5) {
    response.write(bytes.subarray(at, at + 5))
    if (at % 50 === 0) await new Promise((next) => setImmediate(next))
  }
}
const sse = (parts: readonly object[]): string =>
  parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
const contents = (messages: readonly Message[]): unknown[] => messages.map(({ content }) => content)

test('a UI message stream over real HTTP, cut every five bytes', async () => {
  answer = async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await trickle(
      response,
      sse([
        { type: 'start' },
        { type: 'start-step' },
        { type: 'tool-input-available', toolCallId: 'c', toolName: 'depth', input: { berth: 'Ø' } },
        { type: 'tool-output-available', toolCallId: 'c', output: { metres: 4.2 } },
        { type: 'finish-step' },
        { type: 'start-step' },
        { type: 'text-delta', id: '0', delta: '4.2 m at Ø 🌊' },
        { type: 'finish-step' },
        { type: 'finish', finishReason: 'stop' },
      ]) + 'data: [DONE]\n\n',
    )
    response.end()
  }
  const transport = createAiSdkTransport({ api: url })
  const chat = createChat({ transport, tools: transport.tools, scheduler: immediateScheduler })
  await chat.send('How deep is berth Ø?')
  expect(contents(chat.store.getMessages())).toEqual([
    'How deep is berth Ø?',
    '',
    '{"metres":4.2}',
    '4.2 m at Ø 🌊',
  ])
})

test('JSON lines of agentkit from a server that breaks the connection', async () => {
  let breakOff = (): void => {}
  answer = async (_, response) => {
    const text = (chunk: string) => JSON.stringify({ Delta: { AppendText: { part_id: 'p', chunk } } })
    const begin = JSON.stringify({ Delta: { BeginPart: { part_id: 'p', kind: 'Text' } } })
    await trickle(response, `${begin}\n${text('4.2 ')}\n${text('metres')}\n`)
    breakOff = () => response.destroy()
  }
  const chat = createChat({
    transport: createAgentkitTransport({ stream: (_, { signal }) => fetch(url, { signal }) }),
    scheduler: immediateScheduler,
  })
  const sent = chat.send('How deep?')
  await expect.poll(() => chat.store.getMessages()[1]?.content).toBe('4.2 metres')
  breakOff()
  await sent
  expect(chat.store.getMessages()[1]).toMatchObject({
    content: '4.2 metres',
    error: { kind: 'network_or_cors' },
  })
})

test('a stop closes the connection', async () => {
  const closed = new Promise<void>((done) => {
    answer = async (request, response) => {
      request.on('close', done)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(sse([{ type: 'text-delta', id: '0', delta: 'One ' }]))
    }
  })
  const chat = createChat({ transport: createAiSdkTransport({ api: url }), scheduler: immediateScheduler })
  const sent = chat.send('Go on.')
  await expect.poll(() => chat.store.getMessages()[1]?.content).toBe('One ')
  chat.stop()
  await sent
  await closed
  expect(chat.store.getMessages()[1]).toMatchObject({ content: 'One ', finishReason: 'cancelled' })
})
