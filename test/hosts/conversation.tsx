import { Composer, Transcript } from '@antiphon/ui'
import type { ReactNode } from 'react'

const text = [
  '## What happened',
  'The pool was **too small**, see `pool.ts` and [the runbook](https://runbook.example/pool):',
  '1. Skip the canary\n2. Watch `pool_wait_ms`\n   - for ten minutes\n   - in both regions',
  '- [x] Restore the pool\n- [ ] Add the alert',
  '> The queue grew faster than it drained.',
  '| Window | Pool | p95 |\n| --- | --: | --: |\n| 20:00 | 40 | 312 ms |\n| 22:10 | 8 | 1,840 ms |',
  '```ts\nexport const pool = createPool({ max: 40 })\n```',
  '---',
  'The end.',
].join('\n\n')

const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
})

/** One of each kind of element that a host's stylesheet could reach. */
const messages = [
  { role: 'system', content: 'Answer briefly.' },
  { role: 'user', content: 'Why was checkout slow?\n\n```\nlatency(p95)\n```' },
  {
    role: 'assistant',
    content: '',
    reasoning: 'Ask for both at once.',
    tool_calls: [
      call('c1', 'get_deploys', { service: 'checkout', region: 'eu-west' }),
      call('c2', 'query_metrics', { range: '12h' }),
    ],
    finishReason: 'tool_calls',
  },
  { role: 'tool', tool_call_id: 'c1', content: '[{"sha":"9f31c2e","pool":8},{"sha":"77ab01d","pool":40}]' },
  { role: 'tool', tool_call_id: 'c2', content: '504 upstream timeout', isError: true },
  { role: 'assistant', content: text, model: 'gpt-4o', finishReason: 'length' },
]

/** The conversation that every host shows, in a box of a fixed size. */
export function Conversation(): ReactNode {
  return (
    <div id="conversation" style={{ display: 'flex', flexDirection: 'column', width: 760, height: 1_900 }}>
      <Transcript
        style={{ flex: 1 }}
        messages={messages}
        showSystem
        folds="open"
        onRetry={nothing}
        onContinue={nothing}
      />
      <Composer model="gpt-4o" defaultValue="And now?" onSend={nothing} onFiles={nothing} />
    </div>
  )
}

const nothing = (): void => {}
