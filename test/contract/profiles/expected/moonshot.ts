import type { Expectation } from '../describe-profile.js'
import { TOOLS } from '../transcript.js'
import {
  assistant,
  BROKEN,
  call,
  INSTRUCTIONS,
  LATE,
  LONG_ID,
  QUESTION_WITHOUT_FILE,
  result,
  resultImages,
  SIGNATURE,
  system,
  user,
} from '../wire-words.js'

/** wire-facts 5.1: reasoning_content on every turn, "" on turns with calls. 1.1: fixed sampling, no required choice. */
export const moonshot: Expectation = {
  model: 'kimi-k2.6',
  emits: 'reasoning_content',
  wish: 'off',
  url: 'https://api.moonshot.ai/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    max_tokens: 512,
    parallel_tool_calls: true,
    thinking: { type: 'disabled' },
    tools: TOOLS,
  },
  messages: [
    system(INSTRUCTIONS),
    user(QUESTION_WITHOUT_FILE),
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
    system(LATE),
    user('And this song?'),
    assistant(null, { tool_calls: [call('call_9', 'listen', '{}')], reasoning_content: '' }),
    result('call_9', 'Trills.'),
    user('Hurry, please.'),
    assistant('One moment.', {
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
      reasoning_content: 'Once more.',
    }),
    result('call_10', 'Not known.'),
  ],
}
