import { describe, expect, test } from 'vitest'
import { createMarkdownDoc, readMarkdown } from './doc.js'
import { flat } from './rope.js'
import { canonical } from './testing/canonical.js'
import { corpus } from './testing/corpus.js'
import { cut, pick, random } from './testing/random.js'
import { snippets, soup } from './testing/snippets.js'

const whole = (text: string) => flat(readMarkdown(text).view).map(canonical)

function streamed(pieces: readonly string[]) {
  const doc = createMarkdownDoc({ minCut: 1 })
  for (const piece of pieces) doc.append(piece)
  doc.finish()
  return doc.blocks.map(canonical)
}

/** The first text whose streamed reading differs, with its pieces: a report to work with. */
function firstDifference(texts: Iterable<[text: string, pieces: string[]]>) {
  for (const [text, pieces] of texts) {
    const expected = whole(text)
    const found = streamed(pieces)
    if (JSON.stringify(found) !== JSON.stringify(expected)) return { pieces, found, expected }
  }
  return null
}

interface Example {
  example: number
  markdown: string
}

describe.each([
  ['CommonMark', 'commonmark/commonmark-0.31.2.json', 652],
  ['GFM', 'gfm/gfm-0.29-extensions-only.json', 24],
])('the examples of %s', (_, path, size) => {
  const examples = corpus<Example[]>(path)
  test.skipIf(examples === null)('read the same in pieces as in one go', () => {
    expect(examples).toHaveLength(size)
    const next = random(7)
    function* texts(): Iterable<[string, string[]]> {
      for (const { markdown } of examples ?? [])
        for (const text of [markdown, `${markdown}\nA paragraph after it.\n`]) {
          yield [text, [...text]]
          for (const longest of [2, 3, 7, 20]) yield [text, cut(text, longest, next)]
        }
    }
    expect(firstDifference(texts())).toBeNull()
  })
})

describe('any text', () => {
  const runs = Number(process.env['FUZZ'] ?? 1500)
  const seed = Number(process.env['SEED'] ?? 1)
  test('of joined snippets reads the same in pieces as in one go', () => {
    const next = random(seed)
    function* texts(): Iterable<[string, string[]]> {
      for (let i = 0; i < runs; i++) {
        let text = ''
        for (let n = 1 + Math.floor(next() * 7); n > 0; n--)
          text += pick(snippets, next) + pick(['\n', '\n\n', '\n\n', ' ', '\n  ', '\n    '], next)
        yield [text, cut(text, pick([1, 4, 15, 60], next), next)]
      }
    }
    expect(firstDifference(texts())).toBeNull()
  })

  test('of marks thrown together reads the same in pieces as in one go', () => {
    const next = random(seed + 1)
    function* texts(): Iterable<[string, string[]]> {
      for (let i = 0; i < runs * 2; i++) {
        let text = ''
        for (let n = 1 + Math.floor(next() * 40); n > 0; n--) text += pick(soup, next)
        yield [text, cut(text, pick([1, 3, 12], next), next)]
      }
    }
    expect(firstDifference(texts())).toBeNull()
  })
})
