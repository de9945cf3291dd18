import { describe, expect, test } from 'vitest'
import type { BlockNode, Inline } from '../markdown/ast.js'
import { createMarkdownDoc } from '../markdown/testing/markdown-doc.js'
import { readMarkdown } from '../markdown/read.js'
import { canonical } from '../markdown/testing/canonical.js'
import { cut, pick, random } from '../markdown/testing/random.js'
import { snippets, soup } from '../markdown/testing/snippets.js'
import { mathSyntax } from './math-syntax.js'
import { flat } from '../markdown/rope.js'

const options = { syntax: mathSyntax }

const show = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text' || node.type === 'code') return node.text
      if (node.type === 'math') return `${node.pending ? '<…' : node.display ? '<<' : '<'}${node.tex}>`
      return 'children' in node ? show(node.children) : ''
    })
    .join('')

const showBlock = (node: BlockNode): string => {
  if (node.type === 'math') return `[${node.tex}${node.pending ? ' …' : ''}]`
  return 'content' in node ? show(flat(node.content).flat()) : node.type
}

const read = (text: string): string => flat(readMarkdown(text, options).view).map(showBlock).join(' | ')

describe('formulas', () => {
  test.each([
    ['so $x^2$ is', 'so <x^2> is'],
    ['$a$, $b$. ($c$)', '<a>, <b>. (<c>)'],
    ['so \\(x_1\\) and \\[y\\] is', 'so <x_1> and <<y> is'],
    ['where $$x$$ holds', 'where <<x> holds'],
    ['two $a\n= b$ lines', 'two <a\n= b> lines'],
    ['a cost of $\\$5$ each', 'a cost of <\\$5> each'],
    ['**$a*b$** and $c_1$ _d_', '<a*b> and <c_1> d'],
    ['$$\nx\n\n- y\n$$', '[x\n\n- y]'],
    ['Thus:\n$$\nx\n$$\nand', 'Thus: | [x] | and'],
    ['$$x = 1$$.', '[x = 1]'],
    [
      '\\[\n\\begin{aligned} a &= b \\\\ &= c \\end{aligned}\n\\]',
      '[\\begin{aligned} a &= b \\\\ &= c \\end{aligned}]',
    ],
    ['$$a = b\n+ c$$\n\nnext', '[a = b\n+ c] | next'],
    ['- item\n\n  $$\n  x\n  $$', 'list'],
    ['设$x$为$5$个', '设<x>为<5>个'],
    ['共有$n+1$个（$k$），𠀀$y$。', '共有<n+1>个（<k>），𠀀<y>。'],
  ])('%j', (text, expected) => expect(read(text)).toBe(expected))

  test.each([
    '$5 and $10',
    'from $5-$10 a month',
    'costs $5, or 10$ in all',
    'US$5 and HK$7',
    '$HOME and $PATH',
    '$HOME/$PATH/x',
    '$ 5 $',
    'an empty $$ here',
    'it is 5$.',
    'pay $1,000.50 now, $20 later and $3 never',
    '从$5涨到$10，省了$',
    '设置$HOME和$PATH，再看$HOME',
    '各$3,000，共$',
  ])('%j has none', (text) => expect(read(text)).toBe(text))

  test.each('中 あ カ ー 한 ع א ก क я ω አ 。 （ ： 「 ، । Ａ'.split(' '))(
    'stand beside %s as beside a space',
    (letter) => {
      expect(read(`${letter}$x_1$${letter}$y$${letter}`)).toBe(`${letter}<x_1>${letter}<y>${letter}`)
      expect(read(`a$x$${letter}`)).toBe(`a$x$${letter}`)
      expect(read(`${letter}$x$a`)).toBe(`${letter}$x$a`)
    },
  )

  test('code is code, and without the plug-in a dollar is a dollar', () => {
    expect(read('`$x^2$` and `\\(y\\)`')).toBe('$x^2$ and \\(y\\)')
    expect(flat(readMarkdown('$x^2$ \\(y\\)').view).map(showBlock)).toEqual(['$x^2$ (y)'])
  })

  test.each(['so $x^2 + ', 'so \\(\\frac{1}{2', 'so $$a_1'])(
    '%j is shown as written while its end has not come',
    (text) => {
      const doc = createMarkdownDoc(options)
      doc.append(text)
      expect(doc.blocks.map(showBlock).join()).toMatch(/^so <….+>$/)
    },
  )

  test.each(['it costs $5 and', 'in $HOME there', 'it is $'])(
    '%j stays text while more is coming',
    (text) => {
      const doc = createMarkdownDoc(options)
      doc.append(text)
      expect(doc.blocks.map(showBlock).join()).toBe(text)
    },
  )
})

describe('a text with formulas in pieces is the same as in one go', () => {
  const parts = [
    ...soup,
    ...'设 。 （ $ $$ \\( \\) \\[ \\] $x$ $5 $x^2$ $a_b 5$ \\\\ x^2 \\frac{1}{2}'.split(' '),
    '\n$$\n',
    '\n$$ a',
    '$$\n',
    '\n\\[\n',
    '\n\\]\n',
    'word and word and words ',
  ]
  const blocks = [
    ...snippets,
    'Some words, then $x^2 + y_1$ and $5, and $10 a month, more words and more of them to the end',
    '$$\na\n\n- b\n$$',
    '$$ a\n= b $$',
    'Thus\n$$\nx\n- y\n$$\nand on it goes',
    '\\[\nx | y\n--|--\n\\]',
    '$$\nnever closed',
    '\\[ closed by a blank line',
    'an open $x and many many words until the end of this line, which is long',
  ]
  const whole = (text: string) => flat(readMarkdown(text, options).view).map(canonical)
  const inPieces = (pieces: readonly string[], more: object) => {
    const doc = createMarkdownDoc({ ...options, ...more })
    for (const piece of pieces) doc.append(piece)
    doc.finish()
    return doc.blocks.map(canonical)
  }

  test.each([
    ['marks', parts, [''], 40],
    ['blocks', blocks, ['\n', '\n\n', ' ', '\n  '], 6],
  ] as const)('for %s joined at random', (_, all, joints, most) => {
    const next = random(Number(process.env['SEED'] ?? 5))
    for (let i = Number(process.env['RUNS'] ?? 600); i > 0; i--) {
      let text = ''
      for (let n = 1 + Math.floor(next() * most); n > 0; n--) text += pick(all, next) + pick(joints, next)
      const pieces = cut(text, pick([1, 4, 30], next), next)
      const minCut = pick([1, 1, 8], next)
      expect({ text, pieces, blocks: inPieces(pieces, { minCut }) }).toEqual({
        text,
        pieces,
        blocks: whole(text),
      })
    }
  })

  test('twice as long is at most 2.5 times the characters to parse', () => {
    const parsed = [10_000, 20_000, 40_000].map((size) => {
      let characters = 0
      const doc = createMarkdownDoc({ ...options, onParse: (text) => (characters += text.length) })
      const text =
        'Then $x^2$ costs $5 a month, $y_1 = 2$.\n\n$$\nx\n$$\n\n'.repeat(size / 50) +
        'a $5 note '.repeat(size / 10)
      for (let at = 0; at < text.length; at += 50) doc.append(text.slice(at, at + 50))
      doc.finish()
      return characters
    })
    for (const i of [1, 2]) expect(parsed[i]).toBeLessThanOrEqual((parsed[i - 1] ?? 0) * 2.5)
  })
})
