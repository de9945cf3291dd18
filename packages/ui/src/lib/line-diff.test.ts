import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineDiff } from './line-diff.js'
import { wordDiff } from './word-diff.js'
import { assertProperty } from '../../../../test/support/property.js'

it('names the lines that changed and keeps the rest', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc\nd')).toEqual([
    { type: 'same', text: 'a' },
    { type: 'removed', text: 'b' },
    { type: 'added', text: 'x' },
    { type: 'same', text: 'c' },
    { type: 'added', text: 'd' },
  ])
})

it('without the added lines it is the one text, without the removed ones the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
    .map((lines) => lines.join('\n'))
  assertProperty(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after)
      const without = (type: string): string =>
        diff
          .filter((line) => line.type !== type)
          .map((line) => line.text)
          .join('\n')
      expect(without('added')).toBe(before)
      expect(without('removed')).toBe(after)
    }),
  )
})

it('word by word one digit is one digit, whatever stands around it', () => {
  expect(
    wordDiff('while (primes.length < 10) {\n  next()', 'while (primes.length < 100) {\n  next()'),
  ).toEqual([
    { type: 'same', text: 'while (primes.length < ' },
    { type: 'removed', text: '10' },
    { type: 'added', text: '100' },
    { type: 'same', text: ') {\n  next()' },
  ])
  expect(wordDiff('', 'now')).toEqual([{ type: 'added', text: 'now' }])
  expect(wordDiff('same', 'same')).toEqual([{ type: 'same', text: 'same' }])
})
