import { countWork } from '../../../../test/support/count-work.js'
import { describe, expect, it, vi } from 'vitest'
import { createPartialJsonReader, readPartialJson } from './index.js'

const ended = (text: string, options?: Parameters<typeof readPartialJson>[1]) => {
  const reader = readPartialJson(text, options)
  reader.end()
  return reader
}

describe('a value that is still arriving', () => {
  it.each([
    ['', undefined],
    [' ', undefined],
    ['{', {}],
    ['{"ci', {}],
    ['{"city"', {}],
    ['{"city":', {}],
    ['{"city":"', { city: '' }],
    ['{"city":"Os', { city: 'Os' }],
    ['{"city":"Oslo","n":tru', { city: 'Oslo' }],
    ['{"city":"Oslo","n":true', { city: 'Oslo', n: true }],
    ['{"n":-', {}],
    ['{"n":-1', { n: -1 }],
    ['{"n":-1.', { n: -1 }],
    ['{"n":-1.5e', { n: -1.5 }],
    ['{"n":-1.5e+2', { n: -150 }],
    ['[[1,2],[3', [[1, 2], [3]]],
    ['"tab \\', 'tab '],
    ['"\\u00e', ''],
    ['"\\u00e9', 'é'],
  ])('is read from %j as far as it goes', (text, value) => {
    const { error, ...reader } = readPartialJson(text).snapshot()
    expect([reader.value, reader.complete, error]).toEqual([value, false, undefined])
  })

  it('says of each field whether it may still grow', () => {
    const reader = createPartialJsonReader()
    const fields = () => [[], ['a'], ['rows'], ['rows', 0], ['rows', 1], ['rows', 1, 'n']].map(reader.status)
    expect(fields()).toEqual(['arriving', 'absent', 'absent', 'absent', 'absent', 'absent'])
    reader.push('{"a":"x","rows":[{"n":1},{"n":2')
    expect(fields()).toEqual(['arriving', 'complete', 'arriving', 'complete', 'arriving', 'arriving'])
    reader.push('}')
    expect(fields()).toEqual(['arriving', 'complete', 'arriving', 'complete', 'complete', 'complete'])
    reader.push(']}')
    expect(new Set(fields())).toEqual(new Set(['complete']))
    expect(reader.complete).toBe(true)
    expect(reader.status(['rows', 'length'])).toBe('absent')
    expect(reader.status(['toString'])).toBe('absent')
  })

  it('is marked as cut off when nothing more comes', () => {
    const reader = ended('{"a":1,"b":"hal')
    expect(reader.status(['b'])).toBe('cut-off')
    expect(reader.status(['a'])).toBe('complete')
    expect(reader.complete).toBe(false)
    expect(reader.value).toEqual({ a: 1, b: 'hal' })
  })

  it('takes a number on its own for whole at the end only', () => {
    const reader = readPartialJson('12')
    expect([reader.value, reader.complete]).toEqual([12, false])
    reader.end()
    expect([reader.value, reader.complete]).toEqual([12, true])
  })

  it('never shows half of a character', () => {
    const reader = createPartialJsonReader()
    const seen = Array.from('"\\ud83d\\ude00"', (char) => {
      reader.push(char)
      return reader.value
    })
    expect(new Set(seen)).toEqual(new Set(['', '😀']))
    expect(readPartialJson('"\ud83d').value).toBe('')
    expect(readPartialJson('"\\ud83d"').value).toBe('\ud83d')
  })
})

describe('a moment', () => {
  it('stays as it was, and shares everything that did not grow since', () => {
    const reader = createPartialJsonReader<{ rows: { n: number }[]; tail: { s: string; t: object } }>()
    reader.push('{"rows":[{"n":1},{"n":2}],"tail":{"t":{},"s":"a')
    const before = reader.snapshot()
    expect(reader.snapshot()).toBe(before)
    reader.push('b')
    const after = reader.snapshot()
    expect(before.value).toEqual({ rows: [{ n: 1 }, { n: 2 }], tail: { t: {}, s: 'a' } })
    expect(after.value).not.toBe(before.value)
    expect(after.value?.rows).toBe(before.value?.rows)
    expect(after.value?.tail).not.toBe(before.value?.tail)
    expect(after.value?.tail?.t).toBe(before.value?.tail?.t)
    expect(before.status(['tail', 's'])).toBe('arriving')
  })

  it('has the same value as long as only keys, spaces or half an escape arrive', () => {
    const reader = readPartialJson('{"a":["x"')
    const { value } = reader
    for (const piece of [' ', ',', '\n']) reader.push(piece)
    expect(reader.value).toBe(value)
    reader.push(']')
    reader.push(',"key"')
    expect(reader.value).toBe(value)
  })
})

