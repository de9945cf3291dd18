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

/** wire-facts 3.3: the browser header. 1.3: ids of letters, digits, _ and -. 5.1: no thinking. 1.1: late system messages are hoisted there. */
export const anthropic: Expectation = {
  model: 'claude-sonnet-4-5',
  emits: 'reasoning',

  url: 'https://api.anthropic.com/v1/chat/completions',
  headers: { Authorization: 'Bearer key', 'anthropic-dangerous-direct-browser-access': 'true' },
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
        call('new-1', 'look_up', '{"name":"robin"}', SIGNATURE('sig-1')),
        call('new-2', 'listen', '{}'),
        call(LONG_ID, 'look_up', BROKEN),
      ],
    }),
    result('new-1', 'A small bird.'),
    result('new-2', 'Two pictures.[image]'),
    result(LONG_ID, 'No.'),
    resultImages('new-2'),
    assistant('It is a robin.'),
    system(LATE),
    user('And this song?'),
    assistant(null, { tool_calls: [call('call_9', 'listen', '{}')] }),
    result('call_9', 'Trills.'),
    user('Hurry, please.'),
    assistant('One moment.', { tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')] }),
    result('call_10', 'Not known.'),
  ],
}
