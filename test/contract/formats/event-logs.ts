export interface LoggedRun {
  name: string
  /** The part of the system that was recorded. */
  of: string
  events: readonly unknown[]
  /** A line for each message. */
  expected: readonly string[]
}

const call = { id: 'c1', type: 'function', function: { name: 'depth', arguments: '{"berth":"B"}' } }
const whole = [
  'assistant: <Look it up.> One moment. depth({"berth":"B"}) [tool_calls]',
  'tool: B: 4.2 m',
  'assistant: Berth B has 4.2 metres. [stop]',
]
const item = { id: null, metadata: {} }
const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }
const tool = { id: 'c1', name: 'depth', args: { berth: 'B' } }
const asking = {
  thinkingText: 'Look it up.',
  text: 'One moment.',
  tools: [{ ...tool, output: 'B: 4.2 m' }],
  usage,
}

/** One recording for each system: what is asked where its events say it, thinking, a call with its result, an answer. */
export const eventLogs: readonly LoggedRun[] = [
  {
    name: 'open-agent-loops',
    of: 'the loop',
    events: [
      { type: 'agent_start', timestamp: 1, sessionId: 's' },
      { type: 'message', timestamp: 1, message: { role: 'user', content: 'How deep is berth B?' } },
      { type: 'turn_start', timestamp: 2, step: 1 },
      { type: 'reasoning_delta', timestamp: 3, text: 'Look it up.' },
      { type: 'text_delta', timestamp: 4, text: 'One moment.' },
      {
        type: 'message',
        timestamp: 5,
        message: { role: 'assistant', content: 'One moment.', reasoning: 'Look it up.', tool_calls: [call] },
      },
      { type: 'tool_start', timestamp: 6, toolCallId: 'c1', toolName: 'depth', args: { berth: 'B' } },
      {
        type: 'tool_end',
        timestamp: 7,
        toolCallId: 'c1',
        toolName: 'depth',
        result: 'B: 4.2 m',
        isError: false,
      },
      { type: 'turn_start', timestamp: 8, step: 2 },
      { type: 'text_delta', timestamp: 9, text: 'Berth B has 4.2 metres.' },
      {
        type: 'message',
        timestamp: 10,
        message: { role: 'assistant', content: 'Berth B has 4.2 metres.', finishReason: 'stop' },
      },
      { type: 'agent_end', timestamp: 11, messages: [], steps: 2 },
    ],
    expected: ['user: How deep is berth B?', ...whole],
  },
  {
    name: 'agentkit',
    of: 'the loop',
    events: [
      { RunStarted: { session_id: 's' } },
      {
        InputAccepted: {
          session_id: 's',
          items: [
            { ...item, kind: 'User', parts: [{ Text: { text: 'How deep is berth B?', metadata: {} } }] },
          ],
        },
      },
      { ContentDelta: { BeginPart: { part_id: 'r', kind: 'Reasoning' } } },
      { ContentDelta: { AppendText: { part_id: 'r', chunk: 'Look it up.' } } },
      { ContentDelta: { BeginPart: { part_id: 'p', kind: 'Text' } } },
      { ContentDelta: { AppendText: { part_id: 'p', chunk: 'One moment.' } } },
      { ToolCallRequested: { id: 'c1', name: 'depth', input: { berth: 'B' }, metadata: {} } },
      { ToolExecutionStarted: { id: 'c1', name: 'depth', input: { berth: 'B' }, metadata: {} } },
      {
        ToolResultReceived: { call_id: 'c1', output: { Text: 'B: 4.2 m' }, is_error: false, metadata: {} },
      },
      { ContentDelta: { BeginPart: { part_id: 'q', kind: 'Text' } } },
      { ContentDelta: { AppendText: { part_id: 'q', chunk: 'Berth B has 4.2 metres.' } } },
      { TurnFinished: { turn_id: 't', finish_reason: 'Completed', items: [], usage: null, metadata: {} } },
    ],
    expected: ['user: How deep is berth B?', ...whole],
  },
  {
    name: 'clawtools',
    of: 'a connector, asked twice',
    events: [
      { type: 'start' },
      { type: 'thinking_delta', delta: 'Look it up.' },
      { type: 'text_delta', delta: 'One moment.' },
      { type: 'text_end', content: 'One moment.' },
      { type: 'toolcall_start' },
      { type: 'toolcall_delta', delta: '{"berth":"B"}' },
      { type: 'toolcall_end', toolCall: { id: 'c1', name: 'depth', arguments: { berth: 'B' } } },
      { type: 'done', stopReason: 'toolUse', usage: { inputTokens: 9, outputTokens: 4 } },
      { type: 'start' },
      { type: 'text_end', content: 'Berth B has 4.2 metres.' },
      { type: 'done', stopReason: 'stop' },
    ],
    // A connector runs nothing, so no event has the result.
    expected: [whole[0]!, whole[2]!],
  },
  {
    name: 'prompt-api',
    of: 'snapshots',
    events: [
      { done: false, runs: [{ ...asking, text: 'One', tools: [] }] },
      { done: false, runs: [{ ...asking, tools: [tool] }] },
      { done: false, runs: [asking, { thinkingText: '', text: 'Berth B', tools: [], usage }] },
      { done: true, runs: [asking, { thinkingText: '', text: 'Berth B has 4.2 metres.', tools: [], usage }] },
    ],
    expected: whole,
  },
  {
    name: 'ai-sdk',
    of: 'a UI message stream',
    events: [
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Look it up.' },
      { type: 'reasoning-end', id: '0' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'One moment.' },
      { type: 'text-end', id: '1' },
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'depth', input: { berth: 'B' } },
      { type: 'tool-output-available', toolCallId: 'c1', output: 'B: 4.2 m' },
      { type: 'finish-step' },
      { type: 'start-step' },
      { type: 'text-delta', id: '2', delta: 'Berth B has 4.2 metres.' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
    ],
    expected: whole,
  },
]
