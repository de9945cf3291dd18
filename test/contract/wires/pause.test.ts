/** A provider that stops in the middle of calls of its own (`pause_turn`) goes on when its answer comes back as it was. */
import { type AssistantMessage, createChat } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import { wires } from '@antiphon/wires'
import { expect, test } from 'vitest'
import { type Answer, begin, serve } from '../../integration/connection/local-server.js'

type Event = { type: string; [key: string]: unknown }

const open = (index: number, content_block: object): Event => ({
  type: 'content_block_start',
  index,
  content_block,
})
const delta = (index: number, value: object): Event => ({ type: 'content_block_delta', index, delta: value })
const close = (index: number): Event => ({ type: 'content_block_stop', index })
const message = (id: string, stop_reason: string, ...events: Event[]): Event[] => [
  { type: 'message_start', message: { id, model: 'claude-x', usage: { input_tokens: 5 } } },
  ...events,
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 7 } },
  { type: 'message_stop' },
]

const thinking = { type: 'thinking', thinking: 'I search.', signature: 'S' }
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'pools' } }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }

const first = message(
  'one',
  'pause_turn',
  open(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'I search.' }),
  delta(0, { type: 'signature_delta', signature: 'S' }),
  close(0),
  open(1, { ...search, input: {} }),
  delta(1, { type: 'input_json_delta', partial_json: '{"query":"pools"}' }),
  close(1),
)
const second = message(
  'two',
  'end_turn',
  open(0, found),
  close(0),
  open(1, { type: 'text', text: '' }),
  delta(1, { type: 'text_delta', text: 'Here they are.' }),
  close(1),
)

test('messages: a paused answer goes back block by block, and the rest belongs to it', async () => {
  const write =
    (events: Event[]): Answer =>
    (response) =>
      void begin(response).end(
        events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join(''),
      )
  const { baseUrl, requests } = await serve(write(first), write(second))
  const chat = createChat({
    endpoint: { baseUrl, api: 'messages', wires },
    model: 'claude-x',
    scheduler: immediateScheduler,
    memory: createEndpointMemory(),
  })
  const answers = (): AssistantMessage[] =>
    chat.store
      .getMessages()
      .filter((one): one is AssistantMessage & { id: string } => one.role === 'assistant')
  await chat.send('Which pools are open?')
  expect(answers()[0]).toMatchObject({
    content: '',
    finishReason: 'other',
    finishReasonRaw: 'pause_turn',
    tool_calls: [{ id: 'srvtoolu_1', providerRun: {} }],
  })
  await chat.continue(chat.store.getMessages().at(-1)!.id)

  // Neither a word of the user nor a result of ours: the answer as it was.
  expect(requests[1]!.body.messages).toEqual([
    { role: 'user', content: 'Which pools are open?' },
    { role: 'assistant', content: [thinking, search] },
  ])
  expect(answers()).toHaveLength(1)
  expect(answers()[0]).toMatchObject({
    content: 'Here they are.',
    reasoning: 'I search.',
    finishReason: 'stop',
    finishReasonRaw: 'end_turn',
  })
  // The content of both answers goes back with the next question.
  expect(answers()[0]!.metadata?.['wire.content_blocks']).toEqual([
    thinking,
    search,
    found,
    { type: 'text', text: 'Here they are.' },
  ])
  await chat.send('Thanks')
  expect(requests[2]!.body.messages).toHaveLength(3)
})