describe('a text that is no JSON', () => {
  it.each([
    ['{"a":1,}', 7, 'Expected a key in double quotes at position 7 but found "}".', { a: 1 }],
    ['[1,2}', 4, 'Expected a comma or "]" at position 4 but found "}".', [1, 2]],
    ['{"a":01}', 6, 'Expected a number as JSON writes it at position 6 but found "1".', { a: 0 }],
    ['{"a":1} Done', 8, 'Expected nothing more at position 8 but found "D".', { a: 1 }],
    ['\ufeff{}', 0, 'Expected a value at position 0 but found "\ufeff".', undefined],
    ['{"a":"x\n"}', 7, expect.stringContaining('line breaks escaped at position 7'), { a: 'x' }],
    ['{"a":1.5.2}', 8, 'Expected a number as JSON writes it at position 8 but found ".".', { a: 1.5 }],
    [`[${'1'.repeat(99)}-1]`, 100, expect.stringContaining('found "-"'), [Number('1'.repeat(64))]],
    ['{"a":nul1}', 8, 'Expected the rest of true, false or null at position 8 but found "1".', {}],
  ])('%j says what is wrong and where, and keeps what came before', (text, offset, message, value) => {
    const reader = createPartialJsonReader()
    for (const char of text) reader.push(char)
    expect(reader.error).toEqual({ code: 'syntax', offset, message })
    expect(reader.value).toEqual(value)
    expect(reader.complete).toBe(false)
  })

  it('says of one that was cut where, and before what', () => {
    expect(ended('{"a":').error).toEqual({
      code: 'cut_off',
      offset: 5,
      message: 'The text ends at position 5, before a value.',
    })
    expect(ended('').error).toMatchObject({ code: 'cut_off', offset: 0 })
  })

  it('S52: is not read deeper or further than the limits', () => {
    const deep = ended('['.repeat(100_000))
    expect(deep.error).toEqual({
      code: 'depth',
      offset: 500,
      message: 'Containers are nested deeper than 500 at position 500.',
    })
    expect(ended('['.repeat(500) + ']'.repeat(500)).complete).toBe(true)
    expect(ended('"12345"', { maxLength: 4 })).toMatchObject({
      value: '123',
      error: { code: 'size', offset: 4, message: 'The text is longer than 4 characters.' },
    })
    expect(ended('[1]', { maxLength: 3 }).error).toBeUndefined()
  })

  it('is refused by a reader that has ended', () => {
    const reader = ended('1')
    expect(() => reader.push('2')).toThrow('This reader has ended')
  })
})

describe('names that mean something to JavaScript', () => {
  it.each(['{"__proto__":{"polluted":1}}', '{"a":[{"\\u005f_proto__":{"polluted":1,"x":"y"}}]}'])(
    'are fields like any other: %s',
    (text) => {
      const reader = createPartialJsonReader()
      for (const char of text) {
        reader.push(char)
        expect(Object.getPrototypeOf(reader.value ?? {})).toBe(Object.prototype)
      }
      expect(JSON.stringify(reader.value)).toBe(JSON.stringify(JSON.parse(text)))
      expect(({} as { polluted?: number }).polluted).toBeUndefined()
    },
  )

  it('such as constructor are absent until they arrive', () => {
    const reader = readPartialJson('{"constructor":{"prototype":{"polluted":1')
    expect(reader.value).toEqual({ constructor: { prototype: { polluted: 1 } } })
    expect(reader.status(['constructor', 'prototype', 'valueOf'])).toBe('absent')
  })
})

describe('R7: the cost', () => {
  const spied = (pieces: string[], look: boolean): number => {
    const units = vi.spyOn(String.prototype, 'charCodeAt')
    const parse = vi.spyOn(JSON, 'parse')
    try {
      const reader = createPartialJsonReader()
      for (const piece of pieces) {
        reader.push(piece)
        if (look) reader.snapshot()
      }
      expect(parse).not.toHaveBeenCalled()
      return units.mock.calls.length
    } finally {
      vi.restoreAllMocks()
    }
  }
  const argument = (fragments: number) => ['{"s":"', ...Array<string>(fragments).fill('ab'), '"}']

  it('grows with the length of the text, not with the number of pieces times the length', () => {
    const small = spied(argument(2000), true)
    expect(spied(argument(4000), true)).toBeLessThan(small * 2.01)
    expect(small).toBeLessThan(2000 * 2 * 2)
  })

  it('of 100,000 pieces of one text, each looked at, is ten times that of 10,000', () => {
    const cost = (pieces: number) =>
      countWork(() => {
        const reader = createPartialJsonReader<{ s: string }>()
        for (const piece of argument(pieces)) {
          reader.push(piece)
          reader.snapshot()
        }
        expect(reader.value?.s).toHaveLength(pieces * 2)
      })
    expect(cost(100_000)).toBeLessThan(cost(10_000) * 15)
  })
})
