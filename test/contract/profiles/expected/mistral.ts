import type { Expectation } from '../describe-profile.js'
import { TOOLS } from '../transcript.js'
import {
  assistant,
  BROKEN,
  call,
  INSTRUCTIONS,
  LATE_AS_USER,
  QUESTION_WITH_DOCUMENT,
  result,
  resultImages,
  system,
  thoughtPart,
  user,
} from '../wire-words.js'

/** wire-facts 1.3: ids of 9, names on results, an answer between result and user. 1.1: any, no stream_options. 5.1: thinking as parts. */
export const mistral: Expectation = {
  model: 'magistral-medium-latest',
  emits: 'content',
  wish: 'on',
  url: 'https://api.mistral.ai/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'any',
    parallel_tool_calls: true,
    prompt_mode: 'reasoning',
    tools: TOOLS,
  },
  messages: [
    system(INSTRUCTIONS),
    user(QUESTION_WITH_DOCUMENT),
    assistant([thoughtPart('Look twice.')], {
      tool_calls: [
        call('new-1', 'look_up', '{"name":"robin"}'),
        call('new-2', 'listen', '{}'),
        call('new-3', 'look_up', BROKEN),
      ],
    }),
    result('new-1', 'A small bird.', 'look_up'),
    result('new-2', 'Two pictures.[image]', 'listen'),
    result('new-3', 'No.', 'look_up'),
    assistant('I have read the results.'),
    resultImages('new-2'),
    assistant([thoughtPart('Red breast.'), { type: 'text', text: 'It is a robin.' }]),
    user(LATE_AS_USER),
    user('And this song?'),
    assistant(null, { tool_calls: [call('new-4', 'listen', '{}')] }),
    result('new-4', 'Trills.', 'listen'),
    assistant('I have read the results.'),
    user('Hurry, please.'),
    assistant([thoughtPart('Once more.'), { type: 'text', text: 'One moment.' }], {
      tool_calls: [call('new-5', 'look_up', '{"name":"wren"}')],
    }),
    result('new-5', 'Not known.', 'look_up'),
  ],
}
