import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearMatches, linearPattern } from './linear-pattern.js'
import { startCpuTime } from '../../../../test/support/cpu-time.js'
import { assertProperty } from '../../../../test/support/property.js'

const many = 'a'.repeat(50_000)

describe('patterns that would keep a RegExp busy for years', () => {
  it.each([
    ['^(a+)+$', `${many}!`],
    ['^(a*)*$', `${many}!`],
    ['^(a|a)+$', `${many}!`],
    ['^(a|aa)+$', `${many}!`],
    ['^(a|a?)+$', `${many}!`],
    ['^(.*a){12}$', many],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', many],
    [
      '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
      many,
    ],
    ['^(?:(?:a+)*b)*$', many],
    ['(.*)*=', many],
    ['^(\\w+\\s?)*$', `${'word '.repeat(10_000)}!`],
    ['^\\s+|\\s+$', `${' '.repeat(50_000)}x`],
    ['a.*b.*c.*d.*e', many],
    ['^(\\d+)*[^\\d]$', '1'.repeat(50_000)],
    ['^((ab)*)*c', 'ab'.repeat(25_000)],
    ['(a+){10}y', many],
    ['^(a{1,20}){1,20}$', `${many}!`],
    ['(?:<([^>]*)>)*x', '<'.repeat(50_000)],
    ['^([0-9a-f]{1,4}:?)+z$', 'ab:'.repeat(16_000)],
    ['^(?:){1000000000}$', ''],
    ['^((a{50}){50}){50}$', many],
    [`${'('.repeat(400)}a${')*'.repeat(400)}$`, `${many}!`],
    ['a'.repeat(100_000), many],
  ])('%s ends', (pattern, text) => {
    // The best of ten: the first ones are compiled, and memory is tidied up.
    const times = Array.from({ length: 10 }, () => {
      const spent = startCpuTime()
      linearPattern(pattern)?.(text)
      return spent()
    })
    expect(Math.min(...times)).toBeLessThan(50)
  })
})

it.each([
  [
    '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    '123e4567-e89b-12d3-a456-426614174000',
    '123e4567-e89b-62d3-a456-426614174000',
  ],
  ['^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', '2024-02-29', '2024-13-01'],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', 'a.b+c@mail.example', 'a b@mail.example'],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'a-long-slug-2', 'a--slug'],
  ['^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$', undefined, undefined],
  ['^#(?<hex>[\\da-fA-F]{3}){1,2}$', '#a1b2c3', '#a1b2'],
  ['\\bfog\\b', 'the fog lifts', 'the foghorn'],
  ['^[^\\s/\\\\]+\\.(csv|json)$', 'boats.json', 'my boats.json'],
  ['^\\u00e9\\x41\\.\\$[\\]^]$', 'éA.$]', 'éAx$]'],
  ['^a{,2}$', 'a{,2}', 'aa'],
  ['^a{10,12}$', 'a'.repeat(12), 'a'.repeat(9)],
  ['^ba?c+$', 'bcc', 'baac'],
  ['^a{2,}b$', 'aaab', 'ab'],
  ['\\Bog', 'fog', 'og'],
  ['^\\x2d\\0\\cA$', '-\0\u0001', '-0A'],
  ['^(?:a|)b$', 'b', 'aab'],
])('%s says what RegExp says', (pattern, yes, no) => {
  const check = linearPattern(pattern)
  if (yes === undefined) return expect(check).toBeUndefined()
  expect(new RegExp(pattern).test(yes)).toBe(true)
  expect(new RegExp(pattern).test(no)).toBe(false)
  expect(check!(yes)).toBe(true)
  expect(check!(no)).toBe(false)
})

it('of a thousand characters, and of what becomes two thousand states, something is said, of more nothing', () => {
  expect(linearPattern('a'.repeat(1_000))!('a'.repeat(1_000))).toBe(true)
  expect(linearPattern('a'.repeat(1_001))).toBeUndefined()
  // Each repetition is a character and a way to it.
  expect(linearPattern('a{1000}')!('b')).toBe(false)
  expect(linearPattern('a{1001}')).toBeUndefined()
})

