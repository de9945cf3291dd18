import { describe, expect, test } from 'vitest'
import {
  createAgentkitTransport,
  createAiSdkTransport,
  createClawtoolsTransport,
  createOpenAgentLoopsTransport,
  createPromptApiTransport,
  type AgentTransport,
} from '@antiphon/agents'
import type { AssistantMessage } from '@antiphon/core'
import { ask } from './agent-chat.js'

const text = 'Berth B has 4.2 metres of water.'
const pieces = text.match(/.{1,7}/g) ?? []
const snapshot = (end: number) => ({
  done: end === pieces.length,
  runs: [
    {
      thinkingText: '',
      text: pieces.slice(0, end).join(''),
      tools: [],
      usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
    },
  ],
})

/** One answer of plain text in the events of each system. */
const systems: [string, object[], (stream: () => AsyncIterable<unknown>) => AgentTransport][] = [
  [
    'open-agent-loops',
    [
      ...pieces.map((piece) => ({ type: 'text_delta', text: piece })),
      { type: 'done', message: { role: 'assistant', content: text }, finishReason: 'stop' },
    ],
    (stream) => createOpenAgentLoopsTransport({ stream }),
  ],
  [
    'agentkit',
    [
      { Delta: { BeginPart: { part_id: 'p', kind: 'Text' } } },
      ...pieces.map((chunk) => ({ Delta: { AppendText: { part_id: 'p', chunk } } })),
      { Delta: { CommitPart: { part: { Text: { text, metadata: {} } } } } },
      { Finished: { finish_reason: 'Completed', output_items: [], usage: null, metadata: {} } },
    ],
    (stream) => createAgentkitTransport({ stream }),
  ],
  [
    'clawtools',
    [
      { type: 'start' },
      ...pieces.map((delta) => ({ type: 'text_delta', delta })),
      { type: 'text_end', content: text },
      { type: 'done', stopReason: 'stop' },
    ],
    (stream) => createClawtoolsTransport({ stream }),
  ],
  ['prompt-api', pieces.map((_, i) => snapshot(i + 1)), (stream) => createPromptApiTransport({ stream })],
  [
    'ai-sdk',
    [
      { type: 'start' },
      { type: 'start-step' },
      ...pieces.map((delta) => ({ type: 'text-delta', id: '0', delta })),
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
    ],
    (stream) => createAiSdkTransport({ stream }),
  ],
]

async function answerTo(transport: AgentTransport): Promise<AssistantMessage> {
  const chat = await ask(transport)
  return chat.store.getMessages().at(-1) as AssistantMessage
}

describe.each(systems)('%s', (_, events, create) => {
  test('cut after any event, an answer keeps what came and never says that it is whole', async () => {
    for (let end = 0; end < events.length; end++) {
      async function* stream() {
        yield* events.slice(0, end)
      }
      const { content, finishReason, isError, error } = await answerTo(create(stream))
      expect(text.startsWith(content)).toBe(true)
      // Without a single word it is an empty answer, which is an error; else it is incomplete.
      if (content === '') expect([isError, error?.message]).toEqual([true, expect.stringMatching(/\S/)])
      else expect(finishReason).toBe('incomplete')
    }
  })

  test('a source that throws is an error with its words; what came before is kept', async () => {
    for (let end = 0; end < events.length; end++) {
      async function* stream() {
        yield* events.slice(0, end)
        throw new TypeError('network error')
      }
      const { content, error } = await answerTo(create(stream))
      expect(text.startsWith(content)).toBe(true)
      expect(error).toMatchObject({ kind: 'network_or_cors' })
    }
  })

  test('events that nobody knows, and values that are none, stand in the metadata and change nothing', async () => {
    const strange = [null, 7, 'word', [], { type: 'ping' }, { Ping: {} }, { type: 'text_deltas' }]
    async function* stream() {
      for (const event of events) yield* [...strange, event]
    }
    const { content, finishReason, metadata } = await answerTo(create(stream))
    expect([content, finishReason]).toEqual([text, 'stop'])
    expect(metadata?.['wire.unknown_events']).toEqual(
      expect.arrayContaining([{ type: 'ping' }, { Ping: {} }]),
    )
  })
})
