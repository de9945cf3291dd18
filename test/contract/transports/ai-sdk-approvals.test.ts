import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createChat, defineTool, deriveTurns, type ChatController, type Message } from '@antiphon/core'
import { createAnswerLeases } from '@antiphon/core/keeper'
import { createLockTable, immediateScheduler } from '@antiphon/core/testing'
import { createAiSdkTransport } from '@antiphon/agents'
import { createRecorder, recordTransport } from '@antiphon/devtools'
import { depth, lines } from './agent-chat.js'

const sse = (parts: object[]) =>
  parts.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') + 'data: [DONE]\n\n'
const call = (id: string, name: string, input: object) => [
  { type: 'tool-input-start', toolCallId: id, toolName: name },
  { type: 'tool-input-available', toolCallId: id, toolName: name, input },
]
const asks = (id: string) => ({ type: 'tool-approval-request', approvalId: `approve-${id}`, toolCallId: id })
const end = (finishReason: string) => [{ type: 'finish-step' }, { type: 'finish', finishReason }]
const said = (text: string) => [
  { type: 'start-step' },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: text },
  { type: 'text-end', id: '0' },
  ...end('stop'),
]
const begin = [{ type: 'start', messageId: 'msg-1' }, { type: 'start-step' }]

interface Part {
  type: string
  toolCallId?: string
  [key: string]: unknown
}

/** A chat on a server that gives these answers, one for each request; `posted` has the parts of the last assistant message. */
function open(...answers: (object[] | Response)[]) {
  const posted: Part[][] = []
  const transport = createAiSdkTransport({
    api: 'https://harbour.example/api/chat',
    tools: [depth],
    fetch: async (_, init) => {
      const { messages } = JSON.parse(String(init?.body)) as { messages: { role: string; parts: Part[] }[] }
      posted.push(messages.findLast(({ role }) => role === 'assistant')?.parts ?? [])
      const answer = answers[posted.length - 1] ?? []
      return answer instanceof Response ? answer : new Response(sse(answer))
    },
  })
  const make = (messages?: Message[]) =>
    createChat({ transport, tools: transport.tools, messages, scheduler: immediateScheduler })
  return { posted, transport, make, chat: make() }
}

async function questions(chat: ChatController, count: number) {
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(count))
  return chat.getState().approvals
}

test('each request is told of, also the one with the answers of a person', async () => {
  const output = { type: 'tool-output-available', toolCallId: 'c1', output: 'moved' }
  const asked = [...begin, ...call('c1', 'move', { to: 'B' }), asks('c1'), ...end('tool-calls')]
  const { transport } = open(asked, [begin[0]!, output, ...said('It is at B.')])
  const recorder = createRecorder()
  const chat = createChat({
    transport: recordTransport(transport, recorder),
    tools: transport.tools,
    scheduler: immediateScheduler,
  })
  const sent = chat.send('Move it.')
  const [question] = await questions(chat, 1)
  await chat.decideApproval(question!.key, { type: 'allow' })
  await sent
  const requests = recorder.getExchanges().map((exchange) => exchange.sent)
  expect(requests).toHaveLength(2)
  for (const request of requests)
    expect(request).toMatchObject({ method: 'POST', url: 'https://harbour.example/api/chat' })
  expect(requests[1]!.body).toContain('"approved":true')
})

test('the id of the chat is that of its thread, also after a reload; else one for each transport', async () => {
  const asked = [...begin, ...call('c1', 'move', {}), asks('c1'), ...end('tool-calls')]
  const ids: unknown[] = []
  const make = (threadId?: string, messages?: readonly Message[]) => {
    let answers = 0
    const transport = createAiSdkTransport({
      api: 'https://harbour.example/api/chat',
      fetch: async (_, init) => {
        ids.push((JSON.parse(String(init?.body)) as { id: unknown }).id)
        return new Response(sse(answers++ === 0 && !messages ? asked : said('Done.')))
      },
    })
    return createChat({ transport, threadId, messages, scheduler: immediateScheduler })
  }
  const chat = make('thread-7')
  const page = createLockTable().page()
  chat.attach({ leases: createAnswerLeases('thread-7', page), refresh: async () => true })
  void chat.send('Move it.')
  await questions(chat, 1)
  page.kill()
  const again = make('thread-7', chat.store.getMessages())
  const [question] = await questions(again, 1)
  await again.decideApproval(question!.key, { type: 'allow' })
  await vi.waitFor(() => expect(ids).toEqual(['thread-7', 'thread-7']))
  for (const one of [make(), make()]) void one.send('Move it.').catch(() => {})
  await vi.waitFor(() => expect(ids).toHaveLength(4))
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain('antiphon')
})

