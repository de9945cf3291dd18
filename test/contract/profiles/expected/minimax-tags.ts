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

/** wire-facts 5: thoughts that came as tags in the text go back so, the content untouched. */
export const minimaxTags: Expectation = {
  model: 'MiniMax-M3',
  emits: 'think_tags',
  wish: 'off',
  url: 'https://api.minimax.io/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'required',
    parallel_tool_calls: true,
    reasoning_split: true,
    thinking: { type: 'disabled' },
    tools: TOOLS,
  },
  messages: [
    system(INSTRUCTIONS),
    user(QUESTION),
    assistant('<think>Look twice.</think>', {
      tool_calls: [
        call('functions.look_up:0', 'look_up', '{"name":"robin"}', SIGNATURE('sig-1')),
        call('new-1', 'listen', '{}'),
        call(LONG_ID, 'look_up', BROKEN),
      ],
    }),
    result('functions.look_up:0', 'A small bird.'),
    result('new-1', 'Two pictures.[image]'),
    result(LONG_ID, 'No.'),
    resultImages('new-1'),
    assistant('<think>Red breast.</think>It is a robin.'),
    user(LATE_AS_USER),
    user('And this song?'),
    assistant(null, { tool_calls: [call('call_9', 'listen', '{}')] }),
    result('call_9', 'Trills.'),
    user('Hurry, please.'),
    assistant('<think>Once more.</think>One moment.', {
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
    }),
    result('call_10', 'Not known.'),
  ],
}
