import { describeKinds, json, lines, time } from './describe-kinds.js'

const record = (type: 'user' | 'assistant', content: unknown): object => ({
  type,
  uuid: 'u-1',
  parentUuid: null,
  sessionId: 's-1',
  timestamp: time,
  message: { role: type, content },
})

/** Sessions of agents. */
describeKinds({
  'Claude Code: stream-json': [
    'claude-code',
    lines(
      { type: 'system', subtype: 'init', session_id: 'x', model: 'm', tools: [] },
      {
        type: 'assistant',
        session_id: 'x',
        message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'Hello there' }] },
      },
      { type: 'result', subtype: 'success', result: 'Hello there', session_id: 'x', is_error: false },
    ),
  ],
  'Claude Code: json result': [
    'claude-code',
    json({
      type: 'result',
      subtype: 'success',
      is_error: false,
      duration_ms: 100,
      num_turns: 1,
      result: 'Hello there',
      session_id: 'x',
      total_cost_usd: 0.1,
      usage: { input_tokens: 1, output_tokens: 2 },
    }),
  ],
  'Claude Code: json array': [
    'claude-code',
    json([
      { type: 'system', subtype: 'init', session_id: 'x' },
      {
        type: 'assistant',
        session_id: 'x',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Hello there' }] },
      },
      { type: 'result', result: 'Hello there', session_id: 'x' },
    ]),
  ],
  'Claude Code: snapshot first': [
    'claude-code',
    lines(
      { type: 'file-history-snapshot', messageId: 'a', snapshot: {}, isSnapshotUpdate: false },
      record('user', 'Hi there'),
    ),
  ],
  'Claude Code: one prompt': ['claude-code', lines(record('user', 'Hi there'))],
  'Claude Code: stream-json user input': [
    'claude-code',
    lines({
      type: 'user',
      message: { role: 'user', content: 'Hi there' },
      session_id: 'x',
      parent_tool_use_id: null,
    }),
  ],
  'codex first gen': [
    'codex',
    lines(
      { id: 'u', timestamp: time, instructions: null, git: {} },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi there' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
    ),
  ],
  'codex json ts': [
    'codex',
    json({
      session: { id: 'u', timestamp: time, instructions: '' },
      items: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi there' }] }],
    }),
  ],
  'codex events only': [
    'codex',
    lines(
      { timestamp: time, type: 'session_meta', payload: { id: 'u', cwd: '/x' } },
      { timestamp: time, type: 'event_msg', payload: { type: 'user_message', message: 'Hi there' } },
      { timestamp: time, type: 'event_msg', payload: { type: 'agent_message', message: 'Hello' } },
    ),
  ],
  'codex no meta': [
    'codex',
    lines({
      timestamp: time,
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi there' }] },
    }),
  ],
  'codex exec old': [
    'codex',
    lines(
      { id: '0', msg: { type: 'task_started' } },
      { id: '0', msg: { type: 'agent_message', message: 'Hi there' } },
    ),
  ],
  'codex exec new': [
    'codex',
    lines(
      { type: 'thread.started', thread_id: 't' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'Hi there' } },
      { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 2 } },
    ),
  ],
  'gemini logs': [
    'gemini-cli',
    json([{ sessionId: 's', messageId: 0, type: 'user', message: 'Hi there', timestamp: time }]),
  ],
  'mini swe': [
    'swe-agent',
    json({
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'Hi there' },
        { role: 'assistant', content: 'Hello' },
      ],
      info: { exit_status: 'Submitted', submission: '' },
      trajectory_format: 'mini-swe-agent-1',
    }),
  ],
})
