import type { Expectation } from '../describe-profile.js'
import { TOOLS } from '../transcript.js'
import {
  assistant,
  BROKEN,
  call,
  INSTRUCTIONS,
  LATE,
  QUESTION,
  result,
  resultImages,
  system,
  user,
} from '../wire-words.js'

/** wire-facts 5.1, 6: as Azure, without its header. */
export const github: Expectation = {
  model: 'openai/gpt-4.1',
  emits: 'reasoning',

  url: 'https://models.github.ai/inference/chat/completions',
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
        call('functions.look_up:0', 'look_up', '{"name":"robin"}'),
        call('new-1', 'listen', '{}'),
        call('new-2', 'look_up', BROKEN),
      ],
    }),
    result('functions.look_up:0', 'A small bird.'),
    result('new-1', 'Two pictures.[image]'),
    result('new-2', 'No.'),
    resultImages('new-1'),
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
