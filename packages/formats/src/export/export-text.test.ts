import { expect, test } from 'vitest'
import type { Message } from '@antiphon/core'
import { exportMarkdown, exportText } from './export-text.js'

const call = (id: string, text: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'depth', arguments: text },
})
const thread: Message[] = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'How deep?' },
      { type: 'image_url', image_url: { url: 'data:,' } },
    ],
  },
  {
    role: 'assistant',
    content: 'One moment.',
    reasoning: 'Look it up.\n\nBoth.',
    tool_calls: [call('a', '{"berth":"B"}'), call('b', '{"ber')],
  },
  { role: 'tool', tool_call_id: 'a', content: '4.2 m ``` deep' },
  { role: 'tool', tool_call_id: 'b', content: 'no such berth', isError: true },
  { role: 'assistant', content: '**4.2** metres', finishReason: 'length' },
]

test('Markdown: what was said as it was written, calls with arguments and results in fences that hold', () => {
  expect(exportMarkdown(thread, { title: 'Berths' })).toBe(`# Berths

## System prompt

Be brief.

## You

How deep?[image]

## Assistant

> **Thought**
>
> Look it up.
>
> Both.

One moment.

**Call** \`depth\`

\`\`\`json
{"berth":"B"}
\`\`\`

Result:

\`\`\`\`
4.2 m \`\`\` deep
\`\`\`\`

**Call** \`depth\` (failed)

\`\`\`json
{"ber
\`\`\`

Result:

\`\`\`
no such berth
\`\`\`

**4.2** metres

> Cut off at the token limit
`)
})

test('plain text: the same without marks', () => {
  expect(exportText(thread.slice(2))).toBe(`Assistant:

(Thought)
  Look it up.

  Both.

One moment.

[Call] depth
  {"berth":"B"}
[Result]
  4.2 m \`\`\` deep

[Call] depth (failed)
  {"ber
[Result]
  no such berth

**4.2** metres

[Cut off at the token limit]
`)
})

test('withheld thinking, results without a call and failures are named; nothing is the empty text', () => {
  const odd: Message[] = [
    { role: 'tool', tool_call_id: 'z', content: 'late' },
    {
      role: 'assistant',
      content: '',
      reasoning_details: [{ type: 'reasoning.encrypted', data: '' }],
      finishReason: 'error',
      error: { kind: 'provider', message: 'pump failed' },
    },
  ]
  const text = exportText(odd, { labels: { withheld: 'nicht gezeigt' } })
  for (const words of ['z (result without a call)', 'late', 'nicht gezeigt', 'Failed: pump failed'])
    expect(text).toContain(words)
  expect(exportMarkdown([])).toBe('')
})
