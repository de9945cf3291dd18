import type { Message } from '@antiphon/core'

const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: JSON.stringify(args) },
})

/** A short conversation with most of what a look changes: thoughts, calls, a failure, prose, code. */
export const lookPreview: Message[] = [
  { role: 'user', content: 'Why did checkout get slower?' },
  {
    role: 'assistant',
    content: '',
    reasoning: 'A deploy went out at 22:04. I compare its time with the latency.',
    tool_calls: [
      call('a', 'get_deploys', { service: 'checkout' }),
      call('b', 'query_metrics', { range: '12h' }),
    ],
    finishReason: 'tool_calls',
  },
  { role: 'tool', tool_call_id: 'a', content: '[{"id": "9f31c2e", "at": "22:04"}]' },
  { role: 'tool', tool_call_id: 'b', content: '504 upstream timeout', isError: true },
  {
    role: 'assistant',
    content:
      'The jump lines up with deploy **9f31c2e**, which halved the connection pool:\n\n```yaml\npool:\n  max: 8\n```\n\nThe metrics did not answer, so this is [likely, not certain](https://example.com).',
    finishReason: 'stop',
  },
]
