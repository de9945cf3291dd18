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
  SIGNATURE,
  system,
  user,
} from '../wire-words.js'

/** wire-facts 6: the defaults. 1.1: the template of Qwen raises at a late system message. */
export const lmStudio: Expectation = {
  model: 'qwen/qwen3-8b',
  emits: 'reasoning_content',

  url: 'http://localhost:1234/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'required',
    parallel_tool_calls: true,

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
    assistant('It is a robin.'),
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
