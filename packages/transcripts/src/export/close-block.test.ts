import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import type { Message } from '@antiphon/core'
import { closeBlock } from './close-block.js'
import { exportMarkdown } from './export-text.js'
import { startCpuTime } from '../../../../test/support/cpu-time.js'

const hosts = [new MarkdownIt({ html: true, linkify: true }), new MarkdownIt({ linkify: true })]

/** Pieces of lines that open, end or hold blocks. */
const indents = [
  '',
  '',
  '',
  '  ',
  '   ',
  '    ',
  '\t',
  '> ',
  '>',
  '- ',
  '-\t',
  '* ',
  '1. ',
  '2) ',
  '> - ',
  '- > ',
  '      ',
]
const pieces = [
  '',
  '',
  'words',
  'more words',
  '```',
  '```js',
  '```` a`b',
  '`````',
  '~~~',
  '~~~ `x` ~',
  '~~~~~',
  '``` ',
  '<!-- so',
  '<!-->',
  '-->',
  '<pre>',
  '</pre>',
  '<script>',
  '<STYLE>',
  '<textarea',
  '</textarea>',
  '<?php',
  '?>',
  '<!DOCTYPE x',
  '>',
  '<![CDATA[ x',
  ']]>',
  '<div>',
  '</div>',
  '<b>',
  '<b',
  '<a b=c>',
  '# Heading',
  '---',
  '- - -',
  '===',
  '-',
  '1.',
  '[a]: /b',
  '| a | b |',
  '|---|---|',
  '`',
]

function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function speech(next: (below: number) => number): string {
  const lines = Array.from({ length: 1 + next(7) }, () => {
    const marks = Array.from({ length: next(3) }, () => indents[next(indents.length)])
    return marks.join('') + (pieces[next(pieces.length)] ?? '')
  })
  return lines.join(['\n', '\r\n', '\r'][next(12)] ?? '\n')
}

const payloads = [
  '![x](https://evil.example/leak)',
  '[y](https://evil.example/)',
  'https://evil.example/z',
  '<img src=https://evil.example/z>',
  '```\n\n![x](https://evil.example/leak)',
  '-->\n\n<img src=https://evil.example/z>\n',
  '# evil.example',
]

/** The elements that lead to the payload's host, or a heading of it. */
const live = (text: string) =>
  hosts.flatMap((host) => {
    const html = host.render(text).replaceAll(/<(pre|code)\b[^>]*>[^]*?<\/\1>/g, '')
    return html.match(/<(?:img|a)\b[^>]*evil\.example|<h1>evil\.example/g) ?? []
  })

function thread(first: string, second: string, payload: string): Message[] {
  return [
    { role: 'system', content: first },
    { role: 'user', content: second },
    { role: 'assistant', content: first },
    {
      role: 'assistant',
      content: second,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'read_page', arguments: payload } }],
    },
    { role: 'tool', tool_call_id: 'c', content: payload },
    { role: 'assistant', content: '', reasoning: `${first}\r${second}` },
    { role: 'tool', tool_call_id: 'lost', content: payload },
    {
      role: 'user',
      content: [
        { type: 'text', text: first },
        { type: 'file', file: { filename: payload, file_data: 'data:,' } },
      ],
    },
    { role: 'assistant', content: second, isError: true, error: { kind: 'provider', message: payload } },
  ] as unknown as Message[]
}

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed + 1)

describe('an export in which speech leaves blocks open', () => {
  test('nothing of what follows is live, whatever was said before', () => {
    const found = seeds(500).flatMap((seed) => {
      const next = random(seed)
      const [first, second] = [speech(next), speech(next)]
      const payload = payloads[seed % payloads.length] ?? ''
      const text = exportMarkdown(thread(first, second, payload))
      return live(text).map((element) => ({ element, first, second, payload }))
    })
    expect(found).toEqual([])
  })

  test('each next block begins anew: a heading below any text is a heading', () => {
    const swallowed = seeds(3000)
      .map((seed) => speech(random(seed)))
      .filter((text) =>
        hosts.some((host) => !host.render(`${closeBlock(text)}\n\n## Next`).includes('<h2>Next</h2>')),
      )
    expect(swallowed).toEqual([])
  })

  test.each([
    ['a\n```js\nb\n```', ''],
    ['a\n```js\nb', '\n```'],
    ['~~~~\nb\n~~~', '\n~~~~'],
    ['- a\n  ```js\n  b', ''],
    ['> ```js\n> b', ''],
    ['- a\n```js\nb', '\n```'],
    ['<!-- a', '\n-->'],
    ['<PRE>\n\nb', '\n</pre>'],
    ['<pre>\n```', '\n```\n</pre>'],
    ['<div>\n```', '\n```text\n```'],
    ['<!--\n```\n-->\n~~~', '\n~~~text\n~~~\n```text\n```'],
    ['words `<pre>` and\n    ```', ''],
  ])('%j gets %j', (text, end) => {
    expect(closeBlock(text)).toBe(text + end)
  })

  test('costs as much as the text is long', () => {
    const hard = [
      '+ '.repeat(50_000) + '\n\n'.repeat(50_000),
      '>'.repeat(50_000),
      '<a ' + 'b="c" '.repeat(50_000),
      '\t'.repeat(50_000),
    ]
    for (const text of hard) {
      const spent = startCpuTime()
      closeBlock(text)
      expect(spent()).toBeLessThan(2_000)
    }
  })
})
