/** A line that breaks is taken up where the server keeps its stream, over real HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChat } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createAiSdkTransport } from '@antiphon/agents'
import { afterEach, describe, expect, test } from 'vitest'
import { lines } from './agent-chat.js'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const parts = [
  { type: 'start', messageId: 'msg-1' },
  { type: 'start-step' },
  { type: 'tool-input-available', toolCallId: 'c1', toolName: 'dive', input: {} },
  { type: 'tool-output-available', toolCallId: 'c1', output: 'wet' },
  { type: 'finish-step' },
  { type: 'start-step' },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'The water ' },
  { type: 'text-delta', id: '0', delta: 'is cold: 4 °C.' },
  { type: 'text-end', id: '0' },
  { type: 'finish-step' },
  { type: 'finish', finishReason: 'stop' },
]
const whole = Buffer.from(
  parts.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') + 'data: [DONE]\n\n',
)

/** Behind the first words. */
const half = whole.indexOf('is cold') - 10

/** A server whose lines break after so many bytes: the first of the POST, the others each time its stream is taken up. */
async function serve(...cuts: (number | 'gone' | 'whole')[]) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    request.resume()
    asked.push(`${request.method} ${request.url}`)
    const cut = cuts[asked.length - 1] ?? 'whole'
    if (request.method === 'GET' && request.headers['x-user'] !== 'ann')
      return void reply.writeHead(403).end('whose stream?')
    if (cut === 'gone' && request.method === 'GET') return void reply.writeHead(204).end()
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': whole.length })
    if (cut === 'whole') return void reply.end(whole)
    reply.write(whole.subarray(0, cut as number), () => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat`
  const open = (resume?: boolean | string) => {
    const transport = createAiSdkTransport({ api: url, id: 'thread 7', headers: { 'x-user': 'ann' }, resume })
    return createChat({ transport, tools: transport.tools, scheduler: immediateScheduler })
  }
  return { asked, url, open }
}

const said = ['assistant: dive({}) [tool_calls]', 'tool: wet', 'assistant: The water is cold: 4 °C. [stop]']
const GET = 'GET /api/chat/thread%207/stream'
const POST = 'POST /api/chat'

describe('a stream of the AI SDK that breaks', () => {
  test.each([120, 330, half, half + 11, whole.length - 30])(
    'is read on from its kept copy, and nothing is said twice (cut at %i)',
    async (cut) => {
      const { asked, open } = await serve(cut)
      const chat = open(true)
      await chat.send('Cold?')
      expect(lines(chat).slice(1)).toEqual(said)
      expect(asked).toEqual([POST, GET])
    },
  )

  test('more than once, and at an address of its own', async () => {
    const { asked, open, url } = await serve(150, 300, half)
    const chat = open(`${url}/again`)
    await chat.send('Cold?')
    expect(lines(chat).slice(1)).toEqual(said)
    expect(asked).toEqual([POST, ...Array.from({ length: 3 }, () => 'GET /api/chat/again')])
  })

  test('is cut where nothing is under way any more, where no more comes, and without the option', async () => {
    const gone = await serve(half, 'gone')
    const first = gone.open(true)
    await first.send('Cold?')
    expect(lines(first).at(-1)).toMatch(/^assistant: The water +\[(?:error|incomplete)\]$/)
    expect(gone.asked).toEqual([POST, GET])

    const stuck = await serve(half, half, half, half, half, half)
    const second = stuck.open(true)
    await second.send('Cold?')
    expect(lines(second).at(-1)).toMatch(/^assistant: The water +\[(?:error|incomplete)\]$/)
    expect(stuck.asked).toHaveLength(4)

    const plain = await serve(half)
    const third = plain.open()
    await third.send('Cold?')
    expect(plain.asked).toEqual([POST])
  })
})
