import { describe, expect, it } from 'vitest'
import { cutText, headOf, serialiseResult } from './tool-result.js'

class Point {
  x = 1
}
class Rows extends Map {}
const nameless: object = new (class extends Map {})()

describe('JSON of what a tool returned', () => {
  it.each<[unknown, string]>([
    [{}, '{}'],
    [[], '[]'],
    [Object.create(null), '{}'],
    [new Point(), '{"x":1}'],
    [[Object(5), Object('text')], '[5,"text"]'],
    [{ at: [1, null] }, '{"at":[1,null]}'],
  ])('%o', (value, json) => expect(serialiseResult(value)).toBe(json))

  it.each<[string, unknown]>([
    ['a BigInt; return a number or a string.', 1n],
    ['a Map; return a plain object or an array.', new Map()],
    ['a Rows in "a"; return a plain object or an array.', { a: new Rows() }],
    ['a special object; return a plain object or an array.', nameless],
    ['a special object; return a plain object or an array.', Object.create(Object.create(null))],
    [
      'v1.2 said no.',
      {
        toJSON() {
          throw new Error('v1.2 said no.')
        },
      },
    ],
    [
      'no words.',
      {
        toJSON() {
          throw 'no words'
        },
      },
    ],
    ['it is a undefined.', undefined],
  ])('not where it would be lost: %s', (words, value) => {
    expect(() => serialiseResult(value)).toThrow(
      new TypeError(`The tool ran, but its result cannot be written as JSON: ${words}`),
    )
  })

  it('the error of the reader is the cause', () => {
    const cause = new Error('lazy')
    const value = {
      toJSON() {
        throw cause
      },
    }
    expect(() => serialiseResult(value)).toThrow(expect.objectContaining({ cause }))
  })
})

it('a text is cut where it is too long, never inside a character', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('abc\n[Cut: the first 3 of 4 characters are above.]')
  expect([headOf('a😀', 2), headOf('a😀', 3), headOf('😀', 2), headOf('abc', 0)]).toEqual([
    'a',
    'a😀',
    '😀',
    '',
  ])
  expect(headOf('😀abc', 3)).toBe('😀a')
  // Half a character that is there from the start stays.
  expect(headOf('a\ud83d', 2)).toBe('a\ud83d')
})
