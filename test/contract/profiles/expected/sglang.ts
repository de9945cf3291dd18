import type { Expectation } from '../describe-profile.js'
import { TOOLS } from '../transcript.js'
import {
  assistant,
  BROKEN,
  call,
  INSTRUCTIONS,
  LATE_AS_USER,
  LONG_ID,
  QUESTION,
  result,
  resultImages,
  SIGNATURE,
  system,
  user,
} from '../wire-words.js'

/** wire-facts 5.1: reasoning_content; all turns, for Qwen3.6 keeps them; it is told not to while it does not think. */
export const sglang: Expectation = {
  model: 'Qwen/Qwen3.6-35B-A3B',
  emits: 'reasoning_content',
  wish: 'off',
  url: 'http://localhost:30000/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'required',
    parallel_tool_calls: true,
    chat_template_kwargs: { enable_thinking: false, preserve_thinking: false },
    tools: TOOLS,
  },
  messages: [
    system(INSTRUCTIONS),
    user(QUESTION),
    assistant(null, {
      tool_calls: [
        call('functions.look_up:0', 'look_up', '{"name":"robin"}', SIGNATURE('sig-1')),
        call('new-1', 'listen', '{}'),
        call(LONG_ID, 'look_up', BROKEN),
      ],
      reasoning_content: 'Look twice.',
    }),
    result('functions.look_up:0', 'A small bird.'),
    result('new-1', 'Two pictures.[image]'),
    result(LONG_ID, 'No.'),
    resultImages('new-1'),
    assistant('It is a robin.', { reasoning_content: 'Red breast.' }),
    user(LATE_AS_USER),
    user('And this song?'),
    assistant(null, { tool_calls: [call('call_9', 'listen', '{}')] }),
    result('call_9', 'Trills.'),
    user('Hurry, please.'),
    assistant('One moment.', {
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
      reasoning_content: 'Once more.',
    }),
    result('call_10', 'Not known.'),
  ],
}
