import { Transcript } from '@antiphon/ui'

const messages = [
  { role: 'user', content: 'Which pool fails first?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'run_load', arguments: '{"pool": 8, "rps": 200}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'a', content: '{"served": 166, "refused": 34}' },
  { role: 'assistant', content: 'The pool of **8**: it serves 166 requests a second.', finishReason: 'stop' },
]

export const Example = () => <Transcript messages={messages} />
