import { countWork } from '../../../../test/support/count-work.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revealText, revealToString } from './reveal-text.js'
import { assertProperty } from '../../../../test/support/property.js'

const shows = (text: string): string => revealToString(text)

test.each([
  ['a zero-width space inside a name', 'trans\u200bfer', 'trans[U+200B]fer'],
  ['a joiner inside a Latin name', 'trans\u200dfer', 'trans[U+200D]fer'],
  ['a soft hyphen', 'a\u00adb', 'a[U+00AD]b'],
  ['an override that turns the line', 'invoice\u202egpj.exe', 'invoice[U+202E]gpj.exe'],
  ['an escape sequence', 'a\u001b[2Jb', 'a[ESC][2Jb'],
  ['a carriage return that overwrites', 'rm -rf /\rls', 'rm -rf /[CR]ls'],
  ['a line separator', 'a\u2028b', 'a[U+2028]b'],
  ['a Cyrillic letter in a Latin word', 'g\u0435t', 'gеt'],
  ['a sentence in tag characters', 'Hi\u{e0068}\u{e0069}', 'Hi[hi]'],
  ['tags behind a flag that is none', '\u{1f3f4}\u{e0072}\u{e006d}\u{e007f}', '\u{1f3f4}[rm U+E007F]'],
  ['a private character', '\ue000', '[U+E000]'],
  ['half of a pair', 'a\ud83d', 'a[U+D83D]'],
])('%s becomes visible', (_, text, expected) => {
  expect(shows(text)).toBe(expected)
  expect(revealText(text).some((segment) => segment.type !== 'text')).toBe(true)
})

test.each([
  ['a flag of a nation inside a state', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['an emoji with its selector', '\u2764\ufe0f'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a joiner inside a Persian word', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Hebrew beside Latin', '\u05e9\u05dc\u05d5\u05dd hello'],
  ['a direction mark', 'C++\u200f'],
  ['a name in its own alphabet', 'Moscow (\u041c\u043e\u0441\u043a\u0432\u0430)'],
  ['decomposed accents', 're\u0301sume\u0301.txt'],
  ['tabs and line ends', 'a\tb\r\nc\n'],
  ['Greek in a formula', '\u0394t = 5 \u00b5s'],
])('%s stays as it is', (_, text) => {
  expect(revealText(text)).toEqual([{ type: 'text', text }])
})

test('blanks that push a command out of sight are counted', () => {
  expect(revealText(`ls${' '.repeat(400)}; rm`, { padding: true })).toEqual([
    { type: 'text', text: 'ls' },
    { type: 'padding', count: 400, unit: 'spaces' },
    { type: 'text', text: '; rm' },
  ])
  expect(revealText(`ls${'\n'.repeat(40)}rm`, { padding: true })[1]).toEqual({
    type: 'padding',
    count: 40,
    unit: 'lines',
  })
})

test('plain ASCII is never touched, nothing is lost, nothing throws', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(shows(text)).toBe(text)
    }),
  )
  assertProperty(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const kept = revealText(text).map((segment) => (segment.type === 'text' ? segment.text : ''))
      expect(text.length).toBeGreaterThanOrEqual(kept.join('').length)
    }),
  )
})

test('a long text costs linear time', () => {
  for (const unit of ['a\u200b', 'AАAА']) {
    const cost = (times: number) => countWork(() => void revealText(unit.repeat(times)))
    expect(cost(50_000)).toBeLessThan(cost(5_000) * 15)
  }
})
