import { describe, expect, test } from 'vitest'
import { amount } from '../../../../test/support/amount.js'
import type { BlockNode, Inline } from './ast.js'
import { createMarkdownDoc } from './testing/markdown-doc.js'
import { readMarkdown } from './read.js'
import { canonical } from './testing/canonical.js'
import { corpus } from './testing/corpus.js'
import { cut, pick, random } from './testing/random.js'
import { snippets, soup } from './testing/snippets.js'
import { flat } from './rope.js'
import type { ParseOptions } from './parse-options.js'

type Case = readonly [text: string, pieces: string[]]

const whole = (text: string) => flat(readMarkdown(text).view).map(canonical)

function streamed(pieces: readonly string[], options: ParseOptions) {
  const doc = createMarkdownDoc(options)
  for (const piece of pieces) doc.append(piece)
  doc.finish()
  return doc.blocks.map(canonical)
}

/** The first text that reads otherwise in pieces than in one go. */
function firstDifference(cases: Iterable<Case>, options: ParseOptions = { minCut: 1 }) {
  for (const [text, pieces] of cases) {
    const expected = whole(text)
    const found = streamed(pieces, options)
    if (JSON.stringify(found) !== JSON.stringify(expected)) return { text, pieces, found, expected }
  }
  return null
}

const join = (
  parts: readonly string[],
  joints: readonly string[],
  count: number,
  next: () => number,
): string => {
  let text = ''
  for (let i = 0; i < count; i++) text += pick(parts, next) + pick(joints, next)
  return text
}

describe('an answer in pieces is the same as in one go', () => {
  test.each([
    ['CommonMark', 'commonmark/commonmark-0.31.2.json', 652],
    ['GFM', 'gfm/gfm-0.29-extensions-only.json', 24],
  ])('for each example of %s, alone and before a paragraph', (_, path, size) => {
    const examples = corpus(path) as { markdown: string }[] | null
    if (examples === null) return
    expect(examples).toHaveLength(size)
    const next = random(7)
    function* cases(): Iterable<Case> {
      const ways = [1, 3, 20]
      let at = 0
      for (const { markdown } of examples ?? [])
        for (const text of [markdown, `${markdown}\nA paragraph after it.\n`])
          for (let i = amount(1, ways.length); i > 0; i--)
            yield [text, cut(text, ways[at++ % ways.length]!, next)]
    }
    expect(firstDifference(cases())).toBeNull()
  })

  test.each([
    ['a heading with a bar becomes a table head', '# a | b\n--|--\n1 | 2\n'],
    ['a fence with a bar becomes a table head', '``` a | b\n--|--\nx | y\n'],
    ['an item with a bar becomes a table head', '- a | b\n--|--\n1 | 2\n'],
    ['a quote with a bar becomes a table head', '> a | b\n--|--\n1 | 2\n'],
    [
      'a kept line of prose becomes a table head',
      'some words first\nthen a line of words | and a bar\n--|--\n1 | 2\n',
    ],
    [
      'a kept line turns out to be no table head',
      'some | words | first\nthen a line | and\n--|--|--\nmore words\n',
    ],
    ['prose becomes a heading', 'some words *here* and\nthere are more of them\n===\n'],
    ['prose becomes a smaller heading', 'some words here\n---\n'],
    ['a title arrives after its definition', "[r]: https://a.b\n'a title\nof two lines'\n\n[r]\n"],
    ['a title arrives after a definition in a list', "- [r]: https://a.b\n'a title\nof two lines'\n\n[r]\n"],
    ['a title arrives after a definition in a quote', "> [r]: https://a.b\n'a title\nof two lines'\n\n[r]\n"],
    ['a definition arrives after its use', 'see [r] and [s][r]\n\n- [r]\n\n[r]: https://a.b\n'],
    ['a definition in a later item', '- see [r]\n- more\n- [r]: https://a.b\n- last\n\n[r]\n'],
    ['the first of two definitions counts', '[r]\n\n- [r]: https://one\n- x\n\n[r]: https://two\n'],
    ['a list becomes loose late', '- > one\n- two\n\n- three\n- four\n'],
    ['an item is empty', '-\n- a\n-\n\n  b\n- c\n'],
    ['another marker begins another list', '- a\n- b\n* c\n* d\n1. e\n2) f\n'],
    ['a code span spans a link', 'an `opener [link](https://a.b) and a` closer\n'],
    ['an opener is closed far behind', 'an *opener and many words, [a link](https://a.b) and a close*r\n'],
    [
      'a bracket is closed far behind',
      'a [label of many words, *some* of them `code`](https://a.b "t") end\n',
    ],
    ['a label becomes a reference', '[r]: https://a.b\n\na [label of many words][r] end\n'],
    ['marks belong to an address', '*foo https://a.b/x*y bar* https://a.b/_c_ d_\n'],
    ['a line break is hard', 'some words  \nmore words\\\nand the end\n'],
    ['a fence closes with a longer mark', '  ```\n  a\n\tb\n ``\n ````  \nc\n'],
    ['a fence does not close', '~~~ x\n```\n~~\n    ~~~\n'],
  ])('when %s', (_, text) => {
    function* cases(): Iterable<Case> {
      yield [text, text.split('')]
      for (let at = 1; at < text.length; at++) {
        yield [text, [text.slice(0, at), text.slice(at)]]
        yield [text, [text.slice(0, at), ...text.slice(at).split('')]]
      }
    }
    expect(firstDifference(cases())).toBeNull()
  })

  const seed = Number(process.env['SEED'] ?? 1)
  const runs = amount(150, 2_000)
  const between = ['\n', '\n\n', '\n\n', ' ', '\n  ', '\n    ']

  test('for snippets joined at random', () => {
    const next = random(seed)
    function* cases(): Iterable<Case> {
      for (let i = 0; i < runs; i++) {
        const text = join(snippets, between, 1 + Math.floor(next() * 7), next)
        yield [text, cut(text, pick([1, 4, 15, 60], next), next)]
      }
    }
    expect(firstDifference(cases())).toBeNull()
    expect(firstDifference(cases(), { minCut: 8, lazyFrom: 100 })).toBeNull()
  })

  test('for marks thrown together', () => {
    const next = random(seed + 1)
    function* cases(): Iterable<Case> {
      for (let i = 0; i < runs * 3; i++) {
        const text = join(soup, [''], 1 + Math.floor(next() * 40), next)
        yield [text, cut(text, pick([1, 3, 12], next), next)]
      }
    }
    expect(firstDifference(cases())).toBeNull()
  })

  test('for long paragraphs sprinkled with marks', () => {
    const next = random(seed + 2)
    const inline = soup.filter((part) => !part.includes('\n\n'))
    const words = ['word ', 'and more ', 'x ', '(y) ', 'z, ']
    function* cases(): Iterable<Case> {
      for (let i = 0; i < runs; i++) {
        let text = ''
        for (let n = 5 + Math.floor(next() * 60); n > 0; n--)
          text += pick(next() < 0.6 ? words : inline, next)
        yield [text, cut(text, pick([1, 5, 30], next), next)]
      }
    }
    expect(firstDifference(cases())).toBeNull()
  })
})

