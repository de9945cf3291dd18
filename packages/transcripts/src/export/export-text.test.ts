import MarkdownIt from 'markdown-it'
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

How deep?\\[image\\]

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

test('Markdown: what nobody said as Markdown is text: names, types, errors, endings, roles and titles', () => {
  const hostile =
    '![x](https://evil.example/a.png) <img src=x> `` *b* [l](https://evil.example) www.evil.example https://evil.example/b a@evil.example'
  const messages = [
    { role: hostile, content: 'a role of its own' },
    {
      role: 'user',
      content: [
        { type: 'file', file: { filename: hostile, file_data: 'data:,' } },
        { type: hostile },
        { type: 'text', text: 'What is it?' },
      ],
    },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: hostile, type: 'function', function: { name: hostile, arguments: `\`\`\`\n${hostile}` } },
      ],
    },
    { role: 'tool', tool_call_id: hostile, content: `\`\`\`\n${hostile}` },
    { role: 'tool', tool_call_id: `${hostile}2`, content: 'late' },
    { role: 'assistant', content: 'So.', isError: true, error: { kind: 'provider', message: hostile } },
    { role: 'assistant', content: 'Well.', finishReason: hostile },
  ] as unknown as Message[]
  const text = exportMarkdown(messages, { title: hostile })
  const html = new MarkdownIt({ html: true, linkify: true }).render(text)
  expect(html).not.toMatch(/<(?:img|a|em)[ >]/)
  expect(html.split('evil.example/a.png').length - 1).toBeGreaterThanOrEqual(8)
})
