import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '../../../../test/support/some-of.js'
import type { BlockNode, Inline } from './ast.js'
import { createMarkdownDoc } from './testing/markdown-doc.js'
import { lazyGrowth } from './render/markdown.js'
import { readMarkdown } from './read.js'
import { Markdown } from './render/markdown.js'
import { corpus } from './testing/corpus.js'
import { hostile } from './testing/hostile.js'
import { imageUrl, isMisleading, linkUrl } from './url.js'
import { flat } from './rope.js'

// A chat loads it before the first answer.
beforeAll(() => lazyGrowth.load())

const elements = new Set(
  'div p h3 h4 h5 h6 ul ol li blockquote hr br em strong del code a span button pre figure figcaption svg path rect sup table thead tbody tr th td output'.split(
    ' ',
  ),
)
const attributes = new Set(
  'data-antiphon-root data-slot data-level data-loose data-task data-checked data-lang data-complete data-folded data-streaming data-pending data-host data-align data-short data-state data-after-heading data-place data-token data-note data-display data-first-word id aria-level aria-label aria-hidden aria-live aria-pressed aria-expanded role tabindex dir type start scope href target rel viewBox width height x y rx d class'.split(
    ' ',
  ),
)
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

const TAG = /<\/?([a-zA-Z][\w-]*)((?: [^\s"'<>=]+(?:="[^"]*")?)*) ?\/?>/g
const ATTRIBUTE = / ([^\s"'<>=]+)(?:="([^"]*)")?/g

const unescape = (value: string): string =>
  value.replace(
    /&(amp|quot|lt|gt|#x27);/g,
    (_, name: string) => ({ amp: '&', quot: '"', lt: '<', gt: '>' })[name] ?? "'",
  )

/** Everything in the output that is not on the list, or would request something by itself. React escapes text. */
const faults = (text: string): string[] => faultsIn(renderToStaticMarkup(<Markdown text={text} />))

function faultsIn(html: string): string[] {
  const found: string[] = []
  for (const [, name = '', rest = ''] of html.matchAll(TAG)) {
    if (!elements.has(name)) found.push(`<${name}>`)
    const given = new Map(
      Array.from(rest.matchAll(ATTRIBUTE), ([, key = '', value = '']) => [key, unescape(value)]),
    )
    for (const [key, value] of given) {
      if (!attributes.has(key)) found.push(`${name} ${key}`)
      const ours = given.has('data-note') && /^#note-[\w«»:-]+-\d+$/.test(value)
      if (key === 'id' && !/^note-[\w«»:-]+-\d+$/.test(value)) found.push(`id=${value}`)
      if (key === 'href' && !ours && (name !== 'a' || !schemes.has(new URL(value).protocol)))
        found.push(`${name} href=${value}`)
      if (key === 'data-lang' && !/^[a-z0-9+#-]{1,32}$/.test(value)) found.push(`data-lang=${value}`)
    }
    if (
      given.has('href') &&
      !given.has('data-note') &&
      (given.get('rel') !== 'noopener noreferrer' || given.get('target') !== '_blank')
    )
      found.push('a without rel or target')
  }
  if (/[<>]/.test(html.replace(TAG, ''))) found.push('a tag that was not understood')
  return found
}

/** Places where a text can end up. */
const places: ((text: string) => string)[] = [
  (text) => text,
  (text) => `before ${text} after`,
  (text) => `[${text}](https://example.org)`,
  (text) => `[words](${text})`,
  (text) => `[words](<${text}>)`,
  (text) => `[words](https://example.org "${text}")`,
  (text) => `![${text}](https://example.org/x.png)`,
  (text) => `![words](${text})`,
  (text) => `| ${text} | b |\n|---|---|\n| ${text} | ${text} |`,
  (text) => `# ${text}`,
  (text) => `\`\`\`${text}\ncode\n\`\`\``,
  (text) => `- [ ] ${text}\n\n> ${text}`,
  (text) => `[a]: ${text}\n\n[a] ![a]`,
  (text) => `<${text}>`,
  (text) => `a[^${text}] b[^n]\n\n[^${text}]: x\n[^n]: ${text}`,
]

describe('only listed elements and attributes, and no address that loads by itself', () => {
  test.each(hostile)('%s', (_, text) => {
    expect(faults(text)).toEqual([])
  })

  const lists = ['rsnake', 'intruders', 'quick', 'polyglots', 'brutelogic-strings', 'event-handler-names']
  test.each([...lists, 'dompurify-payloads-even'])(
    'whatever comes from the corpus %s, in every place',
    (name) => {
      const cases = corpus(`xss/${name}.json`) as (string | { payload: string })[] | null
      for (const entry of cases ?? []) {
        const payload = typeof entry === 'string' ? entry : entry.payload
        const text = places.map((place) => place(payload)).join('\n\n')
        expect({ payload, faults: faults(text) }).toEqual({ payload, faults: [] })
      }
    },
  )

  test.each(['own-cases', 'bypass-attempts-even'])('whatever comes from the corpus of %s', (name) => {
    const file = corpus(`markdown-exfil/${name}.json`) as
      | { cases?: { markdown: string }[] }
      | { markdown: string }[]
      | null
    for (const { markdown } of (Array.isArray(file) ? file : file?.cases) ?? [])
      expect({ markdown, faults: faults(markdown) }).toEqual({ markdown, faults: [] })
  })
})

describe('at every moment of an answer', () => {
  function addressesIn(nodes: readonly Inline[]): string[] {
    return nodes.flatMap((node) => {
      if (node.type === 'image') return node.pending ? [] : [node.src]
      if (node.type === 'link') return [...(node.pending ? [] : [node.href]), ...addressesIn(node.children)]
      return 'children' in node ? addressesIn(node.children) : []
    })
  }

  function addresses(node: BlockNode): string[] {
    switch (node.type) {
      case 'paragraph':
      case 'heading':
        return addressesIn(flat(node.content).flat())
      case 'table':
        return [node.head, ...flat(node.rows)].flat().flatMap(addressesIn)
      case 'list':
        return flat(node.items).flatMap(({ children }) => children.flatMap(addresses))
      case 'quote':
        return node.children.flatMap(addresses)
      default:
        return []
    }
  }

  /** Text as addresses see it: entities and escapes read. */
  const readable = (text: string): string => {
    const area = document.createElement('textarea')
    area.innerHTML = text.replaceAll('<', '&lt;')
    return area.value.replace(/\\([!-/:-@[-`{-~])/g, '$1')
  }

  /** Addresses cut in the middle: they are shown although their text goes on right after them. */
  function cutAddresses(text: string): string[] {
    const whole = new Set(flat(readMarkdown(text).view).flatMap(addresses))
    const source = readable(text)
    const doc = createMarkdownDoc()
    const cut = new Set<string>()
    for (const char of text) {
      doc.append(char)
      for (const address of doc.blocks.flatMap(addresses)) {
        if (whole.has(address)) continue
        const at = source.indexOf(address)
        if (at < 0 || /[\w%&=./?#-]/.test(source[at + address.length] ?? ' ')) cut.add(address)
      }
    }
    return [...cut]
  }

  test.each(hostile)('no half-written address leads anywhere: %s', (_, text) => {
    expect(cutAddresses(text)).toEqual([])
  })

  test('nor in the own exfiltration cases, and nothing off the list shows', () => {
    const file = corpus('markdown-exfil/own-cases.json') as { cases: { markdown: string }[] } | null
    const answer = (text: string) => <Markdown text={text} streaming />
    // In a page, which has what follows a text that grows; a server never has.
    const { container, rerender } = render(answer(''))
    for (const { markdown } of someOf(file?.cases ?? [], 40)) {
      const text = markdown.slice(0, 400)
      expect({ text, cut: cutAddresses(text) }).toEqual({ text, cut: [] })
      for (let end = 1; end < text.length; end += 5) {
        rerender(answer(text.slice(0, end)))
        expect({ text: text.slice(0, end), faults: faultsIn(container.innerHTML) }).toMatchObject({
          faults: [],
        })
      }
    }
  })
})

describe('addresses', () => {
  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:x',
    'java\tscript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
    '//host/x',
    '/x',
    'blob:https://a',
    '',
  ])('%j is no link', (href) => expect(linkUrl(href)).toBeNull())
  test.each(['https://a.b', 'HTTP://a.b', 'mailto:a@b.c', 'tel:+123'])('%j is a link', (href) =>
    expect(linkUrl(href)).not.toBeNull(),
  )
  test('the policy of the host narrows links down, never widens them', () => {
    expect(linkUrl('https://a.b', () => false)).toBeNull()
    expect(linkUrl('javascript:x', () => true)).toBeNull()
  })
  test.each(['data:image/svg+xml,<svg/>', 'data:text/html,x', 'javascript:x', 'ftp://a/x.png', '/x.png'])(
    '%j is no image',
    (src) => expect(imageUrl(src)).toBeNull(),
  )
  test('pictures in the text itself are images', () => {
    expect(imageUrl('data:image/png;base64,AAAA')).not.toBeNull()
  })

  test.each([
    ['example.org', 'https://evil.example/x', true],
    ['https://example.org/login', 'https://evil.example/x', true],
    ['https://example.org', 'https://example.org@evil.example/', true],
    ['example.org', 'https://www.example.org/x', false],
    ['https://example.org/a/b.html', 'https://example.org/a/b.html', false],
    ['read the docs', 'https://example.org/x', false],
    ['\u0430pple.com', 'https://\u0430pple.com', true],
    ['write to a@example.org', 'mailto:a@example.org', false],
    ['version 1.2.3', 'https://example.org', false],
  ])('%j to %j: the destination is shown: %j', (text, href, expected) => {
    expect(isMisleading(text, new URL(href))).toBe(expected)
  })
})