test('a retry is a regeneration, and names the answer', async () => {
  const bodies: { trigger: string; messageId?: string }[] = []
  const transport = createAiSdkTransport({
    api: 'https://harbour.example/api/chat',
    fetch: async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)) as (typeof bodies)[number])
      return new Response(sse([...begin, ...said('Hello.')]))
    },
  })
  const chat = createChat({ transport, scheduler: immediateScheduler })
  await chat.send('Hi.')
  const answer = chat.store.getMessages().at(-1)!.id
  await chat.retry()
  await chat.send('More.')
  expect(bodies.map(({ trigger, messageId }) => [trigger, messageId])).toEqual([
    ['submit-message', undefined],
    ['regenerate-message', answer],
    ['submit-message', undefined],
  ])
})

describe('a chat with this transport and no more', () => {
  const asked = [...begin, ...call('c1', 'move', { to: 'B' }), asks('c1'), ...end('tool-calls')]
  const moved = { type: 'tool-output-available', toolCallId: 'c1', output: 'moved' }
  const ran = vi.fn(() => 'here')
  const page = (name: string) =>
    defineTool({ name, description: '', parameters: { type: 'object' }, execute: ran })
  beforeEach(() => ran.mockClear())

  test.each([
    ['no tools', undefined],
    ['tools of the page, one by the same name', [page('move'), page('other')]],
  ])('passes the yes on, with %s', async (_, tools) => {
    const { transport, posted } = open(asked, [begin[0]!, moved, ...said('It is at B.')])
    const chat = createChat({ transport, tools, scheduler: immediateScheduler })
    const sent = chat.send('Move it.')
    const [question] = await questions(chat, 1)
    await chat.decideApproval(question!.key, { type: 'allow' })
    await sent
    expect(lines(chat).slice(2)).toEqual(['tool: moved', 'assistant: It is at B. [stop]'])
    expect(posted[1]).toMatchObject([
      { type: 'step-start' },
      { state: 'approval-responded', approval: { id: 'approve-c1', approved: true } },
    ])
    expect(ran).not.toHaveBeenCalled()
  })

  test('asks again after a reload, and passes that yes on', async () => {
    const first = open(asked)
    const before = createChat({ transport: first.transport, scheduler: immediateScheduler })
    void before.send('Move it.')
    await questions(before, 1)
    const { transport } = open([begin[0]!, moved, ...said('It is at B.')])
    const messages = before.store.getMessages()
    const chat = createChat({ transport, messages, scheduler: immediateScheduler })
    const [question] = await questions(chat, 1)
    await chat.decideApproval(question!.key, { type: 'allow' })
    await vi.waitFor(() => expect(lines(chat).at(-1)).toBe('assistant: It is at B. [stop]'))
  })

  test('leaves a call that the server ran to the server, and runs one that it left open', async () => {
    const both = [...begin, ...call('c1', 'move', {}), ...call('c2', 'here', {}), moved, ...end('tool-calls')]
    const { transport, posted } = open(both, [begin[0]!, ...said('Both.')])
    const tools = [page('move'), page('here')]
    const chat = createChat({ transport, tools, scheduler: immediateScheduler })
    await chat.send('Both.')
    expect(lines(chat).slice(2)).toEqual(['tool: moved', 'tool: here', 'assistant: Both. [stop]'])
    expect(ran).toHaveBeenCalledTimes(1)
    expect(posted).toHaveLength(2)
  })

  test('says that it is not known whether the call ran, where the server ends without a word', async () => {
    const { transport } = open(asked, [begin[0]!, { type: 'finish', finishReason: 'stop' }])
    const chat = createChat({ transport, scheduler: immediateScheduler })
    const sent = chat.send('Move it.')
    const [question] = await questions(chat, 1)
    await chat.decideApproval(question!.key, { type: 'allow' })
    await sent
    const result = chat.store.getMessages().find(({ role }) => role === 'tool')
    expect(result).toMatchObject({ isError: true, content: expect.stringContaining('not known whether') })
  })
})

