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
  system,
  user,
} from '../wire-words.js'

/** wire-facts 5.1: GLM there wants its thoughts as tags in the text of every turn. 1.2: a switch of its own. */
export const cerebrasGlm: Expectation = {
  model: 'zai-glm-4.7',
  emits: 'think_tags',
  wish: 'off',
  url: 'https://api.cerebras.ai/v1/chat/completions',
  headers: { Authorization: 'Bearer key' },
  fields: {
    stream_options: { include_usage: true },
    temperature: 0.2,
    max_completion_tokens: 512,
    tool_choice: 'required',
    disable_reasoning: true,
    clear_thinking: false,
    tools: TOOLS,
  },
  messages: [
    system(INSTRUCTIONS),
    user(QUESTION),
    assistant('<think>Look twice.</think>', {
      tool_calls: [
        call('functions.look_up:0', 'look_up', '{"name":"robin"}'),
        call('new-1', 'listen', '{}'),
        call(LONG_ID, 'look_up', BROKEN),
      ],
    }),
    result('functions.look_up:0', 'A small bird.'),
    result('new-1', 'Two pictures.[image]'),
    result(LONG_ID, 'No.'),
    resultImages('new-1'),
    assistant('<think>Red breast.</think>It is a robin.'),
    system(LATE),
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
