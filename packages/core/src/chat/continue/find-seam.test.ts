import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continuePrompt } from './build-continuation.js'
import { findSeam, type ContinueWay, lastLine } from './find-overlap.js'
import { assertProperty } from '../../../../../test/support/property.js'

const join = (text: string, rest: string, way: ContinueWay): string => {
  const { drop, glue } = findSeam(text, rest, way, true)!
  return text + glue + rest.slice(drop)
}
const asked = (text: string, rest: string): string => join(text, rest, 'follow_up')
const prefilled = (text: string, rest: string): string => join(text, rest, 'prefill')

describe('the seam of an answer that was asked to go on', () => {
  it.each([
    // Repeats what it was asked to repeat, in the middle of a word or at its end.
    ['The pool was cut to eig', 'was cut to eight at once.', 'The pool was cut to eight at once.'],
    ['The pool was cut', 'was cut to eight.', 'The pool was cut to eight.'],
    ['The pool was cut ', 'The pool was cut to eight.', 'The pool was cut to eight.'],
    ['It was a', 'a small pool', 'It was a small pool'],
    ['The pool was cut', '…was cut to eight', 'The pool was cut to eight'],
    ['The pool was cut', '"The pool was cut" to eight', 'The pool was cut to eight'],
    ['First.\n\nth', 'the second.', 'First.\n\nthe second.'],
    ['First.\n\nSecond is', 'Second is better.', 'First.\n\nSecond is better.'],
    ['First.\n\n', 'First.\n\nSecond.', 'First.\n\nSecond.'],
    // Repeats nothing: a word after a word needs its space, and what belongs together stays so.
    ['The pool was', 'restored.', 'The pool was restored.'],
    ['proves the', 'theory of', 'proves the theory of'],
    ['The end', ', and more', 'The end, and more'],
    ['A (very', ') long', 'A (very) long'],
    ['It is (', 'very long)', 'It is (very long)'],
    ['One.', 'Two.', 'One. Two.'],
    ['One.', ' Two.', 'One. Two.'],
    ['One. ', ' Two.', 'One. Two.'],
    ['see https://a.example/pa', 'th/to', 'see https://a.example/path/to'],
    ['call `pool.res', 'ize()`', 'call `pool.resize()`'],
    ['very **bold', '** text', 'very **bold** text'],
    ['**Bold.**', 'Text', '**Bold.** Text'],
    ['Text.', '**Bold**', 'Text. **Bold**'],
    ['接続プールが四十から', '八に減らされた', '接続プールが四十から八に減らされた'],
    ['接続プールが四十から八に', '四十から八に減らされた', '接続プールが四十から八に減らされた'],
    // Markdown that begins a new block.
    ['The end.', '## Next', 'The end.\n\n## Next'],
    ['- one', '- two', '- one\n- two'],
    ['- one\n-', '- two', '- one\n- two'],
    ['1. one\n2', '2. two', '1. one\n2. two'],
    ['| a | b |', '| c | d |', '| a | b |\n| c | d |'],
    ['| a | b', '| a | b | c |', '| a | b | c |'],
    // Code.
    ['```ts\nconst a = crea', 'tePool()\n```', '```ts\nconst a = createPool()\n```'],
    ['```ts\nconst a = 1', '```ts\nconst a = 12\n```', '```ts\nconst a = 12\n```'],
    ['```ts\nconst a = 1', '```ts\nlet b = 2\n```', '```ts\nconst a = 1\nlet b = 2\n```'],
    ['```ts\nconst a = 1;', '```ts\nconst a = 1;\nconst b = 2\n```', '```ts\nconst a = 1;\nconst b = 2\n```'],
    ['```\nconst a = 1;', '```\nconst a = 1;\nconst b = 2\n```', '```\nconst a = 1;\nconst b = 2\n```'],
    ['```ts\na();', 'b();\n```', '```ts\na();\nb();\n```'],
    ['```ts\na()', '```\nDone.', '```ts\na()\n```\nDone.'],
    ['```ts\na()\n```\n', 'Done.', '```ts\na()\n```\nDone.'],
    // The model started over in other words: both texts are kept in full.
    [
      `${'The same long beginning of an answer. '.repeat(2)}Then one`,
      `${'The same long beginning of an answer. '.repeat(2)}But another`,
      `${'The same long beginning of an answer. '.repeat(2)}Then one\n\n${'The same long beginning of an answer. '.repeat(2)}But another`,
    ],
    ['Nothing more', '', 'Nothing more'],
    ['Nothing more', 'Nothing more', 'Nothing more'],
  ])('%j and %j', (text, rest, whole) => {
    expect(asked(text, rest)).toBe(whole)
  })
})

describe('the seam of an answer that was sent as a beginning', () => {
  it.each([
    ['The pool was res', 'tored.', 'The pool was restored.'],
    ['The pool was', ' restored.', 'The pool was restored.'],
    ['ha ha', ' ha', 'ha ha ha'],
    ['very very', ' very', 'very very very'],
    // Trailing white space does not leave; what comes back of it is there once.
    ['One.\n\n', '\n\nTwo.', 'One.\n\nTwo.'],
    ['One. ', ' Two.', 'One. Two.'],
    ['```ts\na()', '\n```\nDone.', '```ts\na()\n```\nDone.'],
    // Mistral's answers hold the beginning.
    ['The pool was cut', 'The pool was cut to eight.', 'The pool was cut to eight.'],
  ])('%j and %j', (text, rest, whole) => {
    expect(prefilled(text, rest)).toBe(whole)
  })
})

const word = fc.stringMatching(/^[a-z]{1,9}$/)
const words = (min: number, max: number): fc.Arbitrary<string> =>
  fc.array(word, { minLength: min, maxLength: max }).map((list) => list.join(' '))

describe('for any text', () => {
  it('cut anywhere, with its last words repeated as asked, it is whole again', () => {
    assertProperty(
      fc.property(words(6, 40), fc.double({ min: 0.2, max: 1, noNaN: true }), (whole, where) => {
        const text = whole.slice(0, Math.max(1, Math.floor(whole.length * where)))
        const quoted = lastLine(text)
        const from = text.trimEnd().length - quoted.length
        expect(asked(text, whole.slice(from))).toBe(whole)
        expect(continuePrompt(text)).toContain(JSON.stringify(quoted))
      }),
    )
  })

  it('cut anywhere and gone on with from there, it is whole again', () => {
    assertProperty(
      fc.property(words(4, 40), fc.nat(), (whole, at) => {
        const cut = 1 + (at % whole.length)
        const rest = whole.slice(cut)
        // The very same sentence twice in a row cannot be told from a repeat of it.
        fc.pre(!rest.startsWith(whole.slice(0, cut)) && rest.length < 24)
        expect(prefilled(whole.slice(0, cut), rest)).toBe(whole)
      }),
    )
  })

  it('what is there never changes, and the seam that streaming finds is the one of the whole rest', () => {
    const text = fc.oneof(words(0, 12), fc.string({ unit: 'grapheme', maxLength: 60 }))
    const way = fc.constantFrom<ContinueWay>('prefill', 'follow_up')
    assertProperty(
      fc.property(text, text, way, (before, rest, how) => {
        const final = findSeam(before, rest, how, true)!
        expect(final.drop).toBeLessThanOrEqual(rest.length)
        for (let length = 0; length <= rest.length; length++) {
          const early = findSeam(before, rest.slice(0, length), how, false)
          if (!early) continue
          expect(early).toEqual(final)
          break
        }
      }),
    )
  })
})