describe('what is closed stays', () => {
  test('a closed block is the same object in every later state', () => {
    const doc = createMarkdownDoc()
    const text =
      '# One\n\nTwo *three*.\n\n```ts\nfour\n```\n\n| a |\n|---|\n| 5 |\n\n- six\n- seven\n\nEight.\n\nNine.\n'
    const firstSeen = new Map<number, BlockNode>()
    for (const char of text) {
      doc.append(char)
      doc.blocks.slice(0, -2).forEach((node, i) => {
        expect(firstSeen.get(i) ?? node).toBe(node)
        firstSeen.set(i, node)
      })
    }
    const before = doc.blocks
    doc.finish()
    expect(doc.blocks.slice(0, 6)).toEqual(before.slice(0, 6))
    doc.blocks.slice(0, 6).forEach((node, i) => expect(node).toBe(before[i]))
  })

  test('only blocks that use a label change when its definition arrives late', () => {
    const doc = createMarkdownDoc()
    doc.append('Plain.\n\nSee [the docs][d].\n\nNot [this].\n\n')
    const [plain, see, not] = doc.blocks
    doc.append('[d]: https://example.org/docs\n\n')
    expect(doc.blocks[0]).toBe(plain)
    expect(doc.blocks[2]).toBe(not)
    expect(doc.blocks[1]).not.toBe(see)
    expect(JSON.stringify(doc.blocks[1])).toContain('https://example.org/docs')
  })

  const shapes: Record<string, (size: number) => string> = {
    'an ordinary answer': (size) =>
      '## Head\n\nWords **here** and `there`, a [link](https://a.b).\n\n- one\n- two\n\n```ts\nlet x\n```\n\n| a |\n|--|\n| 1 |\n\n'
        .repeat(size / 100)
        .slice(0, size),
    'one paragraph': (size) =>
      'words *of* a `long` paragraph that goes on, '.repeat(size / 40).slice(0, size),
    'one list': (size) => '- an item with *some* words in it\n'.repeat(size / 30).slice(0, size),
    'one table': (size) =>
      '| a | b |\n|---|---|\n' + '| some cell | 12 ms |\n'.repeat(size / 20).slice(0, size),
    'one block of code': (size) => '```ts\n' + 'const a = b(c)\n'.repeat(size / 15).slice(0, size),
    'one quote': (size) => '> some quoted *words* here\n'.repeat(size / 27).slice(0, size),
    'an opener that is never closed': (size) => 'an *opener ' + 'word '.repeat(size / 5).slice(0, size),
  }
  test.each(Object.entries(shapes))(
    '%s twice as long is at most 2.5 times the characters to parse',
    (_, make) => {
      const parsed = [20_000, 40_000, 80_000].map((size) => {
        let characters = 0
        const doc = createMarkdownDoc({ onParse: (text) => (characters += text.length) })
        const text = make(size)
        for (let at = 0; at < text.length; at += 50) doc.append(text.slice(at, at + 50))
        doc.finish()
        return characters
      })
      for (const i of [1, 2]) expect(parsed[i]).toBeLessThanOrEqual(Math.max(1, parsed[i - 1] ?? 0) * 2.5)
    },
  )
})

