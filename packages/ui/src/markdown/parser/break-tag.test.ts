import { expect, test } from 'vitest'
import { createMarkdownDoc } from '../testing/markdown-doc.js'
import { readMarkdown } from '../read.js'
import { flat } from '../rope.js'
import { canonical } from '../testing/canonical.js'
import { toHtml } from '../testing/to-html.js'

const html = (text: string) =>
  toHtml(flat(readMarkdown(text).view))
    .replaceAll(/(?<=>)\n|\n(?=<)/g, '')
    .trim()

const tags = ['<br>', '<br/>', '<br />', '<BR>', '<Br  />', '</br>', '<br\n/>']

test.each(tags)('%j breaks the line in a text, in marks, a link, a heading and an item', (tag) => {
  expect(html(`a${tag}b`)).toBe('<p>a<br />b</p>')
  expect(html(`**a${tag}b** [c${tag}d](/e)`)).toBe(
    '<p><strong>a<br />b</strong> <a href="/e">c<br />d</a></p>',
  )
  expect(html(`- a ${tag} b`)).toBe('<ul><li>a <br /> b</li></ul>')
  if (!tag.includes('\n')) expect(html(`# a${tag}b`)).toBe('<h1>a<br />b</h1>')
})

test.each(tags.slice(0, 6))('%j breaks the line in a cell', (tag) => {
  expect(html(`| a${tag}b | c |\n|---|---|\n| 1. x${tag}2. y${tag}${tag}z | \`${tag}\` |`)).toBe(
    '<table><thead><tr><th>a<br />b</th><th>c</th></tr></thead><tbody><tr>' +
      `<td>1. x<br />2. y<br /><br />z</td><td><code>${tag.replace('<', '&lt;').replace('>', '&gt;')}</code></td>` +
      '</tr></tbody></table>',
  )
})

test.each([
  '<br',
  '<brx>',
  '< br>',
  '<br class="a">',
  '<br onclick=b>',
  '<hr>',
  '<b>',
  '\\<br>',
  '&lt;br&gt;',
  '<br//>',
])('%j is text', (text) => {
  expect(html(`a${text}b`)).not.toMatch(/<(?!\/?p>)/)
})

test('in pieces it is the same, and no part of a tag flashes up as letters', () => {
  for (const tag of tags) {
    const text = `Some words${tag}more words ${tag} ${tag}\nand a line ${tag}`
    const doc = createMarkdownDoc({ minCut: 1 })
    for (const char of text) {
      doc.append(char)
      expect(toHtml(doc.blocks)).not.toContain('&lt;')
    }
    doc.finish()
    expect(doc.blocks.map(canonical)).toEqual(flat(readMarkdown(text).view).map(canonical))
  }
})