describe('calls that the server asks about (tool-approval-request)', () => {
  const asked = [...begin, ...call('c1', 'move', { to: 'B' }), asks('c1'), ...end('tool-calls')]

  test('allowed: the answer goes to the server, its result and its words follow', async () => {
    const output = { type: 'tool-output-available', toolCallId: 'c1', output: 'moved' }
    const { chat, posted } = open(asked, [begin[0]!, output, ...said('It is at B.')])
    const sent = chat.send('Move it.')
    const [question] = await questions(chat, 1)
    expect(question).toMatchObject({ toolName: 'move', argumentsText: '{"to":"B"}', keepsArguments: true })
    expect(await chat.decideApproval(question!.key, { type: 'edit', arguments: '{}' })).toMatchObject({
      status: 'invalid',
    })
    await chat.decideApproval(question!.key, { type: 'allow' })
    await sent
    expect(lines(chat)).toEqual([
      'user: Move it.',
      'assistant: move({"to":"B"}) [tool_calls]',
      'tool: moved',
      'assistant: It is at B. [stop]',
    ])
    expect(posted).toHaveLength(2)
    expect(posted[1]!.filter(({ toolCallId }) => toolCallId === 'c1')).toEqual([
      {
        type: 'tool-move',
        toolCallId: 'c1',
        state: 'approval-responded',
        input: { to: 'B' },
        approval: { id: 'approve-c1', approved: true },
      },
    ])
  })

  test('denied: the server reads the reason, and answers to it', async () => {
    const { chat, posted } = open(asked, [
      begin[0]!,
      { type: 'tool-output-denied', toolCallId: 'c1' },
      ...said('Then it stays.'),
    ])
    const sent = chat.send('Move it.')
    const [question] = await questions(chat, 1)
    await chat.decideApproval(question!.key, { type: 'deny', reason: 'storm' })
    await sent
    expect(lines(chat).at(-1)).toBe('assistant: Then it stays. [stop]')
    expect(chat.store.getMessages().filter(({ role }) => role === 'tool')).toHaveLength(1)
    expect(posted[1]!.at(-1)).toMatchObject({
      state: 'approval-responded',
      approval: { id: 'approve-c1', approved: false, reason: 'storm' },
    })
  })

  test('two questions and a call of the page: one request with all three, after the last of them', async () => {
    const { chat, posted } = open(
      [
        ...begin,
        ...call('c1', 'move', { to: 'B' }),
        asks('c1'),
        ...call('c2', 'scuttle', {}),
        asks('c2'),
        ...call('c3', 'depth', { berth: 'B' }),
        ...end('tool-calls'),
      ],
      [
        begin[0]!,
        { type: 'tool-output-available', toolCallId: 'c1', output: { at: 'B' } },
        { type: 'tool-output-denied', toolCallId: 'c2' },
        ...said('Moved, not sunk.'),
      ],
    )
    const sent = chat.send('Move it and sink it.')
    const [first, second] = await questions(chat, 2)
    await chat.decideApproval(first!.key, { type: 'allow' })
    expect(posted).toHaveLength(1)
    await chat.decideApproval(second!.key, { type: 'deny' })
    await sent
    expect(posted).toHaveLength(2)
    const states = posted[1]!.flatMap(({ toolCallId, state }) => (toolCallId ? [[toolCallId, state]] : []))
    expect(states).toEqual([
      ['c1', 'approval-responded'],
      ['c2', 'approval-responded'],
      ['c3', 'output-available'],
    ])
    expect(lines(chat).slice(2)).toEqual([
      'tool: {"at":"B"}',
      expect.stringMatching(/^tool: .*denied/),
      'tool: B: 4.2 m',
      'assistant: Moved, not sunk. [stop]',
    ])
  })

  test('after a reload the question is there again, and its answer goes to the server', async () => {
    const output = { type: 'tool-output-available', toolCallId: 'c1', output: 'moved' }
    const first = open(asked)
    void first.chat.send('Move it.')
    await questions(first.chat, 1)
    const stored = JSON.parse(JSON.stringify(first.chat.store.getMessages())) as Message[]
    const { make, posted } = open([begin[0]!, output, ...said('It is at B.')])
    const chat = make(stored)
    const [question] = await questions(chat, 1)
    await chat.decideApproval(question!.key, { type: 'allow' })
    await vi.waitFor(() => expect(lines(chat).at(-1)).toBe('assistant: It is at B. [stop]'))
    expect(posted).toHaveLength(1)
    expect(posted[0]!.at(-1)).toMatchObject({ state: 'approval-responded' })
  })

  test('an answer that the server refuses is a failure of the call in its words', async () => {
    const { chat } = open(asked, new Response('no such approval', { status: 409 }), said('Sorry.'))
    const sent = chat.send('Move it.')
    const [question] = await questions(chat, 1)
    await chat.decideApproval(question!.key, { type: 'allow' })
    await sent
    expect(lines(chat)[2]).toBe(
      'tool: The answer to its question was refused (HTTP 409). no such approval (failed)',
    )
  })

  test('a tool of the page by the same name is not what is asked about', async () => {
    const { chat } = open(
      [...begin, ...call('c1', 'depth', { berth: 'B' }), asks('c1'), ...end('tool-calls')],
      [begin[0]!, { type: 'tool-output-available', toolCallId: 'c1', output: '9 m' }, ...said('Deep.')],
    )
    const sent = chat.send('How deep?')
    const [question] = await questions(chat, 1)
    await chat.decideApproval(question!.key, { type: 'allow' })
    await sent
    expect(lines(chat)[2]).toBe('tool: 9 m')
  })

  test('one that the server answers itself is no question', async () => {
    const automatic = { ...asks('c1'), isAutomatic: true }
    const output = { type: 'tool-output-available', toolCallId: 'c1', output: 'moved' }
    const { chat } = open([
      ...begin,
      ...call('c1', 'move', {}),
      automatic,
      output,
      { type: 'finish-step' },
      ...said('Done.'),
    ])
    await chat.send('Move it.')
    expect(lines(chat).slice(2)).toEqual(['tool: moved', 'assistant: Done. [stop]'])
  })
})

