import { describe, expect, it } from 'vitest'
import { assertSchemaWork } from './schema.js'

const multiply = 'its parts multiply each other, and checking would not end'
const circle = 'its references lead in a circle, or too far'
/** A schema of so many parts that it fits a value once, but not `times` times. */
const large = { anyOf: Array.from({ length: 20_000 }, () => ({})) }

/** Is `large` held against this value by the schema, and how often? Each of three items counts. */
const reaches = (schema: object, value: unknown): boolean => {
  try {
    assertSchemaWork(schema, value)
    return false
  } catch (error) {
    expect((error as Error).message).toBe(multiply)
    return true
  }
}
const items = [1, 2, 3]

describe('parts that are held against each item', () => {
  it.each<[string, object, boolean]>([
    ['items', { items: large }, true],
    ['contains', { contains: large }, true],
    ['prefixItems, each for its place', { prefixItems: [large, large, large] }, true],
    ['prefixItems of two places', { prefixItems: [large, large] }, false],
    ['items beside prefixItems: for the rest', { prefixItems: [{}, {}], items: large }, false],
    ['a list of items (draft 7)', { items: [large, large, large] }, true],
    ['additionalItems beside a list of items: for the rest', { items: [], additionalItems: large }, true],
    ['additionalItems alone', { additionalItems: large }, false],
    ['items beside a list of none', { prefixItems: [], items: large }, true],
  ])('%s', (_, schema, isReached) => expect(reaches(schema, items)).toBe(isReached))
})

describe('parts that are held against each key', () => {
  const object = { a: 1, b: 2, c: 3 }
  it.each<[string, object, boolean]>([
    ['properties, each for its key', { properties: { a: large, b: large, c: large } }, true],
    ['properties of other keys', { properties: { x: large, y: large, z: large } }, false],
    ['additionalProperties', { additionalProperties: large }, true],
    [
      'additionalProperties, for the other keys',
      { properties: { a: {} }, additionalProperties: large },
      false,
    ],
    ['patternProperties, which nothing is held against', { patternProperties: { x: large } }, false],
    ['propertyNames', { propertyNames: large }, true],
  ])('%s', (_, schema, isReached) => expect(reaches(schema, object)).toBe(isReached))

  it.each(['x', 1, null, true])('none against %j', (value) =>
    expect(reaches({ properties: { length: large }, items: large, contains: large }, value)).toBe(false),
  )
})

describe('parts of the schema itself', () => {
  it.each(['allOf', 'anyOf', 'oneOf'])('%s', (key) => {
    expect(reaches({ [key]: [large, large, large] }, null)).toBe(true)
    expect(reaches({ [key]: large }, null)).toBe(false)
  })

  it.each<[string, object]>([
    ['$defs', { $ref: '#/$defs/a', $defs: { a: { anyOf: [large, large, large] } } }],
    ['definitions', { $ref: '#/definitions/a', definitions: { a: { anyOf: [large, large, large] } } }],
    ['a name with strokes', { $ref: '#/$defs/a~1~0b', $defs: { 'a/~b': { anyOf: [large, large, large] } } }],
  ])('a reference to %s', (_, schema) => expect(reaches(schema, null)).toBe(true))

  it('references to nothing, or to what every object has, cost nothing', () => {
    for (const $ref of ['#/$defs/none', '#/$defs/constructor']) {
      expect(reaches({ $ref, $defs: {} }, null)).toBe(false)
      expect(reaches({ $ref, $defs: null }, null)).toBe(false)
      expect(reaches({ $ref }, null)).toBe(false)
    }
    assertSchemaWork({ anyOf: [null, 1, {}] }, null)
  })
})

describe('limits', () => {
  it('fifty thousand parts, and four more for each character of the arguments', () => {
    // The schema itself is one part, and `null` has four characters.
    const parts = (count: number) => ({ anyOf: Array.from({ length: count }, () => ({})) })
    assertSchemaWork(parts(50_015), null)
    expect(() => assertSchemaWork(parts(50_016), null)).toThrow(multiply)
    assertSchemaWork(parts(50_016), 'xxx')
  })

  it('a hundred parts that follow each other on the spot, as many as there are further in', () => {
    const chain = (length: number): object => (length === 0 ? {} : { allOf: [chain(length - 1)] })
    assertSchemaWork(chain(100), {})
    expect(() => assertSchemaWork(chain(101), {})).toThrow(circle)
    const deep = (length: number): unknown => (length === 0 ? {} : { a: deep(length - 1) })
    assertSchemaWork({ properties: { a: { $ref: '#' } } }, deep(300))
  })
})
