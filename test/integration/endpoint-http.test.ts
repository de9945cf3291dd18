import {
  createEndpoint,
  createEndpointFetch,
  createSeededIds,
  SCRIPTED_BASE_URL,
  type Scenario,
  type Sleep,
} from '@antiphon/endpoint'
import { createNodeHandler, serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { endpointWires } from '@antiphon/wires/endpoint'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunksOf, demoTools, drain, post, replyOf, user } from './endpoint-client.js'

let served: ServedEndpoint
const instant = { speed: Infinity, generateId: createSeededIds(), now: () => 1_700_000_000_000 }

beforeAll(async () => {
  served = await serveEndpoint(createEndpoint(instant))
})
afterAll(() => served.close())

describe('a chat completion over HTTP', () => {
  test('streams events, ends with a finish reason and [DONE]', async () => {
    const response = await post(served.url, { model: 'answer', stream: true, messages: [user('hello')] })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('x-request-id')).toMatch(/^req_\w{24}$/)
    const { text, chunks } = await drain(response)
    expect(chunks.length).toBeGreaterThan(100)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    const reply = replyOf(text)
    expect(reply.finish).toBe('stop')
    expect(reply.content).toMatch(/## .*\n[\s\S]*\| ---[\s\S]*```ts[\s\S]*^- /m)
  })

  test('gives the same message as one body when no stream is asked for', async () => {
    const body = { model: 'thinker', messages: [user('think')] }
    const streamed = replyOf((await drain(await post(served.url, { ...body, stream: true }))).text)
    const whole = await (await post(served.url, body)).json()
    expect(whole).toMatchObject({
      object: 'chat.completion',
      created: 1_700_000_000,
      choices: [
        {
          finish_reason: 'stop',
          message: { content: streamed.content, reasoning_content: streamed.reasoning },
        },
      ],
    })
    const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = whole.usage
    expect(input + output).toBe(total)
    expect(whole.usage.completion_tokens_details.reasoning_tokens).toBeGreaterThan(50)
  })

  test('reports usage in a last chunk without choices, only if asked', async () => {
    const body = { model: 'antiphon-tour', stream: true, messages: [user('hello')] }
    const without = await drain(await post(served.url, body))
    expect(without.text).not.toContain('"usage"')
    const asked = await drain(await post(served.url, { ...body, stream_options: { include_usage: true } }))
    const chunks = chunksOf(asked.text)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: chunks.length - 3 } })
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
  })

  test.each(['max_tokens', 'max_completion_tokens'])(
    'stops at %s with finish reason length',
    async (field) => {
      const { text } = await drain(
        await post(served.url, { model: 'answer', stream: true, [field]: 12, messages: [user('hi')] }),
      )
      expect(replyOf(text).finish).toBe('length')
      expect(chunksOf(text)).toHaveLength(1 + 12 + 1)
    },
  )

  test('sends the argument fragments of parallel calls in turn', async () => {
    const prompt = [user('What time is it in Oslo and Tokyo?')]
    const { text } = await drain(
      await post(served.url, { model: 'parallel-tools', stream: true, messages: prompt, tools: demoTools }),
    )
    const order = chunksOf(text).flatMap(
      (chunk) => chunk.choices[0]?.delta.tool_calls?.map((call) => call.index) ?? [],
    )
    expect(order.slice(0, 8)).toEqual([0, 1, 0, 1, 0, 1, 0, 1])
    expect(replyOf(text).calls.map((call) => JSON.parse(call.arguments))).toEqual([
      { timezone: 'Europe/Oslo' },
      { timezone: 'Asia/Tokyo' },
    ])
    expect(replyOf(text).finish).toBe('tool_calls')
  })
})

function endlessScenario() {
  let clean = false
  const endless: Scenario = {
    id: 'endless',
    description: 'Never ends.',
    *play() {
      try {
        for (;;) yield { type: 'text', text: 'and on and on ' }
      } finally {
        clean = true
      }
    },
  }
  return { endless, cleaned: () => clean }
}

