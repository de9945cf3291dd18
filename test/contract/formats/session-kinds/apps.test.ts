import { describeKinds, json, lines, time } from './describe-kinds.js'

/** Exports of chat apps. */
describeKinds({
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
})
