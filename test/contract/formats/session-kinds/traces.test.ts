import { describeKinds, json, lines, time } from './describe-kinds.js'

/** Runs of LangSmith and traces of Langfuse. */
describeKinds({
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
})