describe('while more is coming', () => {
  const show = (nodes: readonly Inline[]): string =>
    nodes
      .map((node) => {
        if (node.type === 'text') return node.text
        if (node.type === 'code') return `<code>${node.text}</code>`
        if (node.type === 'break') return '<br>'
        if (node.type === 'math') return `<math ${node.source}>`
        if (node.type === 'note') return `<note ${node.label}>`
        if (node.type === 'image') return node.pending ? `<img… ${node.alt}>` : `<img ${node.src}>`
        const name = node.type === 'link' ? (node.pending ? 'a…' : `a ${node.href}`) : node.type
        return `<${name}>${show(node.children)}</${name}>`
      })
      .join('')
  const live = (text: string): string => {
    const doc = createMarkdownDoc()
    doc.append(text)
    const last = doc.blocks.at(-1)
    return last?.type === 'paragraph' ? show(flat(last.content).flat()) : (last?.type ?? '')
  }

  test.each([
    ['some **bold', 'some <strong>bold</strong>'],
    ['some **bold*', 'some <strong>bold</strong>'],
    ['some **', 'some '],
    ['***both* strong', '<strong><em>both</em> strong</strong>'],
    ['~~gone', '<del>gone</del>'],
    ['a `code', 'a <code>code</code>'],
    ['a ``co`de`', 'a <code>co`de</code>'],
    ['5 * 3', '5 * 3'],
    ['snake_case_', 'snake_case'],
    ['see [the do', 'see <a…>the do</a…>'],
    ['see [the docs](htt', 'see <a…>the docs</a…>'],
    ['see [the docs](https://example.org/x "ti', 'see <a…>the docs</a…>'],
    [
      'see [the docs](https://example.org/x) ',
      'see <a https://example.org/x>the docs</a https://example.org/x>',
    ],
    ['as in [1]', 'as in [1]'],
    ['list[0', 'list[0'],
    ['![a chart](https://exam', '<img… a chart>'],
    ['go to https://example.or', 'go to <a…>https://example.or</a…>'],
    [
      'go to https://example.org now',
      'go to <a https://example.org>https://example.org</a https://example.org> now',
    ],
    ['words\n--', 'words'],
    ['words\n1', 'words'],
    ['words\n```ts', 'words'],
    ['| a | b', 'table'],
    ['| a | b |\n|--', 'table'],
    ['```ts\nlet a\n``', 'code'],
  ])('%j looks finished', (text, expected) => {
    expect(live(text)).toBe(expected)
  })

  test.each(['See [x].\n\n', '> See [x].\n>\n> ', '- See [x].\n- '])(
    'a definition behind %j counts only once its line is complete',
    (before) => {
      const doc = createMarkdownDoc()
      doc.append(`${before}[x]: https://example.org/par`)
      expect(JSON.stringify(doc.blocks)).not.toContain('example.org')
      doc.append('tial\n')
      doc.finish()
      expect(JSON.stringify(doc.blocks[0])).toContain('https://example.org/partial')
    },
  )

  test('a fence keeps back what may become its end', () => {
    const doc = createMarkdownDoc()
    doc.append('```\nlet a\n``')
    expect(doc.blocks).toEqual([{ type: 'code', language: '', chunks: ['let a'], closed: false }])
    doc.append('x\n```\n')
    expect(doc.blocks).toEqual([{ type: 'code', language: '', chunks: ['let a\n``x'], closed: true }])
  })
})

test('a text is shown, not lost, however deep its quotes and lists are', () => {
  const text = `${'> '.repeat(2000)}deep`
  expect(JSON.stringify(flat(readMarkdown(text).view))).toContain('deep')
})

test('a text that does not continue the last one is read from its start', async () => {
  const { advanceMarkdown } = await import('./grow.js')
  const { emptyMarkdown } = await import('./stream/state.js')
  const first = advanceMarkdown(emptyMarkdown, 'One.\n\nTwo')
  const other = advanceMarkdown(first, 'One?\n\nTwo and more')
  expect(flat(other.view).map(canonical)).toEqual(whole('One?\n\nTwo and more'))
})