it('a text that would take too long is said to fit', () => {
  // A step for each place, three more for the first.
  expect(linearPattern('^b')!('a'.repeat(199_997))).toBe(false)
  expect(linearPattern('^b')!('a'.repeat(199_998))).toBe(true)
  const check = linearPattern('^(?:a?){400}b$')!
  expect(check('a'.repeat(10))).toBe(false)
  expect(check('a'.repeat(2_000))).toBe(true)
})

it.each(['(a)\\1', '(?=a)b', '(?<!a)b', '(?<n>a)\\k<n>', '(', '[', '*', '[z-a]'])(
  'of %s nothing is said',
  (pattern) => expect(linearPattern(pattern)).toBeUndefined(),
)

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\n',
  '^',
  '$',
  '\\b',
  '\\B',
  '{',
  ']',
  '-',
)
const amount = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0}', '{2,}', '*?')
/** Patterns of a few characters, and texts that they may fit. */
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, amount).map(([one, times]) => one + (/^(\^|\$|\\b|\\B)$/i.test(one) ? '' : times)),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
    fc.tuple(tie('pattern'), amount).map(([inside, times]) => `(?:${inside})${times}`),
    tie('pattern').map((inside) => `(${inside})`),
  ),
}))
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' ', '{', '-', 'é'), maxLength: 8 })

it('says what RegExp says, of any pattern and any text', () => {
  assertProperty(
    fc.property(pattern, text, (source, one) => {
      let expected: boolean
      try {
        expected = new RegExp(source).test(one)
      } catch {
        return expect(linearPattern(source)).toBeUndefined()
      }
      expect({ source, is: linearPattern(source)?.(one) }).toEqual({ source, is: expected })
    }),
    { numRuns: 2_000 },
  )
})

/** The longest matches from left to right, found by asking `RegExp` about each stretch of the text. */
function longest(source: string, text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  const fits = (start: number, end: number): boolean =>
    new RegExp(
      `^[^]{${start}}(?:${source})(?=[^]{${text.length - end}}$)(?![^]{${text.length - end + 1}})`,
    ).test(text)
  for (let start = 0; start < text.length; start++) {
    let end = text.length
    while (end > start && !fits(start, end)) end--
    if (end === start) continue
    found.push({ start, end })
    start = end - 1
  }
  return found
}

it('finds the longest matches from left to right, of any pattern and any text', () => {
  assertProperty(
    fc.property(pattern, text, (source, one) => {
      let expected: { start: number; end: number }[]
      try {
        expected = longest(source, one)
      } catch {
        return expect(linearMatches(source)).toBeUndefined()
      }
      expect({ source, at: linearMatches(source)?.(one) }).toEqual({ source, at: expected })
    }),
    { numRuns: 2_000 },
  )
})

it('finds in a text of a stranger what is there, and says when that takes too long', () => {
  expect(linearMatches('PROJ-\\d+')!('PROJ-1 and PROJ-22, not proj-3')).toEqual([
    { start: 0, end: 6 },
    { start: 11, end: 18 },
  ])
  expect(linearMatches('(?:a?){400}b')!('aab')).toEqual([{ start: 0, end: 3 }])
  // A step for each place, two more for the first.
  expect(linearMatches('^b')!('a'.repeat(3_999_998))).toEqual([])
  expect(() => linearMatches('^b')!('a'.repeat(3_999_999))).toThrow(
    'The pattern takes too long for this text.',
  )
})

it('finds nothing for a pattern of more than a thousand characters, or of none that it follows', () => {
  expect(linearMatches('a'.repeat(1_000))!('b')).toEqual([])
  for (const source of ['a'.repeat(1_001), '(a)\\1', '[z-a]']) expect(linearMatches(source)).toBeUndefined()
})

it('finds many matches in time that grows with the text', () => {
  const spent = startCpuTime()
  expect(linearMatches('a')!('a '.repeat(50_000))).toHaveLength(50_000)
  // What began after a match is given up when the match is found: `a[^]*z` would go on to the end.
  expect(linearMatches('xab|a[^]*z')!('xab'.repeat(2_000))).toHaveLength(2_000)
  expect(spent()).toBeLessThan(1_000)
})

it('a check between two searches changes nothing', () => {
  const matches = linearMatches('b')!
  for (let times = 0; times < 2; times++) {
    expect(matches('b')).toEqual([{ start: 0, end: 1 }])
    expect(linearPattern('c')!('')).toBe(false)
  }
})
