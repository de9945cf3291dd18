import { describe, expect, test } from 'vitest'
import { splitFences } from '../components/user-message/split-fences.js'
import { plainText } from '../lib/plain-text.js'
import { createMarkdownDoc } from './testing/markdown-doc.js'
import { joinChunks } from './fence.js'
import { readMarkdown } from './read.js'
import { flat } from './rope.js'
import { canonical } from './testing/canonical.js'
import { pick, random } from './testing/random.js'

const blocks = (text: string) => flat(readMarkdown(text).view)

const codes = (text: string) =>
  blocks(text).map((node) => (node.type === 'code' ? joinChunks(node.chunks) : node.type))

/** A document with fences, each of which has a language and its end. */
function documentOf(marks: string, next: () => number, depth = 0): string {
  const parts = [
    '# Title',
    'Words, **bold**',
    '- item',
    '',
    '| a |\n|---|',
    marks[0] === '`' ? '~~~\nx\n~~~' : '```\nx\n```',
  ]
  const lines: string[] = []
  for (let i = 0; i < 4; i++) {
    lines.push(pick(parts, next))
    const language = pick(['js', ' bash', 'md', 'python title="a"'], next)
    const own = marks + pick(['', marks.charAt(0)], next)
    const inner =
      language === 'md' && depth < 2 ? documentOf(own, next, depth + 1) : 'code\n\n  more\n# comment'
    lines.push(`${own}${language}\n${inner}\n${own}`)
  }
  return lines.join('\n')
}

const documents = Array.from({ length: 40 }, (_, seed) => {
  const next = random(seed + 1)
  const marks = pick(['```', '~~~', '````'], next)
  const open = marks + pick(['markdown', 'md', ' Markdown', 'MD', 'mdx'], next)
  return { open, marks, inner: documentOf(marks, next) }
})

describe('a fence of Markdown holds a document with fences of its own', () => {
  test('as one block, and the text behind it is text', () => {
    for (const { open, marks, inner } of documents)
      expect(codes(`Here:\n\n${open}\n${inner}\n${marks}\n\nAfter **bold**.`)).toEqual([
        'paragraph',
        inner,
        'paragraph',
      ])
  })

  test('in lists and quotes too', () => {
    for (const { open, marks, inner } of documents.slice(0, 10))
      for (const [first, other] of [
        ['> ', '> '],
        ['1. ', '   '],
      ] as const) {
        const text = first + `${open}\n${inner}\n${marks}`.replaceAll('\n', `\n${other}`)
        expect(blocks(`${text}\n\nAfter`)).toHaveLength(2)
      }
  })

  test('in pieces as in one go, and at each moment one block', () => {
    for (const { open, marks, inner } of documents.slice(0, 12)) {
      const text = `${open}\n${inner}\n${marks}\nAfter **bold**.`
      const doc = createMarkdownDoc({ minCut: 1 })
      let before = ''
      for (const char of text) {
        doc.append(char)
        before += char
        const isInside = before.length > open.length && before.length < text.length - 16
        if (isInside) expect(doc.blocks.map(({ type }) => type)).toEqual(['code'])
      }
      doc.finish()
      expect(doc.blocks.map(canonical)).toEqual(blocks(text).map(canonical))
    }
  })

  test('for a person and for the clipboard too', () => {
    for (const { open, marks, inner } of documents) {
      const text = `${open}\n${inner}\n${marks}\nAfter`
      expect(splitFences(text)).toMatchObject([
        { type: 'code', text: inner },
        { type: 'text', text: 'After' },
      ])
      expect(plainText(text)).toBe(`${inner.replaceAll(/\n{3,}/g, '\n\n')}\nAfter`.trim())
    }
  })

  test.each([
    ['a bare mark inside ends the block, as in CommonMark', '```md\na\n```\nb', ['a', 'paragraph']],
    [
      'a longer fence outside has no need of it',
      '````md\n```js\nx\n```\n````\nb',
      ['```js\nx\n```', 'paragraph'],
    ],
    [
      'and ends at its own length, whatever is open inside',
      '````md\n```js\nx\n````\nb',
      ['```js\nx', 'paragraph'],
    ],
    [
      'a longer fence inside ends at its own length',
      '```md\n````js\n```\n````\n```\nb',
      ['````js\n```\n````', 'paragraph'],
    ],
    ['other languages hold no fences', '```js\n```md\n```\nb', ['```md', 'paragraph']],
    ['nor does one inside', '```md\n```js\n```sh\n```\n```\nb', ['```js\n```sh\n```', 'paragraph']],
    ['a mark with a backtick behind it begins none', '```md\n```a`b\n```\nb', ['```a`b', 'paragraph']],
    ['four columns of indent are code', '```md\n    ```js\n```\nb', ['    ```js', 'paragraph']],
  ])('%s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected)
  })
})
