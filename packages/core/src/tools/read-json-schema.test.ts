import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../../../test/support/cpu-time.js'
import { validateArguments } from './arguments.js'
import type { JsonSchema, ToolParameters } from './schema.js'

/** The arguments as the tool gets them, or the words. */
async function check(parameters: ToolParameters, value: unknown): Promise<unknown> {
  try {
    return await validateArguments({ name: 't', description: '', parameters }, value)
  } catch (error) {
    return (error as Error).message
  }
}
const text = (pattern: string) => ({ type: 'string', pattern })
const never = 'a'.repeat(28) + '!'

describe('patterns of a schema', () => {
  it('never run, wherever they are', async () => {
    const evil = text('^(a+)+$')
    const schemas: [JsonSchema, unknown][] = [
      [{ properties: { x: evil } }, { x: never }],
      [
        { properties: { x: { ...evil, type: ['string', 'null'], description: 'd', default: 'a' } } },
        { x: never },
      ],
      [{ properties: { x: { anyOf: [evil, { type: 'null' }] } } }, { x: never }],
      [{ properties: { x: { oneOf: [evil, { type: 'null' }] } } }, { x: never }],
      [{ properties: { x: { type: 'string', allOf: [evil] } } }, { x: never }],
      [{ properties: { x: { type: 'array', items: evil } } }, { x: [never] }],
      [{ properties: { x: { type: 'array', prefixItems: [evil] } } }, { x: [never] }],
      [{ properties: { x: { type: 'array', contains: evil } } }, { x: [never] }],
      [{ additionalProperties: evil }, { x: never }],
      [{ propertyNames: evil }, { [never]: 1 }],
      [{ propertyNames: { pattern: '^(a+)+$' } }, { [never]: 1 }],
      [{ patternProperties: { '^(a+)+$': { type: 'number' } }, additionalProperties: false }, { [never]: 1 }],
      [{ properties: { x: { $ref: '#/$defs/e' } }, $defs: { e: evil } }, { x: never }],
      [{ properties: { x: {} }, patternProperties: { x: evil } }, { x: never }],
    ]
    const checked: JsonSchema[] = []
    for (const [schema, value] of schemas)
      if (!isDeepStrictEqual(await check(schema, value), value)) checked.push(schema)
    expect(checked).toEqual([])
  })

  it('that are not regular expressions are no fault', async () => {
    expect(await check({ properties: { x: text('(') } }, { x: 'b' })).toEqual({ x: 'b' })
  })

  it('that stand among data, or are none, mean nothing', async () => {
    const data = { pattern: '(', not: 1, $ref: 'x', patternProperties: { '(': 1 } }
    for (const not of [undefined, { type: 'null' }]) {
      const schema = { properties: { x: { type: 'object', default: data, ...(not && { not }) } } }
      expect(await check(schema, {})).toEqual({ x: data })
    }
    for (const pattern of [5, ['b']])
      expect(await check({ properties: { x: { type: 'string', pattern } } }, { x: 'a' })).toEqual({ x: 'a' })
  })

  it('of keys leave the named keys and the rule for names as they are', async () => {
    const schema = {
      properties: { id: { type: 'number' } },
      patternProperties: { '^x-': { type: 'number' } },
      propertyNames: { maxLength: 3 },
      additionalProperties: false,
    }
    expect(await check(schema, { id: 1, 'x-a': 'any' })).toEqual({ id: 1, 'x-a': 'any' })
    expect(await check(schema, { id: 'one' })).toContain('id:')
    expect(await check(schema, { 'x-ab': 1 })).toContain('x-ab:')
  })
})

it('no format takes long over a long text', async () => {
  const formats =
    'email uri uuid date-time date time duration hostname ipv4 ipv6 mac cidr cidr-v6 base64 base64url e164 jwt emoji nanoid cuid cuid2 ulid xid ksuid iban credit_card'
  const slow: string[] = []
  for (const format of formats.split(' '))
    for (const unit of ['a', '1', 'a.', '1:', '-', '@', 'AAAA', '😀', 'PT1', '1/'])
      for (const end of ['', '!', '@']) {
        const value = { x: unit.repeat(20_000) + end }
        const spent = startCpuTime()
        await check({ properties: { x: { type: 'string', format } } }, value)
        if (spent() > 5_000) slow.push(`${format} ${unit} ${end}`)
      }
  expect(slow).toEqual([])
})

describe('references of a schema', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `d${n}`,
      { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  )
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }
  let deep: unknown = { end: 1 }
  for (let n = 0; n < 40; n++) deep = { next: deep }

  it.each<[string, JsonSchema, unknown]>([
    [
      'that lead in a circle',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      {},
    ],
    ['to itself', { $ref: '#' }, {}],
    ['that double each other', { $ref: '#/$defs/d0', $defs: { ...doubling, d30: {} } }, {}],
    [
      'that double each other with each level of the arguments',
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            anyOf: [
              { ...node, required: ['x'] },
              { ...node, required: ['y'] },
            ],
          },
        },
      },
      deep,
    ],
  ])('%s end in words', async (_, schema, value) => {
    const spent = startCpuTime()
    expect(await check(schema, value)).toMatch(
      /failed while checking the arguments: Error: its (references|parts) /,
    )
    expect(spent()).toBeLessThan(5_000)
  })

  it('kinds that are named again and again cost nothing', async () => {
    let schema: object = { type: 'string' }
    for (let n = 0; n < 30; n++) schema = { type: ['object', 'object'], properties: { x: schema } }
    const spent = startCpuTime()
    expect(await check({ properties: { x: schema } }, { x: {} })).toEqual({ x: {} })
    expect(spent()).toBeLessThan(5_000)
  })

  it('to what holds itself are checked as deep as the arguments go', async () => {
    const schema = { $ref: '#/$defs/node', $defs: { node: { ...node, additionalProperties: false } } }
    expect(await check(schema, { next: { next: {} } })).toEqual({ next: { next: {} } })
    expect(await check(schema, { next: { next: { other: 1 } } })).toContain('Unrecognized key')
  })

  it('into the middle of a schema, or out of it, are left to the tool', async () => {
    for (const $ref of ['#/$defs/a/properties/b', '#/properties/y', 'https://x.example/s.json'])
      expect(
        await check(
          { properties: { x: { $ref }, y: { type: 'number' } }, $defs: { a: { type: 'number' } } },
          { x: 'any' },
        ),
      ).toEqual({ x: 'any' })
  })
})