describe('a client that goes away', () => {
  test.each(['abort', 'cancel'])('stops the script also between two reads, by %s', async (way) => {
    const { endless, cleaned } = endlessScenario()
    const inPage = createEndpointFetch(createEndpoint({ ...instant, models: [endless] }))
    const stop = new AbortController()
    const body = { model: 'endless', stream: true, messages: [user('go')] }
    const response = await post(SCRIPTED_BASE_URL, body, { signal: stop.signal }, inPage)
    const reader = response.body!.getReader()
    for (let i = 0; i < 3; i++) await reader.read()
    if (way === 'abort') stop.abort()
    else await reader.cancel()
    await expect.poll(cleaned).toBe(true)
  })

  test('stops the script on the server', async () => {
    let signal: AbortSignal | undefined
    const sleep: Sleep = (ms, given) => {
      signal = given
      return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, Math.min(ms, 5))
        given.addEventListener('abort', () => (clearTimeout(timer), reject(given.reason)), { once: true })
      })
    }
    const { endless, cleaned } = endlessScenario()
    const own = await serveEndpoint(createEndpoint({ models: [endless], sleep }))
    const stop = new AbortController()
    const response = await post(
      own.url,
      { model: 'endless', stream: true, messages: [user('go')] },
      { signal: stop.signal },
    )
    const reader = response.body!.getReader()
    await reader.read()
    stop.abort()
    await expect(reader.read()).rejects.toThrow(/abort/i)
    await expect.poll(() => signal?.aborted).toBe(true)
    await expect.poll(cleaned).toBe(true)
    await own.close()
  })

  test('does not keep the server from closing while a script stalls', async () => {
    const own = await serveEndpoint(createEndpoint(instant))
    const response = await post(own.url, { model: 'stall', stream: true, messages: [user('go')] })
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let text = ''
    // All that it says before it stalls: what was not read yet would come instead of the end.
    while (!replyOf(text.slice(0, text.lastIndexOf('\n\n') + 2)).content.endsWith('you can')) {
      const { value, done } = await reader.read()
      expect(done).toBe(false)
      text += decoder.decode(value, { stream: true })
    }
    await own.close()
    await expect(reader.read()).rejects.toThrow(/terminated/)
  })
})

describe('the pace', () => {
  test('is that of the script, through the injected sleep', async () => {
    let slept = 0
    const sleep: Sleep = (ms) => ((slept += ms), Promise.resolve())
    const own = await serveEndpoint(createEndpoint({ sleep }))
    const { text } = await drain(
      await post(own.url, { model: 'antiphon-tour', stream: true, messages: [user('hello')] }),
    )
    await own.close()
    const perSecond = chunksOf(text).length / (slept / 1000)
    expect(perSecond).toBeGreaterThan(30)
    expect(perSecond).toBeLessThan(60)
  })

  test('each event is a network chunk of its own, on the way while the script goes on', async () => {
    // The next event waits until the client leaves: at a pace a busy client would read several at once.
    const sleep: Sleep = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    const own = await serveEndpoint(createEndpoint({ sleep }))
    const response = await post(own.url, { model: 'thinker', stream: true, messages: [user('think')] })
    const reader = response.body!.getReader()
    const first = await reader.read()
    expect(new TextDecoder().decode(first.value)).toMatch(/^data: \{.*\}\n\n$/)
    await reader.cancel()
    await own.close()
  })
})

test.each(['/responses', '/messages', 'beta/models', 'beta/models/greeting:streamGenerateContent'])(
  'a route of a wire that it was not given, /v1%s, is refused with the line that brings it',
  async (path) => {
    const response = await fetch(`${served.url}${path}`, { method: path === 'beta/models' ? 'GET' : 'POST' })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('`endpointWires` of @antiphon/wires/endpoint')
  },
)

test('as middleware it answers its own paths and passes on the rest', async () => {
  const handler = createNodeHandler(createEndpoint({ ...instant, wires: endpointWires }))
  const server = createServer((req, res) => handler(req, res, () => res.end('the app')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await (await fetch(`${origin}/index.html`)).text()).toBe('the app')
  expect(await (await fetch(`${origin}/src/models/user.ts`)).text()).toBe('the app')
  // Many an app has such a path of its own.
  expect(await (await fetch(`${origin}/api/chat`, { method: 'POST' })).text()).toBe('the app')
  expect((await fetch(`${origin}/scripted/v1/models`)).status).toBe(200)
  expect((await fetch(`${origin}/v1beta/models`)).status).toBe(200)
  expect((await fetch(`${origin}/scripted/v1/embeddings`)).status).toBe(404)
  server.close()
  server.closeAllConnections()
})
