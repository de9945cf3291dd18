import MarkdownIt from 'markdown-it'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMarkdown } from '../read.js'
import { corpus } from '../testing/corpus.js'
import { pick, random } from '../testing/random.js'
import { snippets, soup } from '../testing/snippets.js'
import { toHtml } from '../testing/to-html.js'
import { hasAllEntities, loadEntities } from './characters.js'
import { flat } from '../rope.js'

interface Example {
  readonly markdown: string
  readonly html: string
  readonly example?: number
  readonly section: string
}

const html = (text: string): string => toHtml(flat(readMarkdown(text).view))

/**
 * HTML without our intended differences: no titles, no classes, addresses as they were written. Whether a bare address is a
 * link differs between CommonMark and GFM.
 */
function comparable(text: string): string {
  return text
    .replace(/ (?:title|class)="[^"]*"/g, '')
    .replace(/ style="text-align:(\w+)"/g, ' align="$1"')
    .replace(/<(\/?)s>/g, '<$1del>')
    .replace(/(?<=(?:href|src)=")[^"]*/g, (address) => {
      try {
        return decodeURIComponent(address.replace(/%(?![\da-f]{2})/gi, '%25').replace(/%22/g, '&quot;'))
      } catch {
        return address
      }
    })
    .replace(/<a href="(?:http:\/\/|mailto:)?([^"]*)">\1<\/a>/g, '$1')
    .replace(/\n*<\/code><\/pre>/g, '</code></pre>')
    .replace(/\n*(<\/?(?:pre|blockquote|li)>)\n*/g, '$1')
    .replace(/[ \t]+$/gm, '')
    .trim()
}

/** Raw HTML is shown as text here, so examples about it differ. */
const hasHtml = ({ markdown, section }: Example): boolean =>
  /html/i.test(section) || /<[a-z!?/](?![^\s>]*[:@])/i.test(markdown.replace(/\\</g, ''))

beforeAll(loadEntities)

describe('what CommonMark and GFM say', () => {
  test.each([
    ['CommonMark 0.31.2', 'commonmark/commonmark-0.31.2.json'],
    ['GFM 0.29', 'gfm/gfm-0.29-extensions-only.json'],
  ])('each example of %s that has no raw HTML reads as it says', (_, path) => {
    const examples = (corpus(path) as Example[] | null) ?? []
    const wrong = examples
      .filter(
        (example) => !hasHtml(example) && comparable(html(example.markdown)) !== comparable(example.html),
      )
      .map(({ markdown, html: expected }) => ({
        markdown,
        expected: comparable(expected),
        found: comparable(html(markdown)),
      }))
    expect(wrong).toEqual([])
  })
})

describe('the same as markdown-it, the judge', () => {
  const judge = new MarkdownIt({ html: false, xhtmlOut: true })
  judge.validateLink = () => true
  judge.normalizeLink = (url) => url
  judge.normalizeLinkText = (url) => url

  const isSame = (text: string): boolean => comparable(html(text)) === comparable(judge.render(text))

  test('for the examples of CommonMark with raw HTML', () => {
    const examples = ((corpus('commonmark/commonmark-0.31.2.json') as Example[] | null) ?? []).filter(hasHtml)
    expect(examples.map(({ markdown }) => markdown).filter((text) => !isSame(text))).toEqual([])
  })

  const seed = Number(process.env['SEED'] ?? 1)
  const runs = Number(process.env['RUNS'] ?? 400)

  /**
   * Our intended differences: bare addresses, footnotes, tasks, runs of more than two tildes. And two cases in which the judge
   * differs from CommonMark: an empty title before other text, and a label before a parenthesis that nothing closes.
   */
  const isOurs = (text: string): boolean =>
    /:\/\/|www\.|@|\[\^|\[[ xX]\]|~~~|(?<!~)~(?!~)|''|""|\(\)|\]\(/.test(text)

  test.each([
    ['snippets', snippets, ['\n', '\n\n', '\n\n', ' ', '\n  ', '\n    '], 7],
    ['marks', soup, [''], 40],
  ] as const)('for %s joined at random', (_, parts, joints, most) => {
    const next = random(seed)
    const wrong: unknown[] = []
    for (let i = 0; i < runs; i++) {
      let text = ''
      for (let n = 1 + Math.floor(next() * most); n > 0; n--)
        text +=
          pick(
            parts.filter((part) => !isOurs(part)),
            next,
          ) + pick(joints, next)
      if (!isOurs(text) && !isSame(text))
        wrong.push({ text, found: comparable(html(text)), expected: comparable(judge.render(text)) })
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })
})

test('names of characters that are not common are known once they are loaded', () => {
  expect(hasAllEntities()).toBe(true)
  expect(html('&ngE; &HilbertSpace; &nosuch; &lang; &apos;')).toBe("<p>≧̸ ℋ &amp;nosuch; ⟨ '</p>\n")
})