describe('a parameter that is called like what every object has', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__']
  const schema = (name: string, required: string[] = []) =>
    JSON.parse(
      `{"type":"object","properties":{"${name}":{"type":"string"}},"required":${JSON.stringify(required)}}`,
    ) as JsonSchema

  it.each(names)('%s can be left out, is missed when it must be there, and is checked', async (name) => {
    expect(await check(schema(name), {})).toEqual({})
    // Given, this one is refused by its name.
    if (name === '__proto__') return
    expect(await check(schema(name, [name]), {})).toContain('do not fit the schema')
    expect(await check(schema(name), { [name]: 'x' })).toEqual({ [name]: 'x' })
    expect(await check(schema(name), { [name]: 1 })).toContain('do not fit the schema')
    const args = (await check({ properties: { a: schema(name) } }, { a: { b: {} } })) as { a: { b: object } }
    expect(Object.getPrototypeOf(args.a.b)).toBe(Object.prototype)
  })

  it('is so in a schema of zod', async () => {
    const z = await import('zod')
    const optional = z.object({ constructor: z.string().optional(), toString: z.string().optional() })
    expect(await check(optional, {})).toEqual({})
    expect(await check(optional, { toString: 'x' })).toEqual({ toString: 'x' })
  })
})

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

it.each<[string, object, object, object]>([
  [
    'what is beside a pattern',
    { properties: { x: { ...text('^z'), minLength: 2 } } },
    { x: 'ab' },
    { x: 'b' },
  ],
  [
    'no other keys, where patterns of keys are none',
    { properties: { a: {} }, patternProperties: null, additionalProperties: false },
    { a: 1 },
    { b: 1 },
  ],
  ['that nothing fits', { properties: { a: false, b: { not: {} } } }, {}, { b: 1 }],
  ['a property that may not be there', { properties: { a: false } }, {}, { a: 1 }],
  [
    'properties that are called like keywords, beside a keyword that cannot be read',
    {
      properties: { default: { const: 'a' }, pattern: { type: 'string' }, not: { type: 'number' } },
      not: { required: ['z'] },
    },
    { default: 'a', pattern: '(', not: 1 },
    { default: 'a', not: 'one' },
  ],
  [
    'a definition that is called like a keyword',
    { properties: { x: { $ref: '#/$defs/pattern' } }, $defs: { pattern: { const: 'a' } } },
    { x: 'a' },
    { x: 'b' },
  ],
  [
    'a definition of an older draft',
    {
      $schema: DRAFT_7,
      properties: { x: { $ref: '#/definitions/pattern' } },
      definitions: { pattern: { const: 'a' } },
    },
    { x: 'a' },
    { x: 'b' },
  ],
  ...['#', '#/'].map(($ref): [string, object, object, object] => [
    `the whole with ${$ref}`,
    { properties: { x: { $ref }, y: { type: 'number' } } },
    { x: { y: 1 } },
    { x: { y: 'one' } },
  ]),
  [
    'what stands beside a note that is none',
    { properties: { x: { type: 'number', title: null } } },
    { x: 1 },
    { x: 'one' },
  ],
  [
    'nothing of a reference to elsewhere, whatever it is called there',
    {
      properties: { x: { $ref: 's.json#/$defs/a' }, y: { type: 'number' } },
      $defs: { a: { type: 'number' } },
    },
    { x: 'any' },
    { x: 1, y: 'one' },
  ],
  ...[
    'not',
    'if',
    'then',
    'else',
    'dependentSchemas',
    'dependentRequired',
    'unevaluatedProperties',
    'unevaluatedItems',
  ].map((keyword): [string, object, object, object] => [
    `what stands beside "${keyword}"`,
    { properties: { x: { type: 'number', [keyword]: { required: ['z'] } } } },
    { x: 1 },
    { x: 'one' },
  ]),
])('a schema says %s', async (_, given, fits, doesNot) => {
  // Readers are cached by schema object: a copy starts without one.
  const schema = structuredClone(given) as JsonSchema
  expect(await check(schema, fits)).toEqual(fits)
  expect(await check(schema, doesNot)).toContain('do not fit the schema')
})

it('a property whose schema is none may be anything', async () => {
  const schema = { properties: { a: null, b: 'text', c: { type: 'number' } } } as unknown as JsonSchema
  expect(await check(schema, { a: 1, b: [], c: 2 })).toEqual({ a: 1, b: [], c: 2 })
  expect(await check(schema, { c: 'two' })).toContain('c: ')
})
