import type { Expectation } from '../describe-profile.js'
import { TOOLS, detail } from '../transcript.js'
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

/** wire-facts 1.2: reasoning_split. 1.1: one system message. 5.1: details on every turn. */
export const minimax: Expectation = {
  model: 'MiniMax-M2.5',
  emits: 'reasoning_details',
  wish: 'on',
  url: 'https://api.minimax.io/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_tokens: 512,
    tool_choice: 'required',
    parallel_tool_calls: true,
    reasoning_split: true,
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
      reasoning_details: [detail('Look twice.')],
    }),
    result('functions.look_up:0', 'A small bird.'),
    result('new-1', 'Two pictures.[image]'),
    result(LONG_ID, 'No.'),
    resultImages('new-1'),
    assistant('It is a robin.', { reasoning_details: [detail('Red breast.')] }),
    user(LATE_AS_USER),
    user('And this song?'),
    assistant(null, { tool_calls: [call('call_9', 'listen', '{}')] }),
    result('call_9', 'Trills.'),
    user('Hurry, please.'),
    assistant('One moment.', {
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
      reasoning_details: [detail('Once more.')],
    }),
    result('call_10', 'Not known.'),
  ],
}
