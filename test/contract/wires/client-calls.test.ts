/**
 * Calls of Responses that are not functions and that the host runs: each goes back as an output of its own type, over real HTTP.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChatOptions, createChat, defineTool } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { readTranscript } from '@antiphon/transcripts'
import { wires } from '@antiphon/wires'
import { afterEach, describe, expect, it, test, vi } from 'vitest'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

type Item = Record<string, unknown>

const message: Item = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
}

const eventsOf = (output: Item[]): Item[] => [
  { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
  ...output.flatMap((item, output_index) => [
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.output_item.done', output_index, item },
  ]),
  { type: 'response.completed', response: { status: 'completed', output } },
]
const stream = (output: Item[]): string =>
  eventsOf(output)
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('')

/** A server that asks for this call, and then is done; `inputs` are what it was sent. */
async function serve(call: Item) {
  const inputs: Item[][] = []
  const server = createServer((incoming, reply) => {
    const body: Buffer[] = []
    incoming.on('data', (piece: Buffer) => body.push(piece))
    incoming.on('end', () => {
      inputs.push((JSON.parse(Buffer.concat(body).toString()) as { input: Item[] }).input)
      reply.setHeader('content-type', 'text/event-stream')
      reply.end(stream(inputs.length === 1 ? [call] : [message]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { inputs, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const picture = 'data:image/png;base64,iVBORw0KGgo='

const cases: [name: string, call: Item, result: unknown, output: Item][] = [
  [
    'computer',
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'c1',
      status: 'completed',
      action: { type: 'click', x: 1, y: 2 },
    },
    { content: [{ type: 'image_url', image_url: { url: picture } }] },
    {
      type: 'computer_call_output',
      call_id: 'c1',
      output: { type: 'computer_screenshot', image_url: picture },
    },
  ],
  [
    'apply_patch',
    {
      type: 'apply_patch_call',
      id: 'ap_1',
      call_id: 'c1',
      status: 'completed',
      operation: { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b' },
    },
    'patched',
    { type: 'apply_patch_call_output', call_id: 'c1', status: 'completed', output: 'patched' },
  ],
  [
    'local_shell',
    {
      type: 'local_shell_call',
      id: 'ls_1',
      call_id: 'c1',
      status: 'completed',
      action: { type: 'exec', command: ['ls'] },
    },
    'a.txt',
    { type: 'local_shell_call_output', id: 'c1', output: 'a.txt' },
  ],
  [
    'shell',
    {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'c1',
      status: 'completed',
      action: { commands: ['ls'] },
      environment: { type: 'local' },
    },
    'a.txt',
    {
      type: 'shell_call_output',
      call_id: 'c1',
      output: [{ stdout: 'a.txt', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
  ],
]

test.each(cases)('%s: run by the host, answered in its own type, and the same in a file', async (...args) => {
  const [name, call, result, output] = args
  const { inputs, baseUrl } = await serve(call)
  const ran: unknown[] = []
  const tool = defineTool({
    name,
    description: 'Of the host.',
    parameters: { type: 'object' },
    execute(input) {
      ran.push(input)
      return result
    },
  })
  const chat = createChat({
    endpoint: { baseUrl, api: 'responses', wires },
    model: 'm',
    tools: [tool],
    scheduler: immediateScheduler,
  })
  await chat.send('Go.')
  expect(ran).toEqual([call['action'] ?? call['operation']])
  expect(inputs[1]!.slice(1)).toEqual([call, output])
  expect(chat.store.getMessages().at(-1)).toMatchObject({ content: 'Done.' })
  const [, answer] = chat.store.getMessages()
  const [inFile] = readTranscript(stream([call])).messages
  const seen = ({ tool_calls: calls }: { tool_calls?: unknown }): unknown => calls
  expect(seen(inFile as object)).toEqual(seen(answer as object))
})

const checks = [{ id: 's1', code: 'malicious_instructions', message: 'The page gives orders.' }]
const warned = {
  type: 'computer_call',
  id: 'cu_2',
  call_id: 'c1',
  status: 'completed',
  action: { type: 'click', x: 1, y: 2 },
  pending_safety_checks: checks,
}

/** A chat whose tool `computer` would run unasked. */
async function openComputer(call: Item, more: Partial<ChatOptions> = {}) {
  const { inputs, baseUrl } = await serve(call)
  const ran: unknown[] = []
  const tool = defineTool({
    name: 'computer',
    description: 'Of the host.',
    parameters: { type: 'object' },
    execute(input) {
      ran.push(input)
      return { content: [{ type: 'image_url' as const, image_url: { url: picture } }] }
    },
  })
  const chat = createChat({
    endpoint: { baseUrl, api: 'responses', wires },
    model: 'm',
    tools: [tool],
    scheduler: immediateScheduler,
    ...more,
  })
  const asked = async () => {
    await vi.waitUntil(() => chat.getState().approvals.length > 0)
    return chat.getState().approvals[0]!
  }
  return { chat, ran, inputs, asked }
}

describe('a computer call with safety checks', () => {
  it('asks a person though its tool would run unasked, and acknowledges what was allowed', async () => {
    const { chat, ran, inputs, asked } = await openComputer(warned)
    const sent = chat.send('Go.')
    const { key, checks: said } = await asked()
    expect(said).toEqual(['The page gives orders.'])
    expect(ran).toEqual([])
    // One warning that was seen says nothing about the next.
    expect(await chat.decideApproval(key, { type: 'allow-in-chat' })).toMatchObject({ status: 'invalid' })
    expect(ran).toEqual([])
    await chat.decideApproval(key, { type: 'allow' })
    await sent
    expect(ran).toEqual([warned.action])
    const output = { type: 'computer_screenshot', image_url: picture }
    expect(inputs[1]!.slice(1)).toEqual([
      warned,
      { type: 'computer_call_output', call_id: 'c1', output, acknowledged_safety_checks: checks },
    ])
  })

  it('is not run and not acknowledged when it is denied', async () => {
    const { chat, ran, inputs, asked } = await openComputer(warned)
    const sent = chat.send('Go.')
    await chat.decideApproval((await asked()).key, { type: 'deny' })
    await sent
    expect(ran).toEqual([])
    expect(JSON.stringify(inputs[1])).not.toContain('acknowledged_safety_checks')
  })

  it('asks again after a reload, also about a check without words', async () => {
    const { chat: first, asked } = await openComputer({ ...warned, pending_safety_checks: [{ id: 's9' }] })
    void first.send('Go.')
    await asked()
    first.stop()
    const messages = first.store.getMessages().filter(({ role }) => role !== 'tool')
    const again = await openComputer(warned, { messages })
    expect((await again.asked()).checks).toEqual(['{"id":"s9"}'])
    expect(again.ran).toEqual([])
  })
})
