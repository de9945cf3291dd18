import { describeKinds, json, lines, time } from './describe-kinds.js'

/** Files that look like sessions and are none. */
describeKinds({
  'codex history': [
    '',
    lines(
      { session_id: 'a', ts: 1700000000, text: 'Hi there' },
      { session_id: 'a', ts: 1700000001, text: 'More' },
    ),
  ],
  'chatgpt shared_conversations': [
    '',
    json([{ id: 'a', conversation_id: 'b', title: 'T', is_anonymous: true }]),
  ],
  'chatgpt feedback': [
    '',
    json([{ message_id: 'a', conversation_id: 'b', user_id: 'u', rating: 'thumbsUp', content: '{}' }]),
  ],
  'chatgpt user.json': ['', json({ id: 'u', email: 'a@b.c', chatgpt_plus_user: false, phone_number: '1' })],
  'claude users.json': [
    '',
    json([{ uuid: 'u', full_name: 'A', email_address: 'a@b.c', verified_phone_number: null }]),
  ],
  'claude projects.json': [
    '',
    json([
      {
        uuid: 'u',
        name: 'A',
        description: '',
        is_private: true,
        prompt_template: '',
        created_at: time,
        docs: [{ uuid: 'd', filename: 'a.md', content: 'text' }],
      },
    ]),
  ],
  'otlp metrics': [
    '',
    json({
      resourceMetrics: [
        {
          scopeMetrics: [{ metrics: [{ name: 'gen_ai.client.token.usage', histogram: { dataPoints: [] } }] }],
        },
      ],
    }),
  ],
  'package w/ messages': [
    '',
    json({ name: 'x', version: '1', messages: { hello: 'Hi there' }, history: ['a'] }),
  ],
  eslint: [
    '',
    json([
      {
        filePath: '/a.js',
        messages: [{ ruleId: 'x', severity: 2, message: 'Hi there', line: 1 }],
        errorCount: 1,
      },
    ]),
  ],
  'gitlab issues': [
    '',
    json([{ iid: 1, title: 'x', author: { role: 'user', name: 'a' }, content: 'Hi there', notes: [] }]),
  ],
  'k8s events': [
    '',
    json({
      kind: 'List',
      apiVersion: 'v1',
      items: [{ kind: 'Event', message: 'Hi there', type: 'Normal', source: { component: 'x' } }],
    }),
  ],
  cloudtrail: [
    '',
    lines({
      eventVersion: '1',
      userIdentity: { type: 'user' },
      eventName: 'x',
      responseElements: { message: 'y' },
    }),
  ],
  discord: [
    '',
    json({
      guild: { id: '1' },
      channel: { id: '2' },
      messages: [
        { id: '1', type: 'Default', timestamp: time, content: 'Hi there', author: { id: '1', name: 'x' } },
      ],
    }),
  ],
  telegram: [
    '',
    json({
      name: 'x',
      type: 'personal_chat',
      id: 1,
      messages: [{ id: 1, type: 'message', date: time, from: 'A', text: 'Hi there' }],
    }),
  ],
  whatsapp: ['', '[01.03.26, 08:00:00] Bo: Hi there\n[01.03.26, 08:01:00] Ann: Aye\n'],
  matrix: [
    '',
    lines({
      type: 'm.room.message',
      sender: '@a:b',
      content: { msgtype: 'm.text', body: 'Hi there' },
      event_id: '$1',
      origin_server_ts: 1,
    }),
  ],
  'jest json lines': [
    '',
    lines({ type: 'test', event: 'ok', name: 'a' }, { type: 'suite', event: 'started', test_count: 1 }),
  ],
  'go test json': [
    '',
    lines(
      { Time: time, Action: 'run', Package: 'x', Test: 'T' },
      { Time: time, Action: 'output', Package: 'x', Output: 'ok' },
    ),
  ],
  'cargo json': [
    '',
    lines({
      reason: 'compiler-message',
      package_id: 'x',
      message: { message: 'unused', level: 'warning', spans: [] },
    }),
  ],
  'rasa nlu': [
    '',
    json({ rasa_nlu_data: { common_examples: [{ text: 'Hi there', intent: 'greet', entities: [] }] } }),
  ],
  journald: ['', lines({ MESSAGE: 'Hi there', PRIORITY: '6', _PID: '1' }, { MESSAGE: 'x', PRIORITY: '6' })],
  'chat ui state redux': [
    '',
    json({ ui: { open: true }, user: { role: 'user', name: 'x' }, session: { id: '1' } }),
  ],
})