describe('parts beside text and calls', () => {
  test('a preliminary result is the progress of its call until the last one is there', async () => {
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const output = (value: unknown, preliminary?: true) => ({
      type: 'tool-output-available',
      toolCallId: 'c1',
      output: value,
      ...(preliminary && { preliminary }),
    })
    const transport = createAiSdkTransport({
      async *stream() {
        yield* [...begin, ...call('c1', 'survey', {}), output({ done: 10 }, true)]
        await gate
        yield* [output({ done: 60 }, true), output({ done: 100 }), { type: 'finish-step' }, ...said('Done.')]
      },
    })
    const chat = createChat({ transport, tools: transport.tools, scheduler: immediateScheduler })
    const sent = chat.send('Survey it.')
    await vi.waitFor(() => {
      const id = chat.store.getMessages().at(-1)!.id
      expect(chat.getLiveStep(id)?.calls[0]).toMatchObject({ state: 'running', progress: { done: 10 } })
    })
    release()
    await sent
    expect(lines(chat).slice(1)).toEqual([
      'assistant: survey({}) [tool_calls]',
      'tool: {"done":100}',
      'assistant: Done. [stop]',
    ])
  })

  test('data, documents and files are rows and sources, replaced by id, and go back as they came', async () => {
    const seen: unknown[] = []
    const bodies: { messages: { parts: Part[] }[] }[] = []
    const document = {
      type: 'source-document',
      sourceId: 'd1',
      mediaType: 'application/pdf',
      title: 'Report',
    }
    const file = { type: 'file', url: 'data:text/csv;base64,YQ==', mediaType: 'text/csv', filename: 'a.csv' }
    const weather = (data: object) => ({ type: 'data-weather', id: 'w1', data })
    const transport = createAiSdkTransport({
      api: '/api/chat',
      onData: (part) => seen.push(part.type),
      fetch: async (_, init) => {
        bodies.push(JSON.parse(String(init?.body)))
        return new Response(
          sse([
            begin[0]!,
            { type: 'data-note', data: 'soon', transient: true },
            weather({ status: 'loading' }),
            document,
            file,
            weather({ status: 'success', temp: 21 }),
            ...said('Warm.'),
          ]),
        )
      },
    })
    const chat = createChat({ transport, tools: transport.tools, scheduler: immediateScheduler })
    await chat.send('Weather?')
    await chat.send('And now?')
    const [, answer] = chat.store.getMessages()
    expect(answer).toMatchObject({
      content: 'Warm.',
      finishReason: 'stop',
      annotations: [{ type: 'file_citation', filename: 'Report' }],
      tool_calls: [
        {
          function: { name: 'data-weather', arguments: '{"status":"success","temp":21}' },
          providerRun: { details: weather({ status: 'success', temp: 21 }) },
        },
        {
          function: { name: 'file' },
          providerRun: { result: [{ type: 'file', file: { filename: 'a.csv' } }] },
        },
      ],
    })
    expect(answer!.metadata).not.toHaveProperty('wire.unknown_events')
    expect(deriveTurns(chat.store.getMessages())).toHaveLength(4)
    expect(seen).toEqual([
      'data-note',
      'data-weather',
      'data-weather',
      'data-note',
      'data-weather',
      'data-weather',
    ])
    expect(bodies[1]!.messages[1]!.parts).toEqual(
      expect.arrayContaining([weather({ status: 'success', temp: 21 }), document, file]),
    )
  })

  test('a step without calls is not the end: what comes in the next one is in the same answer', async () => {
    const transport = createAiSdkTransport({
      stream: () => [...begin, ...said('First.').slice(1, -1), ...said('Then.')],
    })
    const chat = createChat({ transport, tools: transport.tools, scheduler: immediateScheduler })
    await chat.send('hi')
    expect(lines(chat).slice(1)).toEqual(['assistant: First.\n\nThen. [stop]'])
  })
})
