import type { Expectation } from '../describe-profile.js'
import { TOOLS, detail } from '../transcript.js'
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

/** wire-facts 2.4, 5.1: details on every turn, never flat text. 1.2: the reasoning object. 1.3: names on results. */
export const openrouter: Expectation = {
  model: 'anthropic/claude-sonnet-4.5',
  emits: 'reasoning_details',

  url: 'https://openrouter.ai/api/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'required',
    parallel_tool_calls: true,
    reasoning: { effort: 'high' },
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
      reasoning_details: [detail('Look twice.')],
    }),
    result('new-1', 'A small bird.', 'look_up'),
    result('new-2', 'Two pictures.[image]', 'listen'),
    result(LONG_ID, 'No.', 'look_up'),
    resultImages('new-2'),
    assistant('It is a robin.', { reasoning_details: [detail('Red breast.')] }),
    system(LATE),
    user('And this song?'),
    assistant(null, { tool_calls: [call('call_9', 'listen', '{}')] }),
    result('call_9', 'Trills.', 'listen'),
    user('Hurry, please.'),
    assistant('One moment.', {
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
      reasoning_details: [detail('Once more.')],
    }),
    result('call_10', 'Not known.', 'look_up'),
  ],
}
