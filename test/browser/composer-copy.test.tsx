import { Reasoning, Transcript } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/src/markdown/markdown.css'
import '../../packages/ui/src/testing/late-parts.js'
import './support/chat-layout.css'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { copied } from './support/copied.js'

afterEach(cleanup)

const answer = `An **answer** with \`code\`.

\`\`\`js
const x = 1
const y = 2
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

- one
- two

End.`

it('a selection over the whole transcript is what was said: no buttons, no labels, no figures of the frame', async () => {
  const messages = [
    { role: 'user', content: 'A question\n\n```ts\nlet a = 1\n```', timestamp: 0 },
    {
      role: 'assistant',
      content: '',
      reasoning: 'thinking about it',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'get_rows', arguments: '{"town":"Oslo"}' } },
      ],
      finishReason: 'tool_calls',
    },
    { role: 'tool', tool_call_id: 'a', content: '[{"a":1,"b":2},{"a":3,"b":4}]' },
    {
      role: 'assistant',
      content: answer,
      finishReason: 'length',
      model: 'm',
      usage: { inputTokens: 3, outputTokens: 4, origin: 'reported' },
    },
  ]
  const nothing = (): void => {}
  render(
    <Transcript
      messages={messages}
      folds="open"
      onRetry={nothing}
      onContinue={nothing}
      onEditMessage={nothing}
    />,
  )
  const text = await copied(document.querySelector('[data-slot=turns]')!)
  const said = [
    'A question',
    'let a = 1',
    'Thought',
    'thinking about it',
    // The word for its state stays: a failed call must not look like one that worked.
    'Done',
    'get_rows town Oslo',
    'town',
    'Oslo',
    'a\tb',
    '1\t2',
    '3\t4',
    'An answer with code.',
    'const x = 1',
    'const y = 2',
    'a\tb',
    '1\t2',
    'one',
    'two',
    'End.',
    'Cut off at the token limit',
    '4 output tokens used',
  ]
  // Where a line ends is up to the browser.
  expect(text.trim().split(/\s+/)).toEqual(said.join(' ').split(/\s+/))
})

it('of long thinking, which stands in several boxes, is the thinking, line by line', async () => {
  const thinking = Array.from(
    { length: 60 },
    (_, at) => `${at}. Once more, step by step.${at % 7 ? '' : '\n'}`,
  ).join('\n')
  const { container } = render(
    <div data-antiphon-root="">
      <Reasoning state="done" text={thinking} defaultOpen />
    </div>,
  )
  const body = container.querySelector('[data-slot="reasoning-body"]')!
  expect(body.children.length).toBeGreaterThan(1)
  expect(await copied(body)).toBe(thinking)
})
