import type { Expectation } from '../describe-profile.js'
import { TOOLS } from '../transcript.js'
import {
  assistant,
  BROKEN,
  call,
  INSTRUCTIONS,
  LATE,
  LONG_ID,
  QUESTION,
  result,
  resultImages,
  SIGNATURE,
  system,
  user,
} from '../wire-words.js'

/** wire-facts 5.1: signed blocks on turns with calls. 1.3: ids that Anthropic takes. */
export const litellm: Expectation = {
  model: 'claude-sonnet-4-5',
  emits: 'thinking_blocks',

  url: 'http://localhost:4000/v1/chat/completions',
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
    user(QUESTION),
    assistant(null, {
      tool_calls: [
        call('new-1', 'look_up', '{"name":"robin"}', SIGNATURE('sig-1')),
        call('new-2', 'listen', '{}'),
        call(LONG_ID, 'look_up', BROKEN),
      ],
      thinking_blocks: [{ type: 'thinking', thinking: 'Look twice.', signature: 'sig of Look twice.' }],
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
    assistant('One moment.', {
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
      thinking_blocks: [{ type: 'thinking', thinking: 'Once more.', signature: 'sig of Once more.' }],
    }),
    result('call_10', 'Not known.'),
  ],
}
