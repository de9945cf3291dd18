import type { Expectation } from '../describe-profile.js'
import { TOOLS } from '../transcript.js'
import {
  assistant,
  BROKEN,
  call,
  INSTRUCTIONS,
  LATE_AS_USER,
  LONG_ID,
  QUESTION_WITHOUT_FILE,
  result,
  resultImages,
  system,
  user,
} from '../wire-words.js'

/** wire-facts 1.2: Qwen3 there knows none and default, and is told to keep its thoughts out of the text. */
export const groqQwen: Expectation = {
  model: 'qwen/qwen3-32b',
  emits: 'reasoning',
  wish: 'on',
  url: 'https://api.groq.com/openai/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'required',
    parallel_tool_calls: true,
    reasoning_format: 'parsed',
    reasoning_effort: 'default',
    tools: TOOLS,
  },
  messages: [
    system(INSTRUCTIONS),
    user(QUESTION_WITHOUT_FILE),
    assistant(null, {
      tool_calls: [
        call('functions.look_up:0', 'look_up', '{"name":"robin"}'),
        call('new-1', 'listen', '{}'),
        call(LONG_ID, 'look_up', BROKEN),
      ],
    }),
    result('functions.look_up:0', 'A small bird.'),
    result('new-1', 'Two pictures.[image]'),
    result(LONG_ID, 'No.'),
    resultImages('new-1'),
    assistant('It is a robin.'),
    user(LATE_AS_USER),
    user('And this song?'),
    assistant(null, { tool_calls: [call('call_9', 'listen', '{}')] }),
    result('call_9', 'Trills.'),
    user('Hurry, please.'),
    assistant('One moment.', {
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
      reasoning: 'Once more.',
    }),
    result('call_10', 'Not known.'),
  ],
}
