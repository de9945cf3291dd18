import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChat, type Message } from '@antiphon/core'
import { afterEach, expect, it } from 'vitest'
import {
  collidingAnswer,
  noteTool,
  questions,
  wireProblems,
  words,
  type WireRequest,
} from '../fixtures/colliding-ids.js'

let server: Server | undefined
afterEach(() => void server?.close())

async function serve(): Promise<{ baseUrl: string; requests: WireRequest[] }> {
  const requests: WireRequest[] = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      const body = JSON.parse(text) as WireRequest
      requests.push(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(collidingAnswer(body))
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

it('ten turns in which every call is call_0, five of them in one message, leave with ids of their own and each result beside its call', async () => {
  const { baseUrl, requests } = await serve()
  const chat = createChat({ endpoint: { baseUrl }, model: 'm', tools: [noteTool()] })
  for (const question of questions) await chat.send(question)

  expect(requests).toHaveLength(2 * questions.length)
  expect(requests.map(wireProblems)).toEqual(requests.map(() => []))
  const last = requests.at(-1)!.messages
  expect(last.flatMap(({ tool_calls }) => tool_calls ?? [])).toHaveLength(words.length)
  // A server may remember ids: what was sent once is sent the same again.
  requests.slice(1).forEach(({ messages }, at) => {
    const before = requests[at]!.messages
    expect(messages.slice(0, before.length)).toEqual(before)
  })

  // The same from an array that another program kept, without anything of ours in it.
  const kept = chat.store.getMessages().map((message) => {
    const { role, content } = message
    if (message.role === 'tool') return { role, content, tool_call_id: message.tool_call_id }
    return message.role === 'assistant'
      ? { role, content, tool_calls: message.tool_calls }
      : { role, content }
  }) as Message[]
  // As it is kept it would be refused.
  expect(wireProblems({ messages: kept } as WireRequest)).toContain('the id call_0 stands for two calls')
  const again = createChat({ endpoint: { baseUrl }, model: 'm', tools: [noteTool()], messages: kept })
  await again.send('note more')
  expect(requests.slice(-2).map(wireProblems)).toEqual([[], []])
  expect(chat.store.getMessages().flatMap((m) => (m.role === 'tool' ? [m.tool_call_id] : []))).toEqual(
    words.map(() => 'call_0'),
  )
})
