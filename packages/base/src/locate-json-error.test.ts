import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from './json.js'
import { locateJsonError } from './locate-json-error.js'
import { assertProperty } from '../../../test/support/property.js'

it.each([
  ['{"a":1,}', 7, 'a key in double quotes'],
  ["{'a':1}", 1, 'a key in double quotes or "}"'],
  ['{"a":NaN}', 5, 'a value'],
  ['{"a":01}', 6, '"," or "}"'],
  ['{"a":"x\ny"}', 7, 'an escaped control character'],
  ['{"a":"\\x41"}', 6, 'a valid escape'],
  ['{"a":"hel', 9, 'the end of a string'],
  ['{"a":1} Done.', 8, 'the end'],
  ['{"a" 1}', 5, '":"'],
  ['[1 2]', 3, '"," or "]"'],
  ['[1,]', 3, 'a value'],
  ['{"a":"\\u12"}', 6, 'a valid escape'],
  ['{"a\\x":1}', 3, 'a valid escape'],
  ['["a\\x"]', 3, 'a valid escape'],
  ['[1.]', 2, '"," or "]"'],
  ['[-]', 1, 'a value'],
  ['', 0, 'a value'],
])('names the place in %j', (text, position, expected) => {
  expect(locateJsonError(text)).toEqual({ position, expected })
})

it.each([
  '{}',
  '[]',
  ' { "a" : [ ] , "b" : { } } ',
  '[-0.5e+10,1E5,-12,10.25e-3,0]',
  '["\\u00e9\\n\\"\\/\\b\\f\\r\\t\\\\ ", true, false, null]',
  '\t"x"\r\n',
])('finds nothing in %s', (text) => {
  expect(locateJsonError(text)).toBeUndefined()
  JSON.parse(text)
})

it('finds a place exactly where the engine refuses the text, and the text before it could have gone on', () => {
  const broken = fc
    .tuple(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '\\', '}', ']', '{', ':', 'x', '0', '\n', '\t'),
    )
    .map(([value, at, put]) => {
      const text = JSON.stringify(value, null, at % 3)
      const cut = at % (text.length + 1)
      return text.slice(0, cut) + put + text.slice(cut + (at % 2))
    })
  assertProperty(
    fc.property(broken, (text) => {
      const place = locateJsonError(text)
      expect(place === undefined).toBe(parseJson(text) !== undefined)
      // Cut where it broke, it is still broken, and at no earlier place.
      if (place)
        expect(locateJsonError(text.slice(0, place.position))?.position ?? place.position).toBe(
          place.position,
        )
    }),
    { numRuns: 2_000 },
  )
})

it('reads millions of characters and a hundred thousand brackets without a stack', () => {
  expect(locateJsonError(`{"s":"${'x'.repeat(5_000_000)}`)?.expected).toBe('the end of a string')
  expect(locateJsonError('['.repeat(100_000))).toEqual({ position: 100_000, expected: 'a value' })
})
