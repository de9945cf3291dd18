import { describe, expect, test } from 'vitest'
import { createChat, deriveTurns, turnState } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createAiSdkTransport } from '@antiphon/agents'
import { answered, ask, depth, lines } from './agent-chat.js'

describe('ai-sdk', () => {
  const sse = (parts: object[]) =>
    parts.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') + 'data: [DONE]\n\n'
  const first = [
    { type: 'start', messageId: 'msg-1' },
    { type: 'start-step' },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Look it up.' },
    { type: 'reasoning-end', id: '0', providerMetadata: { anthropic: { signature: 'sig' } } },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'One moment.' },
    { type: 'text-end', id: '1' },
    { type: 'tool-input-start', toolCallId: 'c1', toolName: 'depth' },
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"berth":"B"}' },
    { type: 'tool-input-available', toolCallId: 'c1', toolName: 'depth', input: { berth: 'B' } },
  ]
  const second = [
    { type: 'start-step' },
    { type: 'text-delta', id: '2', delta: 'Berth B has 4.2 metres.' },
    { type: 'sonar', ping: 7 },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop' },
  ]

  test('a stream whose server ran the tool: two answers and the result between them', async () => {
    const result = { type: 'tool-output-available', toolCallId: 'c1', output: 'B: 4.2 m' }
    const requests: Request[] = []
    const transport = createAiSdkTransport({
      api: 'https://harbour.example/api/chat',
      fetch: async (input, init) => {
        requests.push(new Request(input, init))
        return new Response(sse([...first, result, { type: 'finish-step' }, ...second]))
      },
    })
    const chat = await ask(transport)
    expect(lines(chat)).toEqual(answered)
    expect(await requests[0]!.json()).toMatchObject({
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'How deep is berth B?' }] }],
      trigger: 'submit-message',
    })
    expect(requests).toHaveLength(1)
    const [, answer, , last] = chat.store.getMessages()
    expect(answer).toMatchObject({ reasoning_details: [{ signature: 'sig', text: 'Look it up.' }] })
    expect(last!.metadata).toMatchObject({
      'wire.unknown_events': [{ type: 'sonar', ping: 7 }],
    })
  })

  test('words that come after the result in the same step are the answer to it, and nothing more is asked', async () => {
    const result = { type: 'tool-output-available', toolCallId: 'c1', output: 'B: 4.2 m' }
    const words = { type: 'text-delta', id: '2', delta: 'Berth B has 4.2 metres.' }
    const end = [{ type: 'finish-step' }, { type: 'finish', finishReason: 'stop' }]
    const asked: unknown[] = []
    const transport = createAiSdkTransport({
      stream(request) {
        asked.push(request)
        return [...first, result, words, ...end]
      },
    })
    const chat = await ask(transport)
    expect(lines(chat)).toEqual(answered)
    expect(asked).toHaveLength(1)
    expect(turnState(deriveTurns(chat.store.getMessages()).at(-1)!)).toBe('done')
  })

  test('headers and a body of one message go along, over those of all; a header may be a function', async () => {
    const requests: Request[] = []
    const inits: RequestInit[] = []
    let token = 0
    const transport = createAiSdkTransport({
      api: 'https://harbour.example/api/chat',
      headers: { authorization: async () => `Bearer t${++token}`, 'x-a': '1' },
      body: { plan: 'free', team: 'sea' },
      credentials: 'include',
      fetch: async (input, init) => {
        requests.push(new Request(input, init))
        inits.push(init!)
        return new Response(sse([{ type: 'text-delta', id: '0', delta: 'ok' }, { type: 'finish' }]))
      },
    })
    const chat = createChat({ transport, scheduler: immediateScheduler })
    await chat.send('hi', { body: { plan: 'pro' }, headers: { 'x-a': '2' } })
    await chat.send('more')
    expect(requests.map(({ headers }) => [headers.get('authorization'), headers.get('x-a')])).toEqual([
      ['Bearer t1', '2'],
      ['Bearer t2', '1'],
    ])
    expect(await Promise.all(requests.map((request) => request.json()))).toMatchObject([
      { plan: 'pro', team: 'sea' },
      { plan: 'free', team: 'sea' },
    ])
    expect(inits[0]!.credentials).toBe('include')
  })

  test('a call that the server leaves to the client is run by the chat and sent back', async () => {
    const bodies: string[] = []
    const transport = createAiSdkTransport({
      api: '/api/chat',
      tools: [depth],
      fetch: async (_, init) => {
        bodies.push(String(init?.body))
        const parts = bodies.length === 1 ? [...first, { type: 'finish-step' }, { type: 'finish' }] : second
        return new Response(sse(parts))
      },
    })
    expect(lines(await ask(transport))).toEqual(answered)
    expect(JSON.parse(bodies[1]!)).toMatchObject({
      messages: [
        {},
        {
          role: 'assistant',
          parts: expect.arrayContaining([expect.objectContaining({ output: 'B: 4.2 m' })]),
        },
      ],
    })
  })

  test('one that nobody runs waits for an answer from outside', async () => {
    let asked = 0
    const stream = () => [...(asked++ ? second : [...first, { type: 'finish-step' }, { type: 'finish' }])]
    const chat = await ask(createAiSdkTransport({ stream }))
    expect(lines(chat)).toEqual(answered.slice(0, 2))
    await chat.addToolResult('m2/0', 'B: 4.2 m')
    expect(lines(chat)).toEqual(answered)
  })

  test('a refusal, a cut stream and an error part are endings in words, and the next try begins anew', async () => {
    const answers = [
      () => new Response('{"error":{"message":"no such route"}}', { status: 404 }),
      () =>
        new Response(
          `data: ${JSON.stringify({ type: 'text-delta', id: '1', delta: 'Berth' })}\n\ndata: {"typ`,
        ),
      () =>
        new Response(
          sse([
            { type: 'text-delta', id: '1', delta: 'Berth' },
            { type: 'error', errorText: 'pump failed' },
          ]),
        ),
      () => new Response(sse(second)),
    ]
    const transport = createAiSdkTransport({ api: '/chat', fetch: async () => answers.shift()!() })
    const chat = await ask(transport)
    const last = () => chat.store.getMessages().at(-1)
    expect(last()).toMatchObject({ content: '', error: { status: 404, message: 'no such route' } })
    await chat.retry()
    expect(last()).toMatchObject({ content: 'Berth', finishReason: 'incomplete' })
    await chat.retry()
    expect(last()).toMatchObject({ content: 'Berth', error: { message: 'pump failed' } })
    await chat.retry()
    expect(last()).toMatchObject({ content: 'Berth B has 4.2 metres.', finishReason: 'stop' })
  })

  test('a stop while the server works ends the run, and its stream is closed', async () => {
    let closed = false
    async function* stream() {
      try {
        yield* first
        await new Promise(() => {})
      } finally {
        closed = true
      }
    }
    const transport = createAiSdkTransport({
      stream: (_, { signal }) => {
        signal.addEventListener('abort', () => void (closed = true))
        return stream()
      },
    })
    const chat = createChat({
      transport,
      tools: transport.tools,
      now: () => 1,
      scheduler: immediateScheduler,
    })
    const sent = chat.send('How deep is berth B?')
    await new Promise<void>((resolve) => {
      const look = (): void => {
        const answer = chat.store.getMessages()[1]
        if (answer?.role === 'assistant' && answer.tool_calls) {
          resolve()
        } else setTimeout(look, 1)
      }
      look()
    })
    chat.stop()
    await sent
    expect(chat.store.getMessages()[1]).toMatchObject({ content: 'One moment.', finishReason: 'cancelled' })
    expect(closed).toBe(true)
  })
})
