import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { createChat, type ChatController, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createAgUiTransport, type AgUiRunInput } from '@antiphon/agents'
import { readTranscript } from '@antiphon/transcripts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hasRecordedWires, recordedWires } from '../wires/recorded-wires.js'
import { ask, answered, depth, lines } from './agent-chat.js'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

type Event = { type: string; [key: string]: unknown }

/** An agent that gives these runs, one for each request. It refuses what the protocol's own schema refuses. */
async function serve(...runs: Event[][]) {
  const inputs: AgUiRunInput[] = []
  const server = createServer((incoming, reply) => {
    const body: Buffer[] = []
    incoming.on('data', (piece: Buffer) => body.push(piece))
    incoming.on('end', () => {
      const input: unknown = JSON.parse(Buffer.concat(body).toString())
      const { success, error } = RunAgentInputSchema.safeParse(input)
      if (!success) return void reply.writeHead(400).end(error.message)
      inputs.push(input as AgUiRunInput)
      const about = { threadId: 't', runId: 'r' }
      const events = [{ type: 'RUN_STARTED', ...about }, ...(runs[inputs.length - 1] ?? [])]
      reply.setHeader('content-type', 'text/event-stream')
      reply.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { inputs, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent` }
}

const finished = (more: object = {}): Event => ({ type: 'RUN_FINISHED', threadId: 't', runId: 'r', ...more })
const interrupt = (...interrupts: object[]) => finished({ outcome: { type: 'interrupt', interrupts } })
const said = (messageId: string, delta: string): Event[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
  { type: 'TEXT_MESSAGE_END', messageId },
]
const called = (toolCallId: string, toolCallName: string, input: object): Event[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input) },
  { type: 'TOOL_CALL_END', toolCallId },
]
const result = (toolCallId: string, content: string): Event => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `r-${toolCallId}`,
  toolCallId,
  content,
})
const open = (transport: ReturnType<typeof createAgUiTransport>, messages?: Message[]) =>
  createChat({ transport, tools: transport.tools, messages, scheduler: immediateScheduler })

async function question(chat: ChatController) {
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
  return chat.getState().approvals[0]!
}

describe('ag-ui', () => {
  test('an agent that ran the tool: thinking, two answers and the result between them', async () => {
    const { url, inputs } = await serve([
      { type: 'REASONING_START', messageId: 'th' },
      { type: 'REASONING_MESSAGE_START', messageId: 'th', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'th', delta: 'Look ' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'th', delta: 'it up.' },
      { type: 'REASONING_MESSAGE_END', messageId: 'th' },
      ...said('m1', 'One moment.'),
      ...called('c1', 'depth', { berth: 'B' }),
      result('c1', 'B: 4.2 m'),
      ...said('m2', 'Berth B has 4.2 metres.'),
      finished(),
    ])
    expect(lines(await ask(createAgUiTransport({ url })))).toEqual(answered)
    expect(inputs[0]).toMatchObject({ messages: [{ role: 'user', content: 'How deep is berth B?' }] })
  })

  test('a call of the page is run by the chat, and a new run has its result', async () => {
    const { url, inputs } = await serve(
      [...called('c1', 'depth', { berth: 'B' }), finished()],
      [...said('m2', 'Deep enough.'), finished()],
    )
    const chat = await ask(createAgUiTransport({ url, tools: [depth] }))
    expect(lines(chat).slice(2)).toEqual(['tool: B: 4.2 m', 'assistant: Deep enough. [stop]'])
    expect(inputs[0]!.tools).toMatchObject([{ name: 'depth' }])
    expect(inputs[1]!.messages.slice(1)).toMatchObject([
      { role: 'assistant', toolCalls: [{ id: 'c1', function: { name: 'depth' } }] },
      { role: 'tool', toolCallId: 'c1', content: 'B: 4.2 m' },
    ])
    expect(inputs[1]!.threadId).toBe(inputs[0]!.threadId)
  })

  test.each<[string, object]>([
    ['by its type', { outcome: { type: 'cancelled' } }],
    ['as a word', { outcome: 'cancelled' }],
    ['for the user', { outcome: { type: 'canceled', reason: 'user' } }],
  ])('a run that was stopped is no complete answer, %s: its call does not run', async (_how, outcome) => {
    const { url, inputs } = await serve([
      ...said('m1', 'One moment.'),
      ...called('c1', 'depth', { berth: 'B' }),
      finished(outcome),
    ])
    const chat = await ask(createAgUiTransport({ url, tools: [depth] }))
    expect(inputs).toHaveLength(1)
    expect(chat.store.getMessages()[1]).toMatchObject({ content: 'One moment.', finishReason: 'cancelled' })
  })

  test('a result of parts shows them, and cached tokens are counted', async () => {
    const picture = { type: 'image', source: { type: 'data', value: 'AA==', mimeType: 'image/png' } }
    const { url } = await serve([
      ...called('c1', 'depth', { berth: 'B' }),
      { ...result('c1', ''), content: [{ type: 'text', text: 'A map:' }, picture] },
      ...said('m2', 'See the map.'),
      finished({ usage: [{ inputTokens: 9, outputTokens: 2, cachedInputTokens: 4 }] }),
    ])
    const chat = await ask(createAgUiTransport({ url }))
    const [, , told, answer] = chat.store.getMessages()
    expect(told).toMatchObject({
      content: [
        { type: 'text', text: 'A map:' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      ],
    })
    expect(answer).toMatchObject({ usage: { inputTokens: 9, outputTokens: 2, cachedInputTokens: 4 } })
  })

  const asks = { id: 'i1', reason: 'tool_call', message: 'May I?', toolCallId: 'c1' }

  test('an interrupt about a call is asked on the card; allowed, the run resumes and its result shows', async () => {
    const call = called('c1', 'delete_file', { name: 'a.txt' })
    const { url, inputs } = await serve(
      [...call, interrupt(asks)],
      [...call, result('c1', 'gone'), ...said('m2', 'Done.'), finished()],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('Delete it.')
    const asked = await question(chat)
    expect(asked).toMatchObject({ toolName: 'delete_file', argumentsText: '{"name":"a.txt"}' })
    await chat.decideApproval(asked.key, { type: 'allow' })
    await sent
    expect(inputs[1]!.resume).toEqual([
      { interruptId: 'i1', status: 'resolved', payload: { approved: true } },
    ])
    expect(lines(chat).slice(1)).toEqual([
      'assistant: delete_file({"name":"a.txt"}) [tool_calls]',
      'tool: gone',
      'assistant: Done. [stop]',
    ])
  })

  test('denied, the agent reads that and the reason', async () => {
    const { url, inputs } = await serve(
      [...called('c1', 'delete_file', {}), interrupt(asks)],
      [...said('m2', 'Kept.'), finished()],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('Delete it.')
    await chat.decideApproval((await question(chat)).key, { type: 'deny', reason: 'mine' })
    await sent
    expect(inputs[1]!.resume).toMatchObject([
      { interruptId: 'i1', payload: { approved: false, reason: 'mine' } },
    ])
    expect(lines(chat).at(-1)).toBe('assistant: Kept. [stop]')
  })

  test('an interrupt about no call, and without any message, is a question of its own; it is no call for the agent', async () => {
    const { url, inputs } = await serve(
      [interrupt({ id: 'i7', reason: 'confirm plan', message: 'Shall I go on?' })],
      [...said('m1', 'Going on.'), finished()],
      [...said('m2', 'Again.'), finished()],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('Plan.')
    const asked = await question(chat)
    expect(asked).toMatchObject({ toolName: 'confirm_plan', args: { message: 'Shall I go on?' } })
    await chat.decideApproval(asked.key, { type: 'allow' })
    await sent
    expect(lines(chat).slice(2)).toEqual(['tool: Approved.', 'assistant: Going on. [stop]'])
    await chat.send('More.')
    expect(inputs[2]!.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'Going on.' },
      { role: 'user', content: 'More.' },
    ])
  })

  const crew = {
    type: 'object',
    properties: {
      crew: { type: 'integer', title: 'Crew' },
      cargo: { type: 'string', enum: ['grain', 'oil'] },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      stops: { type: 'array', items: { type: 'object' } },
    },
    required: ['crew', 'cargo'],
  }
  const form = { id: 'i9', reason: 'crew_list', message: 'Who sails?', responseSchema: crew }

  test('an interrupt with a schema is a form at its call; what is filled in is the payload, and stays in the thread', async () => {
    const { url, inputs } = await serve([interrupt(form)], [...said('m1', 'Sailing.'), finished()])
    const transport = createAgUiTransport({ url })
    const first = open(transport)
    void first.send('Sail.')
    await question(first)
    // The array holds the question, so a reload asks again.
    const stored = JSON.parse(JSON.stringify(first.store.getMessages())) as Message[]
    const again = createAgUiTransport({ url })
    const chat = open(again, stored)
    const { key, form: shown } = await question(chat)
    expect(shown).toMatchObject({ message: 'Who sails?' })
    const allow = (content?: Record<string, unknown>) => chat.decideApproval(key, { type: 'allow', content })
    // Neither a bare yes nor a yes for the whole chat allows what has to be filled in.
    expect(await allow()).toMatchObject({ status: 'invalid', fields: ['crew', 'cargo'] })
    expect(await allow({ crew: 1.5, cargo: 'tar' })).toMatchObject({ fields: ['crew', 'cargo'] })
    expect(await chat.decideApproval(key, { type: 'allow-in-chat' })).toMatchObject({ status: 'invalid' })
    expect(inputs).toHaveLength(1)
    expect(await allow({ crew: 9, cargo: 'oil', stops: '[{"at":"B"}]' })).toEqual({ status: 'accepted' })
    await vi.waitFor(() => expect(lines(chat).at(-1)).toBe('assistant: Sailing. [stop]'))
    const payload = { crew: 9, cargo: 'oil', stops: [{ at: 'B' }] }
    expect(inputs[1]!.resume).toEqual([{ interruptId: 'i9', status: 'resolved', payload }])
    expect(lines(chat).at(-2)).toBe(`tool: ${JSON.stringify(payload)}`)
  })

  test('a form that is denied cancels the interrupt', async () => {
    const { url, inputs } = await serve([interrupt(form)], [...said('m1', 'Staying.'), finished()])
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('Sail.')
    await chat.decideApproval((await question(chat)).key, { type: 'deny' })
    await sent
    expect(inputs[1]!.resume).toEqual([{ interruptId: 'i9', status: 'cancelled' }])
    expect(lines(chat).at(-1)).toBe('assistant: Staying. [stop]')
  })

  test('two forms in a chat that runs its calls in turn, and one of a single value', async () => {
    const word = { id: 'i2', reason: 'password', message: 'Say it.', responseSchema: { type: 'string' } }
    const { url, inputs } = await serve([interrupt(form, word)], [...said('m1', 'In.'), finished()])
    const transport = createAgUiTransport({ url })
    const chat = createChat({
      transport,
      tools: transport.tools,
      toolExecution: 'sequential',
      scheduler: immediateScheduler,
    })
    const sent = chat.send('Sail.')
    await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(2))
    const filled = [{ crew: 2, cargo: 'oil' }, { answer: 'heave' }]
    for (const [at, { key }] of chat.getState().approvals.entries())
      await chat.decideApproval(key, { type: 'allow', content: filled[at]! })
    await sent
    expect(inputs[1]!.resume).toEqual([
      { interruptId: 'i9', status: 'resolved', payload: { crew: 2, cargo: 'oil' } },
      { interruptId: 'i2', status: 'resolved', payload: 'heave' },
    ])
    expect(lines(chat).slice(2, 4)).toEqual(['tool: {"crew":2,"cargo":"oil"}', 'tool: heave'])
  })

  test.each([
    ['only a decision', { approved: { type: 'boolean' }, editedArgs: { type: 'object' } }, ['approved']],
    ['a free object', undefined, []],
  ])('a schema that asks for %s needs no form', async (_, properties, required) => {
    const { url, inputs } = await serve(
      [
        ...called('c1', 'delete_file', {}),
        interrupt({ ...asks, responseSchema: { type: 'object', properties, required } }),
      ],
      [result('c1', 'gone'), ...said('m2', 'Done.'), finished()],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('Delete it.')
    await chat.decideApproval((await question(chat)).key, { type: 'allow' })
    await sent
    expect(inputs[1]!.resume).toMatchObject([{ payload: { approved: true } }])
  })

  test('a call behind words that only a snapshot has, as LangGraph sends it, is asked about by its name', async () => {
    const words: Event[] = said('m1', 'I can book it.')
    const user = { id: 'u', role: 'user', content: 'A berth.' }
    const book = { id: 'c1', type: 'function', function: { name: 'book', arguments: '{"berth":"B4"}' } }
    const asked = { id: 'm1', role: 'assistant', content: 'I can book it.', toolCalls: [book] }
    const done = { id: 'r1', role: 'tool', toolCallId: 'c1', content: 'booked' }
    const last = { id: 'm2', role: 'assistant', content: 'It is yours.' }
    const { url } = await serve(
      [
        ...words,
        { type: 'MESSAGES_SNAPSHOT', messages: [user, asked] },
        interrupt({ id: 'i1', reason: 'langgraph:interrupt', message: 'May I?', toolCallId: 'c1' }),
      ],
      [
        result('c1', 'booked'),
        ...said('m2', 'It is yours.'),
        { type: 'MESSAGES_SNAPSHOT', messages: [user, asked, done, last] },
        finished(),
      ],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('A berth.')
    const { key, toolName } = await question(chat)
    expect(toolName).toBe('book')
    await chat.decideApproval(key, { type: 'allow' })
    await sent
    expect(lines(chat)).toEqual([
      'user: A berth.',
      'assistant: I can book it. book({"berth":"B4"}) [tool_calls]',
      'tool: booked',
      'assistant: It is yours. [stop]',
    ])
  })

  test('denied, a call stays denied where the agent has a result for it all the same', async () => {
    const { url } = await serve(
      [...called('c1', 'book', {}), interrupt({ id: 'i1', reason: 'langgraph:interrupt', toolCallId: 'c1' })],
      [...called('c1', 'book', {}), result('c1', '{"booked":false}'), ...said('m2', 'Then not.'), finished()],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('A berth.')
    await chat.decideApproval((await question(chat)).key, { type: 'deny' })
    await sent
    expect(chat.store.getMessages().at(-2)).toMatchObject({ metadata: { 'antiphon.outcome': 'denied' } })
    expect(lines(chat).at(-1)).toBe('assistant: Then not. [stop]')
  })

  test('the older interrupt of LangGraph is answered with a command', async () => {
    const value = JSON.stringify({ action: 'send', to: 'all' })
    const { url, inputs } = await serve(
      [{ type: 'CUSTOM', name: 'on_interrupt', value }, finished()],
      [...said('m1', 'Sent.'), finished()],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('Send.')
    await chat.decideApproval((await question(chat)).key, { type: 'allow' })
    await sent
    expect(inputs[1]!.forwardedProps).toMatchObject({
      command: { resume: { approved: true }, interruptEvent: { action: 'send' } },
    })
    expect(inputs[1]).not.toHaveProperty('resume')
  })

  test.each([
    ['names its call', { message: 'May I?', toolCallId: 'c1' }],
    ['names none, with one call open', { message: 'May I?' }],
  ])('an interrupt of LangGraph that %s is asked about at that call', async (_, value) => {
    const { url, inputs } = await serve(
      [
        ...called('c0', 'look', {}),
        result('c0', 'free'),
        ...called('c1', 'book', { berth: 'B4' }),
        { type: 'CUSTOM', name: 'on_interrupt', value: JSON.stringify(value) },
        finished(),
      ],
      // The state, and the call once more, come before its result.
      [
        { type: 'STATE_SNAPSHOT', snapshot: { node: 'book' } },
        ...called('c1', 'book', { berth: 'B4' }),
        result('c1', 'booked'),
        ...said('m2', 'Yours.'),
        finished(),
      ],
    )
    const chat = open(createAgUiTransport({ url }))
    const sent = chat.send('A berth.')
    const { key, toolName } = await question(chat)
    expect(toolName).toBe('book')
    await chat.decideApproval(key, { type: 'allow' })
    await sent
    expect(inputs[1]!.forwardedProps).toMatchObject({ command: { resume: { approved: true } } })
    expect(lines(chat).slice(-2)).toEqual([
      'tool: booked',
      expect.stringMatching(/^assistant: Yours\. .*\[stop\]$/),
    ])
  })

  test('state and activities are rows that change in place, and the state goes back', async () => {
    const { url, inputs } = await serve(
      [
        { type: 'STATE_SNAPSHOT', snapshot: { steps: [{ s: 'open' }], 'a/b': 1 } },
        ...said('m1', 'Working.'),
        { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/steps/0/s', value: 'done' }] },
        { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/nowhere/0', value: 1 }] },
        { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/__proto__/polluted', value: 1 }] },
        { type: 'ACTIVITY_SNAPSHOT', messageId: 'a1', activityType: 'PLAN', content: { n: 1 } },
        {
          type: 'ACTIVITY_DELTA',
          messageId: 'a1',
          activityType: 'PLAN',
          patch: [{ op: 'add', path: '/m', value: 2 }],
        },
        { type: 'CUSTOM', name: 'note', value: 7 },
        finished(),
      ],
      [...said('m2', 'Ok.'), finished()],
    )
    const chat = open(createAgUiTransport({ url }))
    await chat.send('Work.')
    const [, answer] = chat.store.getMessages()
    expect(lines(chat).slice(1)).toEqual([
      'assistant: Working. state({"steps":[{"s":"done"}],"a/b":1}) PLAN({"n":1,"m":2}) [stop]',
    ])
    expect(answer!.metadata).toMatchObject({
      'wire.unknown_events': [{ type: 'CUSTOM', name: 'note', value: 7 }],
    })
    expect({}).not.toHaveProperty('polluted')
    await chat.send('On.')
    expect(inputs[1]!.state).toEqual({ steps: [{ s: 'done' }], 'a/b': 1 })
  })

  test('two agents at once: what each says stays together, in one answer', async () => {
    const text = (messageId: string, delta: string): Event => ({
      type: 'TEXT_MESSAGE_CONTENT',
      messageId,
      delta,
    })
    const { url } = await serve([
      { type: 'TEXT_MESSAGE_START', messageId: 'a', role: 'assistant', name: 'one' },
      { type: 'TEXT_MESSAGE_START', messageId: 'b', role: 'assistant', name: 'two' },
      text('a', 'Found '),
      text('b', 'Draft '),
      text('a', 'it.'),
      text('b', 'one.'),
      { type: 'TEXT_MESSAGE_END', messageId: 'b' },
      { type: 'TEXT_MESSAGE_END', messageId: 'a' },
      finished(),
    ])
    const chat = open(createAgUiTransport({ url }))
    await chat.send('Both.')
    expect(lines(chat).slice(1)).toEqual(['assistant: Found it.\n\nDraft one. [stop]'])
  })

  test('a snapshot says the thread again: only what is new is an answer', async () => {
    const list = (...more: object[]) => ({
      type: 'MESSAGES_SNAPSHOT',
      messages: [{ id: 'u1', role: 'user', content: 'One.' }, ...more],
    })
    const first = { id: 's1', role: 'assistant', content: 'First.' }
    const { url } = await serve(
      [list(first), finished()],
      [
        list(
          first,
          { id: 'u2', role: 'user', content: 'Two.' },
          { id: 's2', role: 'assistant', content: 'Second.' },
        ),
        finished(),
      ],
    )
    const chat = open(createAgUiTransport({ url }))
    await chat.send('One.')
    await chat.send('Two.')
    expect(lines(chat)).toEqual([
      'user: One.',
      'assistant: First. [stop]',
      'user: Two.',
      'assistant: Second. [stop]',
    ])
  })

  test('a failed run is an error with its words, whatever follows; one without an end is cut', async () => {
    const { url } = await serve(
      [...said('m1', 'Half'), { type: 'RUN_ERROR', message: 'The engine broke.' }, finished()],
      [{ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm2', role: 'assistant', delta: 'Half' }],
    )
    const chat = open(createAgUiTransport({ url }))
    await chat.send('One.')
    expect(chat.store.getMessages().at(-1)).toMatchObject({
      content: 'Half',
      error: { message: 'The engine broke.' },
    })
    await chat.send('Two.')
    expect(chat.store.getMessages().at(-1)).toMatchObject({ content: 'Half', finishReason: 'incomplete' })
  })
})

test('a run that ends with the results of its calls asks for nothing more', async () => {
  const { url, inputs } = await serve([...called('c1', 'note', {}), result('c1', 'noted'), finished()])
  const chat = open(createAgUiTransport({ url }))
  await chat.send('Note it.')
  expect(lines(chat).slice(1)).toEqual(['assistant: note({}) [tool_calls]', 'tool: noted'])
  expect(inputs).toHaveLength(1)
  expect(chat.getState().status).toBe('ready')
})

/** The words of all answers, without where one answer ends: a text after a result is an answer of its own in a chat. */
const textOf = (messages: readonly Message[]): string =>
  messages
    .flatMap((message) => (message.role === 'assistant' ? [message.content ?? ''] : []))
    .join('')
    .replaceAll(/\s+/g, '')

test.runIf(hasRecordedWires)('every recording is answered live as it is read from its file', async () => {
  const recordings = recordedWires('ag-ui')
  expect(recordings.length).toBeGreaterThan(10)
  for (const { name, bytes } of recordings) {
    const text = new TextDecoder().decode(bytes)
    const transport = createAgUiTransport({ stream: () => new Response(text) })
    const chat = open(transport)
    void chat.send('Go.')
    await vi.waitFor(() => {
      const { status, approvals } = chat.getState()
      expect([name, status === 'ready' || status === 'error' || approvals.length > 0]).toEqual([name, true])
    })
    chat.stop()
    const file = readTranscript(text).messages
    expect([name, textOf(chat.store.getMessages())]).toEqual([name, textOf(file)])
  }
})
