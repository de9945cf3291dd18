import { expect, test, vi } from 'vitest'
import { createWords } from './strings.js'

const { formats } = createWords()

test.each([
  [0, '< 0.1 s'],
  [3, '< 0.1 s'],
  [800, '0.8 s'],
  [4_949, '4.9 s'],
  [9_949, '9.9 s'],
  [9_960, '10 s'],
  [12_040, '12 s'],
  [59_400, '59 s'],
  [59_600, '1 min 00 s'],
  [124_000, '2 min 04 s'],
  [3_600_000, '1 h 00 min'],
  [5_400_000, '1 h 30 min'],
  [-5, '< 0.1 s'],
  [NaN, '< 0.1 s'],
])('%d ms reads %s', (ms, words) => {
  expect(formats.duration(ms)).toBe(words)
})

test('thinking is told in whole seconds from one second on', () => {
  expect(formats.roughDuration(4_100)).toBe('4 s')
  expect(formats.roughDuration(400)).toBe('0.4 s')
  expect(formats.roughDuration(960)).toBe('1 s')
})

test('figures follow the locale, words the table', () => {
  const german = createWords({ duration: { seconds: (value) => `${value} Sek.` } }, 'de')
  expect(german.formats.number(1_204)).toBe('1.204')
  expect(german.formats.duration(800)).toBe('0,8 Sek.')
  expect(german.strings.jump.latest).toBe('Jump to latest')
})

test('money in a currency, and in credits that are none', () => {
  expect(formats.money(0.0031, 'USD')).toBe('$0.0031')
  expect(formats.money(12, 'EUR')).toBe('€12.00')
  expect(formats.money(3, 'credits')).toBe('3 credits')
})

test.each([
  ['de', 'de'],
  ['en-gb', 'en-GB'],
  ['en_US', 'en-US'],
  ['de_CH.UTF-8', 'de-CH'],
  ['en-US@posix', 'en-US'],
  ['sr_RS@latin', 'sr-RS'],
  ['C', 'en'],
  ['c.UTF-8', 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['not a language', 'en'],
  [null, 'en'],
  [{}, 'en'],
] as [string, string][])('the tag %s is taken as %s, and nothing throws', (tag, locale) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const words = createWords(undefined, tag).formats
  createWords(undefined, tag)
  expect(words.locale).toBe(locale)
  expect(words.number(1)).toBe('1')
  expect(warn.mock.calls.length).toBeLessThanOrEqual(1)
  warn.mockRestore()
})
