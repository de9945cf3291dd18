import { describeKinds, json, lines, time } from './describe-kinds.js'

/** Spans of OpenTelemetry, as collectors and stores write them. */
describeKinds({
  'otlp logs, structured': [
    'otel-genai',
    lines({
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  eventName: 'gen_ai.client.inference.operation.details',
                  traceId: 'a',
                  spanId: 'b',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                    {
                      key: 'gen_ai.input.messages',
                      value: {
                        arrayValue: {
                          values: [
                            {
                              kvlistValue: {
                                values: [
                                  { key: 'role', value: { stringValue: 'user' } },
                                  { key: 'content', value: { stringValue: 'Hi there' } },
                                ],
                              },
                            },
                          ],
                        },
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
  'log records of an SDK': [
    'otel-genai',
    lines(
      {
        body: { content: 'Hi there' },
        attributes: { 'event.name': 'gen_ai.user.message', 'gen_ai.system': 'openai' },
        timestamp: time,
        trace_id: '0x1',
        span_id: '0x2',
      },
      {
        body: { index: 0, finish_reason: 'stop', message: { content: 'Hello there' } },
        attributes: { 'event.name': 'gen_ai.choice' },
        timestamp: time,
        trace_id: '0x1',
        span_id: '0x2',
      },
    ),
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
})
