import { describe, expect, test, vi } from 'vitest'
import { createChat, type ChatController } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { readTranscript } from '@antiphon/transcripts'
import { createAgentkitTransport, type AgentkitRequest } from '@antiphon/agents'
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

  describe('a loop that asks (ApprovalRequired)', () => {
    const asks = (more: object) => ({
      ApprovalRequired: {
        task_id: null,
        call_id: null,
        id: 'a1',
        request_kind: 'tool',
        reason: 'PolicyRequiresConfirmation',
        summary: 'Measures berth B.',
        metadata: {},
        ...more,
      },
    })
    const began = [
      { RunStarted: { session_id: 's' } },
      { ContentDelta: commit('Text', { text: 'One moment.' }) },
      { ContentDelta: commit('ToolCall', input) },
      { ToolCallRequested: input },
    ]
    const goesOn = [
      { ApprovalResolved: { approved: true } },
      { ToolExecutionStarted: input },
      {
        ToolExecutionProgress: { call_id: 'c1', output: { Text: 'half way' }, is_error: false, metadata: {} },
      },
      { ToolResultReceived: { call_id: 'c1', output: { Text: 'B: 4.2 m' }, is_error: false, metadata: {} } },
      { ContentDelta: commit('Text', { text: 'Berth B has 4.2 metres.' }) },
      { TurnFinished: { turn_id: 't', finish_reason: 'Completed', items: [], usage, metadata: {} } },
    ]
    const open = (...runs: unknown[][]) => {
      const { stream, asked } = scripted(...runs)
      const transport = createAgentkitTransport({ stream, runsTools: true })
      const chat = createChat({ transport, tools: transport.tools, scheduler: immediateScheduler })
      return { chat, asked: asked as AgentkitRequest[] }
    }
    const question = async (chat: ChatController) => {
      await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
      return chat.getState().approvals[0]!
    }

    test('about a call: allowed on its card, the loop goes on with the answer', async () => {
      const { chat, asked } = open([...began, asks({ call_id: 'c1' })], goesOn)
      const sent = chat.send('How deep is berth B?')
      const { key, toolName } = await question(chat)
      expect(toolName).toBe('depth')
      await chat.decideApproval(key, { type: 'allow' })
      await sent
      expect(asked[1]!.approvals).toEqual([{ id: 'a1', approved: true }])
      expect(JSON.stringify(asked[1]!.transcript)).not.toContain('approvalRequest')
      expect(lines(chat).slice(1)).toEqual([
        'assistant: One moment. depth({"berth":"B"}) [tool_calls]',
        'tool: B: 4.2 m',
        'assistant: Berth B has 4.2 metres. [stop]',
      ])
    })

    test('denied: the loop reads that and why', async () => {
      const { chat, asked } = open(
        [...began, asks({ call_id: 'c1' })],
        [
          { ApprovalResolved: { approved: false } },
          { ContentDelta: commit('Text', { text: 'Then not.' }) },
          { TurnFinished: { turn_id: 't', finish_reason: 'Completed', items: [], usage, metadata: {} } },
        ],
      )
      const sent = chat.send('How deep?')
      await chat.decideApproval((await question(chat)).key, { type: 'deny', reason: 'storm' })
      await sent
      expect(asked[1]!.approvals).toEqual([{ id: 'a1', approved: false, reason: 'storm' }])
      expect(lines(chat).at(-1)).toBe('assistant: Then not. [stop]')
    })

    test('about no call: a question of its own, which the loop does not read as a call', async () => {
      const { chat, asked } = open(
        [
          { RunStarted: { session_id: 's' } },
          asks({ request_kind: 'shell command', summary: 'rm -r build' }),
        ],
        goesOn.slice(4),
        goesOn.slice(4),
      )
      const sent = chat.send('Clean up.')
      const { key, toolName, args } = await question(chat)
      expect({ toolName, args }).toMatchObject({
        toolName: 'shell_command',
        args: { summary: 'rm -r build' },
      })
      await chat.decideApproval(key, { type: 'allow' })
      await sent
      await chat.send('Again.')
      expect(asked[2]!.transcript.map((item) => (item as { kind: string }).kind)).toEqual([
        'User',
        'Assistant',
        'User',
      ])
    })

    test('in a recording the question stands at its call, and the answer is whole', () => {
      const text = [...began, asks({ call_id: 'c1' })].map((event) => JSON.stringify(event)).join('\n')
      const { messages, document } = readTranscript(text)
      expect(document.format).toBe('agentkit')
      expect(messages).toMatchObject([
        {
          content: 'One moment.',
          finishReason: 'tool_calls',
          tool_calls: [{ id: 'c1', approvalRequest: { id: 'a1', summary: 'Measures berth B.' } }],
        },
      ])
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
