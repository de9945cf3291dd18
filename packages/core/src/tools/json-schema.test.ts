import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readJsonSchema } from './json-schema.js'

const verdict = (schema: object, value: unknown): boolean => {
  const result = readJsonSchema({ properties: { x: schema } })['~standard'].validate({ x: value })
  return !(result as { issues?: unknown }).issues
}
const words = (schema: object, value: object): string[] => {
  const { issues = [] } = readJsonSchema(schema)['~standard'].validate(value) as {
    issues?: { message: string; path: PropertyKey[] }[]
  }
  return issues.map(({ message, path }) => `${path.join('.')}: ${message}`)
}

describe('a value fits or does not, as another reader of JSON Schema says too', () => {
  const object = { type: 'object', properties: { a: { type: 'number' } } }
  const longHost = `${`${'a'.repeat(62)}.`.repeat(4)}b`
  it.each<[schema: object, fits: unknown[], doesNot: unknown[]]>([
    [{ type: 'string' }, ['', 'a'], [1, null, [], {}]],
    [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', 'abc'], ['a', 'abcd']],
    [{ type: 'number' }, [0, -1.5], ['1', null, true]],
    [{ type: 'integer' }, [0, 3], [1.5, '1']],
    [{ type: 'number', minimum: 1, maximum: 2 }, [1, 1.5, 2], [0.9, 2.1]],
    [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2]],
    [{ type: 'number', minimum: 1, exclusiveMinimum: true }, [1.1], [1]],
    [{ type: 'number', maximum: 1, exclusiveMaximum: true }, [0.9], [1]],
    [{ type: 'number', multipleOf: 0.1 }, [0.3, 1], [0.35]],
    [{ type: 'boolean' }, [true, false], [0, 'true']],
    [{ type: 'null' }, [null], [0, '']],
    [{ type: ['string', 'null'] }, ['a', null], [1]],
    [{ enum: ['a', 'b'] }, ['a'], ['c', 1]],
    [{ enum: ['a', 1, null] }, ['a', 1, null], ['1', false]],
    [{ const: 'a' }, ['a'], ['b']],
    [object, [{}, { a: 1 }, { a: 1, b: 'x' }], [{ a: '1' }, [], null]],
    [{ ...object, required: ['a'] }, [{ a: 1 }], [{}, { b: 1 }]],
    [{ ...object, additionalProperties: false }, [{}, { a: 1 }], [{ b: 1 }]],
    [{ ...object, additionalProperties: { type: 'string' } }, [{ a: 1, b: 'x' }], [{ b: 1 }]],
    [{ type: 'object', minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 2, c: 3 }]],
    [{ type: 'object', propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
    [{ type: 'array', items: { type: 'number' } }, [[], [1, 2]], [['a'], {}, 'a']],
    [{ type: 'array', items: {}, minItems: 1, maxItems: 2 }, [[1]], [[], [1, 2, 3]]],
    [
      { type: 'array', uniqueItems: true },
      [
        [1, '1'],
        [{ a: 1 }, { a: 2 }],
      ],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [{ type: 'array', contains: { const: 1 } }, [[0, 1]], [[0], []]],
    [
      { type: 'array', contains: { const: 1 }, minContains: 2, maxContains: 3 },
      [[1, 1]],
      [[1], [1, 1, 1, 1]],
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      [['a', 1]],
      [[1], ['a', 'b']],
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, ['a', 1], [true, null]],
    [{ oneOf: [{ type: 'number' }, { type: 'string' }] }, ['a', 1], [true]],
    [
      {
        oneOf: [
          { type: 'number', minimum: 0 },
          { type: 'number', maximum: 9 },
        ],
      },
      [-1, 10],
      [5],
    ],
    [
      {
        allOf: [
          { type: 'string', minLength: 1 },
          { type: 'string', maxLength: 2 },
        ],
      },
      ['a'],
      ['', 'abc'],
    ],
    [
      { type: 'string', format: 'date' },
      ['2026-02-28'],
      ['2026-02-30', '2026-2-3', 'x', 'x2026-02-28', '2026-02-28x', '2026-02', '-002026-02-28'],
    ],
    [{ type: 'string', format: 'time' }, ['12:30:00Z', '12:30:00.5+01:00'], ['12:30', '25:00:00Z']],
    [
      { type: 'string', format: 'date-time' },
      ['2026-02-28T12:30:00Z'],
      ['2026-02-28', '2026-02-28T1:2:3Z', '2026-02-30T12:30:00Z', '2026-02-28 12:30:00Z'],
    ],
    [{ type: 'string', format: 'duration' }, ['P1D', 'PT1H30M', 'P2W'], ['P', 'PT', '1D']],
    [{ type: 'string', format: 'uuid' }, ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567']],
    [{ type: 'string', format: 'uri' }, ['https://a.example/b'], ['a b', '/x']],
    [{ type: 'string', format: 'email' }, ['a.b@c.example'], ['a', 'a@b', 'a b@c.example', '@c.example']],
    [
      { type: 'string', format: 'ipv4' },
      ['127.0.0.1', '255.255.255.255'],
      ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4x', '1.2.3.4.5'],
    ],
    [
      { type: 'string', format: 'ipv6' },
      ['::1', '2001:db8::8a2e:370:7334', '0000:0000:0000:0000:0000:0000:255.255.255.255'],
      ['1.2.3.4', ':::', 'g::', '::1]/a', 'a:b@[::1', '::1\n'],
    ],
    [
      { type: 'string', format: 'hostname' },
      ['a.example', 'localhost', longHost],
      ['-a', 'a..b', `${longHost}b`],
    ],
  ])('%j', (schema, fits, doesNot) => {
    expect(fits.filter((value) => !verdict(schema, value))).toEqual([])
    expect(doesNot.filter((value) => verdict(schema, value))).toEqual([])
    const other = z.fromJSONSchema({ type: 'object', properties: { x: schema } } as never)
    expect(fits.filter((x) => !other.safeParse({ x }).success)).toEqual([])
    expect(doesNot.filter((x) => other.safeParse({ x }).success)).toEqual([])
  })
})

it('a keyword says something of values of its own kind alone, also where no kind is named', () => {
  const schema = { minLength: 2, minimum: 5, required: ['a'], minItems: 1 }
  expect([
    verdict(schema, 'ab'),
    verdict(schema, 5),
    verdict(schema, { a: 1 }),
    verdict(schema, [1]),
  ]).not.toContain(false)
  expect([verdict(schema, 'a'), verdict(schema, 4), verdict(schema, {}), verdict(schema, [])]).not.toContain(
    true,
  )
})

it('a format or a kind that is not known is not checked', () => {
  expect(verdict({ type: 'string', format: 'knitting-pattern' }, 'x')).toBe(true)
  expect(verdict({ type: 'file' }, 'x')).toBe(true)
})

it('the letters of a date and time may be small (RFC 3339, 5.6)', () => {
  expect(verdict({ format: 'date-time' }, '2026-02-28t12:30:00z')).toBe(true)
})

it('null is fine where an API description says nullable', () => {
  expect([verdict({ type: 'string', nullable: true }, null), verdict({ type: 'string' }, null)]).toEqual([
    true,
    false,
  ])
})

it('absent properties get the default of the schema, through references too; what is given stays', async () => {
  const schema = readJsonSchema({
    properties: {
      a: { type: 'number', default: 1 },
      b: { $ref: '#/$defs/b' },
      c: { type: 'object', properties: { d: { default: [] } } },
    },
    required: ['a'],
    $defs: { b: { type: 'string', default: 'x' } },
  })
  expect(await schema['~standard'].validate({ c: {} })).toEqual({ value: { a: 1, b: 'x', c: { d: [] } } })
  expect(await schema['~standard'].validate({ a: 2, b: 'y' })).toEqual({ value: { a: 2, b: 'y' } })
})

it('the words name the place, what was expected and what came', () => {
  const schema = {
    properties: {
      city: { type: 'string' },
      days: { type: 'array', items: { type: 'integer', minimum: 1 } },
      unit: { enum: ['C', 'F'] },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['city'],
    additionalProperties: false,
  }
  expect(words(schema, { days: [1, 0, '2'], unit: 'K', either: 3, other: 1 })).toEqual([
    'days.1: Too small: expected number to be >=1',
    'days.2: Invalid input: expected integer, received string',
    'unit: Invalid option: expected one of "C"|"F"',
    'either: Invalid input: fits none of 2 choices',
    'other: Unrecognized key: "other"',
    'city: Invalid input: it is required, received undefined',
  ])
})

it.each<[object, unknown, string]>([
  [{ minLength: 2 }, 'a', 'Too small: expected string to have >=2 characters'],
  [{ maxLength: 1 }, 'ab', 'Too big: expected string to have <=1 characters'],
  [{ format: 'email' }, 'a', 'Invalid email'],
  [{ minItems: 1 }, [], 'Too small: expected array to have >=1 items'],
  [{ maxItems: 1 }, [1, 2], 'Too big: expected array to have <=1 items'],
  [{ uniqueItems: true }, [1, 1], 'Array items must be unique'],
  [{ contains: { const: 1 } }, [2], 'Too small: expected array to have >=1 items that fit "contains"'],
  [{ minProperties: 1 }, {}, 'Too small: expected object to have >=1 properties'],
  [{ maxProperties: 0 }, { a: 1 }, 'Too big: expected object to have <=0 properties'],
  [{ maximum: 1 }, 2, 'Too big: expected number to be <=1'],
  [{ exclusiveMinimum: 1 }, 1, 'Too small: expected number to be >1'],
  [{ exclusiveMaximum: 1 }, 1, 'Too big: expected number to be <1'],
  [{ multipleOf: 2 }, 3, 'Invalid number: must be a multiple of 2'],
  [{ type: ['string', 'number'] }, null, 'Invalid input: expected string or number, received null'],
  [{ not: {} }, [], 'Invalid input: nothing is allowed here, received array'],
  [{ anyOf: [{ type: 'string' }] }, 1, 'Invalid input: expected string, received number'],
  [{ oneOf: [{ type: 'number' }, { minimum: 0 }] }, 1, 'Invalid input: fits more than one of 2 choices'],
  [{ type: 'string', nullable: true }, 5, 'Invalid input: expected string, received number'],
])('a value that %j refuses: %j', (schema, value, message) => {
  expect(words({ properties: { x: schema } }, { x: value })).toEqual([`x: ${message}`])
})

it.each<[object, unknown]>([
  [{ minLength: '5', maxLength: '0' }, 'a'],
  [{ minItems: '5', maxItems: '0' }, [1]],
  [{ minimum: '5', maximum: '0', exclusiveMinimum: '5', exclusiveMaximum: '0' }, 1],
  [{ exclusiveMinimum: true, exclusiveMaximum: true }, 1],
  [{ multipleOf: '2' }, 3],
  [{ multipleOf: 0 }, 3],
  [{ multipleOf: -2 }, 3],
  [{ format: 5 }, 'a'],
  [{ required: [5, {}] }, {}],
  [{ $ref: 5, allOf: 5, anyOf: 5, oneOf: 5, enum: 5 }, 'a'],
  [{ $ref: 'https://a.example/schema' }, 'a'],
  [{ $ref: ['#'] }, 'a'],
  [{ type: [] }, 'a'],
])('a rule that is none of JSON Schema, %j, is not checked', (schema, value) => {
  expect(words({ properties: { x: schema } }, { x: value })).toEqual([])
})

it('one choice of anyOf is enough, and more do no harm', () => {
  expect(verdict({ anyOf: [{ type: 'number' }, { minimum: 0 }] }, 1)).toBe(true)
})

it('any key may match one of the patterns of keys, where there are some', () => {
  const schema = (patternProperties: object, other: unknown) => ({
    patternProperties,
    additionalProperties: other,
  })
  for (const other of [false, { type: 'string' }]) {
    expect(verdict(schema({ a: { type: 'null' } }, other), { b: 1 })).toBe(true)
    expect(verdict(schema({}, other), { b: 1 })).toBe(false)
  }
})

it('large and small numbers are multiples as people count them', () => {
  expect(verdict({ multipleOf: 0.01 }, 19.99)).toBe(true)
  expect(verdict({ multipleOf: 0.01 }, 1_234_567_890.01)).toBe(true)
  expect(verdict({ multipleOf: 0.1 }, 12_603_299.7)).toBe(true)
  expect(verdict({ multipleOf: 1e6 }, 1)).toBe(false)
  // A billionth is rounding.
  expect(verdict({ multipleOf: 1 }, 1e-9)).toBe(true)
  expect(verdict({ multipleOf: 1 }, 1.1e-9)).toBe(false)
})

it('definitions that lead to each other have no default', async () => {
  const schema = readJsonSchema({
    properties: { x: { $ref: '#/$defs/a' }, y: { $ref: 'https://a.example/b', default: 2 } },
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  })
  expect(await schema['~standard'].validate({})).toEqual({ value: { y: 2 } })
  expect(schema['~standard'].vendor).toBe('antiphon')
})

it('a default beside a reference counts, and a hundred references may lead to one; others lead to none', async () => {
  const $ref = (at: number): object => ({ $ref: `#/$defs/${at}` })
  const schema = readJsonSchema({
    properties: {
      own: { ...$ref(100), default: 'own' },
      far: $ref(1),
      tooFar: $ref(0),
      middle: { $ref: '#/properties/100' },
      list: { $ref: ['#/$defs/100'] },
    },
    $defs: Object.fromEntries(
      Array.from({ length: 101 }, (_, at) => [at, at === 100 ? { default: 'far' } : $ref(at + 1)]),
    ),
  })
  expect(await schema['~standard'].validate({})).toEqual({ value: { own: 'own', far: 'far' } })
})

it('a reference to a definition that is not there says so', () => {
  const schema = readJsonSchema({ properties: { x: { $ref: '#/$defs/none' } }, $defs: {} })
  expect(() => schema['~standard'].validate({ x: 1 })).toThrow('its reference #/$defs/none leads to nothing')
})
