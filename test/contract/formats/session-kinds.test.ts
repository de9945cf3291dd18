import { expect, test } from 'vitest'
import { openTranscript } from '@antiphon/formats'
import { sessionFormats } from '@antiphon/formats/sessions'
import { shownTexts } from './shown-texts.js'

const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')
const json = (value: unknown): string => JSON.stringify(value)
const time = '2026-03-01T08:00:00.000Z'
const record = (type: 'user' | 'assistant', content: unknown): object => ({
  type,
  uuid: 'u-1',
  parentUuid: null,
  sessionId: 's-1',
  timestamp: time,
  message: { role: type, content },
})
/** Variants by version and by exporter, and files that look like them: the name of the format, or none. */
const kinds: Readonly<Record<string, [format: string, text: string]>> = {
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
  'codex history': [
    '',
    lines(
      { session_id: 'a', ts: 1700000000, text: 'Hi there' },
      { session_id: 'a', ts: 1700000001, text: 'More' },
    ),
  ],
  'chatgpt one': [
    'chatgpt',
    json({
      title: 'T',
      create_time: 1,
      mapping: {
        a: { id: 'a', message: null, parent: null, children: ['b'] },
        b: {
          id: 'b',
          message: {
            id: 'b',
            author: { role: 'user' },
            content: { content_type: 'text', parts: ['Hi there'] },
          },
          parent: 'a',
          children: [],
        },
      },
      current_node: 'b',
    }),
  ],
  'chatgpt list': [
    'chatgpt',
    json([
      {
        title: 'T',
        create_time: 1,
        mapping: {
          b: {
            id: 'b',
            message: {
              id: 'b',
              author: { role: 'user' },
              content: { content_type: 'text', parts: ['Hi there'] },
            },
            parent: null,
            children: [],
          },
        },
        current_node: 'b',
      },
    ]),
  ],
  'chatgpt wrapped': [
    'chatgpt',
    json({
      conversations: [
        {
          title: 'T',
          create_time: 1,
          mapping: {
            b: {
              id: 'b',
              message: {
                id: 'b',
                author: { role: 'user' },
                content: { content_type: 'text', parts: ['Hi there'] },
              },
              parent: null,
              children: [],
            },
          },
          current_node: 'b',
        },
      ],
    }),
  ],
  'chatgpt lines': [
    'chatgpt',
    lines(
      {
        title: 'T',
        create_time: 1,
        mapping: {
          b: {
            id: 'b',
            message: {
              id: 'b',
              author: { role: 'user' },
              content: { content_type: 'text', parts: ['Hi there'] },
            },
            parent: null,
            children: [],
          },
        },
        current_node: 'b',
      },
      {
        title: 'U',
        create_time: 1,
        mapping: {
          b: {
            id: 'b',
            message: {
              id: 'b',
              author: { role: 'user' },
              content: { content_type: 'text', parts: ['Hi again'] },
            },
            parent: null,
            children: [],
          },
        },
        current_node: 'b',
      },
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
  'claude one': [
    'claude-ai',
    json({
      uuid: 'u',
      name: 'T',
      created_at: time,
      chat_messages: [
        { uuid: 'm', text: 'Hi there', sender: 'human', created_at: time, attachments: [], files: [] },
      ],
    }),
  ],
  'langsmith run': [
    'langsmith',
    json({
      id: 'r',
      name: 'ChatOpenAI',
      run_type: 'llm',
      trace_id: 't',
      start_time: time,
      inputs: {
        messages: [
          [
            {
              lc: 1,
              type: 'constructor',
              id: ['langchain', 'schema', 'messages', 'HumanMessage'],
              kwargs: { content: 'Hi there' },
            },
          ],
        ],
      },
      outputs: {
        generations: [
          [
            {
              text: 'Hello',
              message: {
                lc: 1,
                type: 'constructor',
                id: ['langchain', 'schema', 'messages', 'AIMessage'],
                kwargs: { content: 'Hello' },
              },
            },
          ],
        ],
      },
    }),
  ],
  'langsmith chain no trace': [
    'langsmith',
    json([
      {
        id: 'r',
        name: 'chain',
        run_type: 'chain',
        start_time: time,
        inputs: { input: 'Hi there' },
        outputs: { output: 'Hello' },
        dotted_order: 'x',
        session_id: 'p',
      },
    ]),
  ],
  'langsmith runs obj': [
    'langsmith',
    json({
      runs: [
        {
          id: 'r',
          name: 'c',
          run_type: 'llm',
          trace_id: 't',
          start_time: time,
          inputs: { messages: [{ role: 'user', content: 'Hi there' }] },
          outputs: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
        },
      ],
      cursors: { next: null },
    }),
  ],
  'langsmith post/patch': [
    'langsmith',
    json({
      post: [
        {
          id: 'r',
          name: 'c',
          run_type: 'llm',
          trace_id: 't',
          dotted_order: 'a',
          inputs: { messages: [{ role: 'user', content: 'Hi there' }] },
        },
      ],
      patch: [
        {
          id: 'r',
          trace_id: 't',
          dotted_order: 'a',
          outputs: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
        },
      ],
    }),
  ],
  'langfuse trace no obs': [
    'langfuse',
    json({
      id: 't',
      name: 'n',
      timestamp: time,
      projectId: 'p',
      input: { messages: [{ role: 'user', content: 'Hi there' }] },
      output: { role: 'assistant', content: 'Hello' },
      observations: [],
      scores: [],
      htmlPath: '/x',
    }),
  ],
  'langfuse obs list': [
    'langfuse',
    json([
      {
        id: 'o',
        traceId: 't',
        type: 'GENERATION',
        startTime: time,
        endTime: time,
        model: 'm',
        input: [{ role: 'user', content: 'Hi there' }],
        output: { role: 'assistant', content: 'Hello' },
      },
    ]),
  ],
  'langfuse page': [
    'langfuse',
    json({
      data: [
        {
          id: 'o',
          traceId: 't',
          type: 'GENERATION',
          startTime: time,
          model: 'm',
          input: [{ role: 'user', content: 'Hi there' }],
          output: { role: 'assistant', content: 'Hello' },
        },
      ],
      meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 },
    }),
  ],
  'langfuse traces jsonl': [
    'langfuse',
    lines({
      id: 't',
      name: 'n',
      timestamp: time,
      projectId: 'p',
      public: false,
      release: null,
      sessionId: null,
      input: '{"messages":[{"role":"user","content":"Hi there"}]}',
      output: '{"role":"assistant","content":"Hello"}',
      observations: ['a'],
    }),
  ],
  'langfuse snake': [
    'langfuse',
    lines({
      id: 'o',
      trace_id: 't',
      type: 'GENERATION',
      start_time: time,
      model: 'm',
      input: [{ role: 'user', content: 'Hi there' }],
      output: { role: 'assistant', content: 'Hello' },
    }),
  ],
  'langfuse ingestion': [
    'langfuse',
    json({
      batch: [
        {
          id: 'e',
          type: 'generation-create',
          timestamp: time,
          body: {
            id: 'o',
            traceId: 't',
            name: 'g',
            startTime: time,
            model: 'm',
            input: [{ role: 'user', content: 'Hi there' }],
            output: { role: 'assistant', content: 'Hello' },
          },
        },
      ],
    }),
  ],
  'otlp snake': [
    'otel-genai',
    json({
      resource_spans: [
        {
          scope_spans: [
            {
              spans: [
                {
                  trace_id: 'a',
                  span_id: 'b',
                  name: 'chat m',
                  start_time_unix_nano: '1772352000000000000',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { string_value: 'chat' } },
                    {
                      key: 'gen_ai.input.messages',
                      value: {
                        string_value: json([
                          { role: 'user', parts: [{ type: 'text', content: 'Hi there' }] },
                        ]),
                      },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  ],
  'otlp lines': [
    'otel-genai',
    lines(
      ...[1, 2].map((n) => ({
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: 'a' + n,
                    spanId: 'b',
                    name: 'chat m',
                    attributes: [
                      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                      {
                        key: 'gen_ai.input.messages',
                        value: {
                          stringValue: json([
                            { role: 'user', parts: [{ type: 'text', content: 'Hi there' }] },
                          ]),
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      })),
    ),
  ],
  'otlp list': [
    'otel-genai',
    json([
      {
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: 'a',
                    spanId: 'b',
                    name: 'chat m',
                    attributes: [
                      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                      {
                        key: 'gen_ai.input.messages',
                        value: {
                          stringValue: json([
                            { role: 'user', parts: [{ type: 'text', content: 'Hi there' }] },
                          ]),
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ]),
  ],
  'tempo batches': [
    'otel-genai',
    json({
      batches: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: 'a',
                  spanId: 'b',
                  name: 'chat m',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                    {
                      key: 'gen_ai.input.messages',
                      value: {
                        stringValue: json([{ role: 'user', parts: [{ type: 'text', content: 'Hi there' }] }]),
                      },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  ],
  'tempo trace': [
    'otel-genai',
    json({
      trace: {
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: 'a',
                    spanId: 'b',
                    name: 'chat m',
                    attributes: [
                      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                      {
                        key: 'gen_ai.input.messages',
                        value: {
                          stringValue: json([
                            { role: 'user', parts: [{ type: 'text', content: 'Hi there' }] },
                          ]),
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    }),
  ],
  'old ils': [
    'otel-genai',
    json({
      resourceSpans: [
        {
          instrumentationLibrarySpans: [
            {
              spans: [
                {
                  traceId: 'a',
                  spanId: 'b',
                  name: 'chat m',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                    {
                      key: 'gen_ai.input.messages',
                      value: {
                        stringValue: json([{ role: 'user', parts: [{ type: 'text', content: 'Hi there' }] }]),
                      },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  ],
  'python console': [
    'otel-genai',
    lines({
      name: 'chat m',
      context: { trace_id: '0x1', span_id: '0x2', trace_state: '[]' },
      kind: 'SpanKind.CLIENT',
      parent_id: null,
      start_time: time,
      end_time: time,
      status: { status_code: 'UNSET' },
      attributes: {
        'gen_ai.system': 'openai',
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'Hi there',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': 'Hello',
      },
      events: [],
      links: [],
      resource: { attributes: {} },
    }),
  ],
  'js console': [
    'otel-genai',
    json({
      resource: { attributes: {} },
      traceId: 'a',
      parentSpanContext: undefined,
      name: 'chat',
      id: 'b',
      kind: 2,
      timestamp: 1,
      duration: 2,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': json([{ role: 'user', parts: [{ type: 'text', content: 'Hi there' }] }]),
      },
      status: { code: 0 },
      events: [],
      links: [],
    }),
  ],
  jaeger: [
    'otel-genai',
    json({
      data: [
        {
          traceID: 'a',
          spans: [
            {
              traceID: 'a',
              spanID: 'b',
              operationName: 'chat m',
              startTime: 1772352000000000,
              duration: 1000,
              tags: [
                { key: 'gen_ai.operation.name', type: 'string', value: 'chat' },
                {
                  key: 'gen_ai.input.messages',
                  type: 'string',
                  value: json([{ role: 'user', parts: [{ type: 'text', content: 'Hi there' }] }]),
                },
              ],
            },
          ],
          processes: {},
        },
      ],
    }),
  ],
  zipkin: [
    'otel-genai',
    json([
      {
        traceId: 'a',
        id: 'b',
        name: 'chat m',
        timestamp: 1772352000000000,
        duration: 1000,
        tags: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.input.messages': json([{ role: 'user', parts: [{ type: 'text', content: 'Hi there' }] }]),
        },
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
  'gemini logs': [
    'gemini-cli',
    json([{ sessionId: 's', messageId: 0, type: 'user', message: 'Hi there', timestamp: time }]),
  ],
  lmsys: [
    'training',
    lines({
      conversation_id: 'a',
      model: 'm',
      conversation: [
        { role: 'user', content: 'Hi there' },
        { role: 'assistant', content: 'Hello' },
      ],
      turn: 1,
      language: 'English',
    }),
  ],
  ultrachat: [
    'openai',
    lines({
      prompt: 'Hi there',
      prompt_id: 'x',
      messages: [
        { role: 'user', content: 'Hi there' },
        { role: 'assistant', content: 'Hello' },
      ],
    }),
  ],
  arena: [
    'training',
    lines({
      question_id: 'a',
      model_a: 'm',
      model_b: 'n',
      winner: 'model_a',
      conversation_a: [
        { role: 'user', content: 'Hi there' },
        { role: 'assistant', content: 'Hello' },
      ],
      conversation_b: [
        { role: 'user', content: 'Hi there' },
        { role: 'assistant', content: 'Bye' },
      ],
    }),
  ],
  hh: [
    'training',
    lines({
      chosen: '\n\nHuman: Hi there\n\nAssistant: Hello',
      rejected: '\n\nHuman: Hi there\n\nAssistant: Bye',
    }),
  ],
  'openai pref': [
    'training',
    lines({
      input: { messages: [{ role: 'user', content: 'Hi there' }] },
      preferred_output: [{ role: 'assistant', content: 'Hello' }],
      non_preferred_output: [{ role: 'assistant', content: 'Bye' }],
    }),
  ],
  'langgraph snapshot': [
    'langchain',
    json({
      values: {
        messages: [
          { type: 'human', content: 'Hi there', id: '1' },
          { type: 'ai', content: 'Hello', id: '2' },
        ],
      },
      next: [],
      config: { configurable: { thread_id: '1' } },
      metadata: {},
    }),
  ],
  'langgraph history': [
    'langchain',
    json([
      {
        values: {
          messages: [
            { type: 'human', content: 'Hi there', id: '1' },
            { type: 'ai', content: 'Hello', id: '2' },
          ],
        },
        next: [],
        checkpoint: {},
      },
      {
        values: { messages: [{ type: 'human', content: 'Hi there', id: '1' }] },
        next: ['m'],
        checkpoint: {},
      },
    ]),
  ],
  'lc to_dict': [
    'langchain',
    json([
      { type: 'human', data: { content: 'Hi there' } },
      { type: 'ai', data: { content: 'Hello' } },
    ]),
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
}

const each = Object.entries(kinds).map(([name, [format, text]]) => ({ name, format, text }))

test.each(each.filter(({ format }) => format !== ''))(
  '$name is read as $format',
  async ({ format, text }) => {
    const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
    expect([conversations[0]?.format, problems.map(({ message }) => message)]).toEqual([format, []])
    expect(shownTexts(conversations).join('\n')).toMatch(/Hi there|Hello there/)
  },
)

test.each(each.filter(({ format }) => format === ''))('$name is refused in one line', async ({ text }) => {
  const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
  expect(conversations.map(({ format, messages }) => [format, messages])).toEqual([])
  expect(problems.at(-1)!.message).toMatch(/^[^\n]{10,1200}\.$/)
})
