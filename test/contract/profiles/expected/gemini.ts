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

/** wire-facts 5: no reasoning field; a signature on the first call of each turn, its own or the word for none. 1.3: names on results. */
export const gemini: Expectation = {
  model: 'gemini-3-pro-preview',
  emits: 'reasoning',

  url: 'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'required',
    parallel_tool_calls: true,
    reasoning_effort: 'high',
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
    }),
    result('functions.look_up:0', 'A small bird.', 'look_up'),
    result('new-1', 'Two pictures.[image]', 'listen'),
    result(LONG_ID, 'No.', 'look_up'),
    resultImages('new-1'),
    assistant('It is a robin.'),
    system(LATE),
    user('And this song?'),
    assistant(null, {
      tool_calls: [call('call_9', 'listen', '{}', SIGNATURE('skip_thought_signature_validator'))],
    }),
    result('call_9', 'Trills.', 'listen'),
    user('Hurry, please.'),
    assistant('One moment.', {
      tool_calls: [
        call('call_10', 'look_up', '{"name":"wren"}', SIGNATURE('skip_thought_signature_validator')),
      ],
    }),
    result('call_10', 'Not known.', 'look_up'),
  ],
}
