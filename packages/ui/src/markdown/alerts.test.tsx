import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plainText } from '../lib/plain-text.js'
import { createMarkdownDoc } from './testing/markdown-doc.js'
import { readMarkdown } from './read.js'
import { Markdown } from './render/markdown.js'
import { flat } from './rope.js'
import { canonical } from './testing/canonical.js'

const kinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
const read = (text: string) => flat(readMarkdown(text).view).map(canonical)

const bodies = [
  '',
  '> Some *words*\n> and more\n',
  '>\n> Some words\n>\n> - item\n',
  '> - item\n> - two\n',
  '> ```js\n> x\n> ```\n',
]

test.each(kinds)('a quote that begins with a line of its kind is an alert: %s', (kind) => {
  for (const word of [kind, kind.toUpperCase(), kind.charAt(0).toUpperCase() + kind.slice(1)])
    for (const body of bodies) {
      const [alert, ...rest] = read(`> [!${word}] \n${body}`)
      const [quote] = read(body)
      const { children } = (quote ?? { children: [] }) as { children: unknown }
      expect(alert).toEqual({ type: 'quote', alert: kind, children })
      expect(rest).toEqual([])
    }
})

test.each([
  '> [!NOTE] words behind it',
  '> words\n> [!NOTE]',
  '> [!HINT]\n> words',
  '> [NOTE]\n> words',
  '> \\[!NOTE]\n> words',
  '>     [!NOTE]\n',
  '> # [!NOTE]\n',
])('%j is a plain quote with its words', (text) => {
  expect(read(text)).toMatchObject([{ type: 'quote', alert: null }])
  expect(JSON.stringify(read(text))).toMatch(/NOTE|HINT/)
})

test('in pieces it is the same, and no part of its first line flashes up', () => {
  for (const body of bodies) {
    const text = `Before\n\n- > [!TIP]\n  > in a list\n\n> [!WARNING]\n${body}\nAfter`
    const doc = createMarkdownDoc({ minCut: 1 })
    for (const char of text) {
      doc.append(char)
      expect(JSON.stringify(doc.blocks)).not.toMatch(/!|WARN|TIP/)
    }
    doc.finish()
    expect(doc.blocks.map(canonical)).toEqual(read(text))
  }
})

test('it is a note with its title, which has no say in the direction of its words', () => {
  const text = '> [!CAUTION]\n> كلمات\n\n> a quote'
  const { container } = render(<Markdown text={text} strings={{}} />)
  const note = screen.getByRole('note')
  expect(note).toHaveTextContent('Cautionكلمات')
  expect(note).toHaveAttribute('data-alert', 'caution')
  expect(note.querySelector('[data-slot="markdown-alert"]')).toHaveAttribute('dir', 'auto')
  expect(container.querySelectorAll('blockquote')).toHaveLength(2)
  expect(plainText(text)).toBe('CAUTION:\nكلمات\n\na quote')
})
