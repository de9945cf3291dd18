import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createJsonSplitter } from '@antiphon/base'
import { readFrame, type FrameItem } from './body-reader.js'
import { assertProperty } from '../../../../test/support/property.js'

const value = (found: unknown): FrameItem => ({ type: 'value', value: found })
const done: FrameItem = { type: 'done' }

describe('one data payload (docs/wire 2.1)', () => {
  test.each<[string, FrameItem[]]>([
    ['{"a":1}', [value({ a: 1 })]],
    ['  {"a":1}\t', [value({ a: 1 })]],
    ['', []],
    ['  \n ', []],
    ['[DONE]', [done]],
    [' [DONE] ', [done]],
    ['[DONE] bye', [done]],
    ['"[DONE]"', [done]],
    ['data: [DONE]', [done]],
    ['data: data: {"a":1}', [value({ a: 1 })]],
    ['{"a":\n1}', [value({ a: 1 })]],
    ['{"a":1}\n{"b":2}\n[DONE]', [value({ a: 1 }), value({ b: 2 }), done]],
    ['{"a":1}{"b":"}{"}', [value({ a: 1 }), value({ b: '}{' })]],
    ['{"a":1}\n{"b":', [value({ a: 1 }), { type: 'malformed', text: '{"b":' }]],
    ['[{"a":1},{"b":2}]', [value({ a: 1 }), value({ b: 2 })]],
    ['null', [value(null)]],
    ['oops', [{ type: 'malformed', text: 'oops' }]],
    ['{"a":\noops', [{ type: 'malformed', text: '{"a":\noops' }]],
  ])('%j', (text, items) => expect(readFrame(text)).toEqual(items))
})

describe('a body of JSON values', () => {
  function split(pieces: string[], max = 1000) {
    const texts: string[] = []
    let tooLarge = 0
    const splitter = createJsonSplitter({
      onText: (text) => texts.push(text),
      onTooLarge: () => tooLarge++,
      max,
    })
    for (const piece of pieces) splitter.push(piece)
    const open = splitter.isOpen()
    splitter.end()
    return { texts, open, tooLarge }
  }

  test.each<[string, string[]]>([
    ['{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['{\n  "a": [1,\n 2]\n}', ['{\n  "a": [1,\n 2]\n}']],
    ['{"a":"}{\\""}{"b":2}', ['{"a":"}{\\""}', '{"b":2}']],
    ['\n\n {"a":1}', ['{"a":1}']],
    ['{"a":"cut\n{"b":2}\n', ['{"a":"cut', '{"b":2}']],
    ['[DONE]\nplain words\n', ['[DONE]', 'plain words']],
    ['{"a":1},\n{"b":2}', ['{"a":1}', '{"b":2}']],
  ])('%j', (text, texts) => {
    expect(split([text]).texts).toEqual(texts)
    expect(split(Array.from(text)).texts).toEqual(texts)
  })

  test('values come as they complete, not at the end', () => {
    const texts: string[] = []
    const splitter = createJsonSplitter({
      onText: (text) => texts.push(text),
      onTooLarge: () => {},
      max: 100,
    })
    splitter.push('{"a":1}{"b')
    expect(texts).toEqual(['{"a":1}'])
  })

  test('an open value is seen as cut; one that is too long is stopped', () => {
    expect(split(['{"a":[1']).open).toBe(true)
    expect(split(['{"a":1}', `{"b":"${'x'.repeat(100)}`], 50)).toEqual({
      texts: ['{"a":1}'],
      open: true,
      tooLarge: 1,
    })
  })

  test('any JSON values in lines and any pieces come out as they went in', () => {
    assertProperty(
      fc.property(
        fc.array(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), {
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 9 }),
        (values, size) => {
          const text = values.map((entry) => JSON.stringify(entry)).join('\n')
          const { texts } = split(text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [], 1e6)
          expect(texts.map((entry): unknown => JSON.parse(entry))).toEqual(JSON.parse(JSON.stringify(values)))
        },
      ),
    )
  })
})
