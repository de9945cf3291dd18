import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChat, defineTool, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { wires } from '@antiphon/wires'
import { afterEach, expect, test, vi } from 'vitest'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const request = {
  id: 'mcpr_1',
  type: 'mcp_approval_request',
  name: 'roll',
  arguments: '{"sides":6}',
  server_label: 'dice',
}
const ran = {
  id: 'mcp_1',
  type: 'mcp_call',
  name: 'roll',
  arguments: '{"sides":6}',
  output: '4',
  error: null,
}
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'A four.', annotations: [] }],
}

/** A server of Responses that asks before it runs a call of its MCP server; `inputs` are what it was sent. */
async function serve(...answers: object[][]) {
  const inputs: object[][] = []
  const server = createServer((incoming, reply) => {
    const body: Buffer[] = []
    incoming.on('data', (piece: Buffer) => body.push(piece))
    incoming.on('end', () => {
      inputs.push((JSON.parse(Buffer.concat(body).toString()) as { input: object[] }).input)
      const output = answers[inputs.length - 1] ?? []
      const events: object[] = [
        { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
        ...output.flatMap((item, output_index) => [
          { type: 'response.output_item.added', output_index, item },
          { type: 'response.output_item.done', output_index, item },
        ]),
        { type: 'response.completed', response: { status: 'completed', output } },
      ]
      reply.setHeader('content-type', 'text/event-stream')
      reply.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { inputs, baseUrl: `http://127.0.0.1:${port}/v1` }
}

/** A tool of the page by the name of the provider's: it must not run in its place. */
const own = vi.fn(() => 'mine')
const roll = defineTool({
  name: 'roll',
  description: 'Rolls a die here.',
  parameters: { type: 'object', properties: {} },
  execute: own,
})

test.each([
  ['with tools of the page, one by the same name', [roll]],
  ['without any', []],
])('a call that the provider asks about waits for a person, %s', async (_, tools) => {
  own.mockClear()
  const { inputs, baseUrl } = await serve([request], [ran, message])
  const chat = createChat({
    endpoint: { baseUrl, api: 'responses', wires },
    model: 'm',
    tools,
    scheduler: immediateScheduler,
  })
  const sent = chat.send('Roll.')
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
  const [question] = chat.getState().approvals
  expect(question).toMatchObject({ toolName: 'roll', argumentsText: '{"sides":6}', keepsArguments: true })
  expect(inputs).toHaveLength(1)
  await chat.decideApproval(question!.key, { type: 'allow' })
  await sent
  expect(inputs[1]!.slice(1)).toEqual([
    request,
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
  ])
  expect(chat.store.getMessages().at(-1)).toMatchObject({
    content: 'A four.',
    tool_calls: [{ providerRun: { result: '4' } }],
  })
  expect(own).not.toHaveBeenCalled()
})

test('denied: the provider reads why, and the page runs nothing', async () => {
  own.mockClear()
  const { inputs, baseUrl } = await serve([request], [message])
  const chat = createChat({
    endpoint: { baseUrl, api: 'responses', wires },
    model: 'm',
    tools: [roll],
    scheduler: immediateScheduler,
  })
  const sent = chat.send('Roll.')
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
  await chat.decideApproval(chat.getState().approvals[0]!.key, { type: 'deny', reason: 'no games' })
  await sent
  expect(inputs[1]!.at(-1)).toMatchObject({
    type: 'mcp_approval_response',
    approval_request_id: 'mcpr_1',
    approve: false,
    reason: expect.stringContaining('no games'),
  })
  expect(own).not.toHaveBeenCalled()
})

test('a call that nobody allowed is not allowed by the next message', async () => {
  const { inputs, baseUrl } = await serve([request], [message], [message])
  const chat = createChat({
    endpoint: { baseUrl, api: 'responses', wires },
    model: 'm',
    scheduler: immediateScheduler,
  })
  const sent = chat.send('Roll.')
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
  chat.stop()
  await sent
  const result = chat.store.getMessages().at(-1)!
  await chat.send('Something else.')
  chat.store.remove(result.id)
  await chat.send('And more.')
  for (const input of inputs.slice(1))
    expect(input).toContainEqual(expect.objectContaining({ approval_request_id: 'mcpr_1', approve: false }))
  expect(inputs).toHaveLength(3)
})

test('a yes to what another provider asked says that the call did not run', async () => {
  const { inputs, baseUrl } = await serve([message])
  const asked = {
    id: 'c1',
    type: 'function' as const,
    function: { name: 'roll', arguments: '{}' },
    approvalRequest: { id: 'other' },
  }
  const chat = createChat({
    endpoint: { baseUrl, api: 'responses', wires },
    messages: [
      { role: 'user', content: 'Roll.' },
      { role: 'assistant', content: '', finishReason: 'tool_calls', tool_calls: [asked] },
    ],
    scheduler: immediateScheduler,
  })
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
  await chat.decideApproval(chat.getState().approvals[0]!.key, { type: 'allow' })
  await vi.waitFor(() => expect(inputs).toHaveLength(1))
  expect(chat.store.getMessages()[2]).toMatchObject({
    isError: true,
    content: expect.stringContaining('it did not run'),
  })
})

test.each(['from the beginning', 'later'])(
  'after a reload a chat without tools asks at once: a thread that is there %s',
  async (when) => {
    const first = await serve([request])
    const options = { model: 'm', scheduler: immediateScheduler } as const
    const before = createChat({ ...options, endpoint: { baseUrl: first.baseUrl, api: 'responses', wires } })
    void before.send('Roll.')
    await vi.waitFor(() => expect(before.getState().approvals).toHaveLength(1))
    const stored = JSON.parse(JSON.stringify(before.store.getMessages())) as Message[]
    const { inputs, baseUrl } = await serve([ran, message])
    const chat = createChat({
      ...options,
      endpoint: { baseUrl, api: 'responses', wires },
      ...(when === 'later' ? {} : { messages: stored }),
    })
    if (when === 'later') for (const one of stored) chat.store.append(one)
    await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
    await chat.decideApproval(chat.getState().approvals[0]!.key, { type: 'allow' })
    await vi.waitFor(() => expect(chat.store.getMessages().at(-1)).toMatchObject({ content: 'A four.' }))
    expect(inputs).toHaveLength(1)
  },
)
