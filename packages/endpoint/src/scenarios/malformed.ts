import type { Scenario } from '../script/scenario.js'
import { say, type Step } from '../script/step.js'

const raw = (text: string): Step => ({ type: 'raw', text })
const data = (value: unknown): Step => raw(`data: ${JSON.stringify(value)}\n\n`)

/** Lines that no client should trip over, between good chunks. */
export const malformed: Scenario = {
  id: 'malformed',
  description: 'Broken lines, unknown events and wrong types between good chunks.',
  play: () => [
    say('The first line is fine. '),
    raw('data: {"id":"chatcmpl-broken","choices":[{"index":0,"delta":{"content":"never clo\n\n'),
    say('Then one breaks off in mid-object. '),
    raw('event: queue_position\ndata: {"position":3}\n\n'),
    say('Then comes an event that nobody announced. '),
    data({
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { content: 42, tool_calls: 'none' }, finish_reason: 7 }],
    }),
    data({ object: 'chat.completion.chunk', choices: 'later', usage: 'n/a' }),
    data(null),
    raw('retry: soon\nid\n:\n\n'),
    say(
      'Then a number where text belongs, a string where a list belongs, and a bare null. All five sentences of this answer should still be here, with a note about each line that could not be read.',
    ),
  ],
}
