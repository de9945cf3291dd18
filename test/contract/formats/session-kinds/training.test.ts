import { describeKinds, json, lines } from './describe-kinds.js'

/** Training data, and the states of frameworks. */
describeKinds({
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
})
