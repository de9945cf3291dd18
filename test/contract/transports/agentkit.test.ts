import { describe, expect, test } from 'vitest'
import { createAgentkitTransport } from '@antiphon/formats/transports'
import { answered, ask, depth, lines, scripted } from './agent-chat.js'

describe('agentkit', () => {
  const part = (part_id: string, kind: string) => ({ BeginPart: { part_id, kind } })
  const text = (part_id: string, chunk: string) => ({ AppendText: { part_id, chunk } })
  const input = { id: 'c1', name: 'depth', input: { berth: 'B' }, metadata: {} }
  const commit = (tag: string, body: object) => ({
    CommitPart: { part: { [tag]: { metadata: {}, ...body } } },
  })
  const first = [
    part('r', 'Reasoning'),
    text('r', 'Look it up.'),
    commit('Reasoning', { summary: 'Look it up.', data: null, redacted: false }),
    part('t', 'Text'),
    text('t', 'One '),
    text('t', 'moment.'),
    commit('Text', { text: 'One moment.' }),
    commit('ToolCall', input),
  ]
  const usage = { tokens: { input_tokens: 9, output_tokens: 4 }, cost: null, metadata: {} }

  test('two turns of a model: the call of the first is run by the chat', async () => {
    const turn = (deltas: object[], finish: unknown) => [
      ...deltas.map((delta) => ({ Delta: delta })),
      ...(finish === 'ToolCall' ? [{ ToolCall: input }] : []),
      { Usage: usage },
      {
        Finished: {
          finish_reason: finish,
          output_items: [],
          usage,
          metadata: {},
          model: 'm-2',
          response_id: 'r-1',
        },
      },
    ]
    const { stream, asked } = scripted(
      turn(first, 'ToolCall'),
      turn([commit('Text', { text: 'Berth B has 4.2 metres.' })], 'Completed'),
    )
    const chat = await ask(createAgentkitTransport({ stream, tools: [depth] }))
    expect(lines(chat)).toEqual(answered)
    expect(chat.store.getMessages()[1]).toMatchObject({
      model: 'm-2',
      usage: { inputTokens: 9, outputTokens: 4 },
    })
    expect(asked[1]).toMatchObject({
      transcript: [
        { kind: 'User' },
        { kind: 'Assistant' },
        { kind: 'Tool', parts: [{ ToolResult: { call_id: 'c1' } }] },
      ],
      available_tools: [{ name: 'depth', input_schema: { type: 'object' } }],
    })
  })

  test('the events of its loop, as JSON lines of a server, with a failed call', async () => {
    const events = [
      { RunStarted: { session_id: 's' } },
      { TurnStarted: { session_id: 's', turn_id: 't' } },
      ...first.map((delta) => ({ ContentDelta: delta })),
      { ToolCallRequested: input },
      { ToolExecutionStarted: input },
      {
        ToolResultReceived: {
          call_id: 'c1',
          output: { Text: 'no such berth' },
          is_error: true,
          metadata: {},
        },
      },
      { Warning: { message: 'slow sonar' } },
      { ContentDelta: commit('Text', { text: 'There is no berth B.' }) },
      { UsageUpdated: usage },
      { TurnFinished: { turn_id: 't', finish_reason: 'Completed', items: [], usage, metadata: {} } },
    ]
    const body = events.map((event) => JSON.stringify(event)).join('\n')
    const chat = await ask(createAgentkitTransport({ stream: () => new Response(body), runsTools: true }))
    expect(lines(chat)).toEqual([
      ...answered.slice(0, 2),
      'tool: no such berth (failed)',
      'assistant: There is no berth B. [stop]',
    ])
    expect(chat.store.getMessages()[3]!.metadata).toMatchObject({
      'wire.unknown_events': [{ Warning: { message: 'slow sonar' } }],
    })
  })

  test('withheld thinking is kept as such', async () => {
    const { stream } = scripted([
      { Delta: commit('Reasoning', { summary: null, data: null, redacted: true }) },
      { Delta: commit('Text', { text: '4.2 metres.' }) },
      { Finished: { finish_reason: 'Completed', output_items: [], usage: null, metadata: {} } },
    ])
    const chat = await ask(createAgentkitTransport({ stream }))
    expect(chat.store.getMessages()[1]).toMatchObject({
      content: '4.2 metres.',
      reasoning_details: [{ type: 'reasoning.encrypted' }],
    })
  })

  test('events between two answers and a result without a call are kept with the next answer', async () => {
    const { stream } = scripted([
      { RunStarted: { session_id: 's' } },
      ...first.map((delta) => ({ ContentDelta: delta })),
      { ToolExecutionStarted: input },
      { Warning: { message: 'slow sonar' } },
      { ToolResultReceived: { call_id: 'nobody', output: { Text: 'lost' }, is_error: false, metadata: {} } },
      { ToolResultReceived: { call_id: 'c1', output: { Text: 'B: 4.2 m' }, is_error: false, metadata: {} } },
      { ContentDelta: commit('Text', { text: 'Berth B has 4.2 metres.' }) },
      { TurnFinished: { turn_id: 't', finish_reason: 'Completed', items: [], usage, metadata: {} } },
    ])
    const chat = await ask(createAgentkitTransport({ stream, runsTools: true }))
    expect(lines(chat)).toEqual(answered)
    expect(chat.store.getMessages()[3]!.metadata).toMatchObject({
      'wire.unknown_events': [
        { Warning: { message: 'slow sonar' } },
        { result_without_call: 'nobody', content: 'lost' },
      ],
    })
  })
})
