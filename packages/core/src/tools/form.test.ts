import { expect, it } from 'vitest'
import { problemOf, readForm, unfitFields } from './form.js'

const field = (property: object, isRequired = false) =>
  readForm({ type: 'object', properties: { x: property }, required: isRequired ? ['x'] : [] })[0]!

it('fields are read with their words, limits, choices and defaults', () => {
  expect(
    readForm({
      type: 'object',
      properties: {
        name: {
          type: 'string',
          title: 'Your name',
          description: 'As on the card',
          maxLength: 40,
          default: 'Ann',
        },
        seats: { type: 'integer', minimum: 1, maximum: 8 },
        window: { type: 'boolean', default: true },
        day: { type: 'string', enum: ['mon', 'tue'], enumNames: ['Monday'] },
        dish: { type: 'string', oneOf: [{ const: 'f', title: 'Fish' }] },
        with: {
          type: 'array',
          minItems: 1,
          items: { anyOf: [{ const: 's', title: 'Salt' }] },
          default: ['s'],
        },
      },
      required: ['name', 'seats'],
    }),
  ).toStrictEqual([
    {
      name: 'name',
      label: 'Your name',
      description: 'As on the card',
      kind: 'text',
      isRequired: true,
      max: 40,
      options: [],
      initial: 'Ann',
    },
    { name: 'seats', label: 'seats', kind: 'integer', isRequired: true, min: 1, max: 8, options: [] },
    { name: 'window', label: 'window', kind: 'boolean', isRequired: false, options: [], initial: true },
    {
      name: 'day',
      label: 'day',
      kind: 'choice',
      isRequired: false,
      options: [
        { value: 'mon', label: 'Monday' },
        { value: 'tue', label: 'tue' },
      ],
    },
    {
      name: 'dish',
      label: 'dish',
      kind: 'choice',
      isRequired: false,
      options: [{ value: 'f', label: 'Fish' }],
    },
    {
      name: 'with',
      label: 'with',
      kind: 'choices',
      isRequired: false,
      min: 1,
      options: [{ value: 's', label: 'Salt' }],
      initial: ['s'],
    },
  ])
})

it.each<[object, unknown, string | undefined]>([
  [{ type: 'string', minLength: 2 }, 'a', 'too-short'],
  [{ type: 'string', maxLength: 1 }, '😀', undefined],
  [{ type: 'string', maxLength: 1 }, 'ab', 'too-long'],
  [{ type: 'string', format: 'email' }, 'ann', 'format'],
  [{ type: 'string', format: 'email' }, 'ann@example.com', undefined],
  [{ type: 'string', minLength: 2 }, 'ab', undefined],
  [{ type: 'string' }, 4, 'format'],
  [{ type: 'number', minimum: 1 }, 0.5, 'too-small'],
  [{ type: 'number', maximum: 1 }, 2, 'too-large'],
  [{ type: 'number', minimum: 1, maximum: 1 }, 1, undefined],
  [{ type: 'number' }, '1', 'not-number'],
  [{ type: 'number' }, Number.NaN, 'not-number'],
  [{ type: 'integer' }, 1.5, 'not-integer'],
  [{ type: 'boolean' }, 'yes', 'no-option'],
  [{ type: 'boolean' }, false, undefined],
  [{ type: 'string', enum: ['a'] }, 'b', 'no-option'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 }, [], 'too-few'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b'], 'too-many'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 1 }, ['b'], undefined],
  [{ type: 'array', items: { enum: ['a'] } }, ['c'], 'no-option'],
  [{ type: 'array', items: { enum: ['a'] } }, 'a', 'no-option'],
  [{ type: 'string' }, undefined, undefined],
])('the value of %j: %j is %s', (property, value, kind) => {
  expect(problemOf(field(property), value)?.kind).toBe(kind)
})

it('a required value must be there, and no value is taken for a field that is not', () => {
  expect(problemOf(field({ type: 'string' }, true), undefined)).toEqual({ kind: 'missing' })
  expect(unfitFields([field({ type: 'string' })], { x: 'a', y: 1 })).toEqual(['y'])
  const two = readForm({ properties: { a: { type: 'string' }, b: { type: 'string' } } })
  expect(unfitFields(two, { b: 1, a: 'a' })).toEqual(['b'])
  expect(unfitFields(two, { b: 'b', a: 'a' })).toEqual([])
})

it('forms that nobody would fill in are refused in words', () => {
  const properties = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, { type: 'string' }]))
  expect(() => readForm({ properties })).toThrow('The form has 101 fields; 100 is the most that is shown.')
  expect(() => readForm({ properties: { a: { type: 'array', items: { type: 'object' } } } })).toThrow('"a"')
  expect(() => readForm({ properties: { a: { $ref: '#' } } })).toThrow('"a"')
  expect(() => readForm({ properties: { a: null } })).toThrow('"a"')
  const hundred = Object.entries(properties).slice(0, 100)
  expect(readForm({ properties: Object.fromEntries(hundred) })).toHaveLength(100)
  for (const schema of [undefined, 'text', {}, { properties: 5 }])
    expect(() => readForm(schema)).toThrow('The form has no fields.')
  const long = 'n'.repeat(200)
  expect(() => readForm({ properties: { [long]: 5 } })).toThrow(
    `The field "${'n'.repeat(100)}" of the form is of a kind that cannot be asked for.`,
  )
})

it('a choice has options, and no more than a page can hold', () => {
  const options = (count: number) => Array.from({ length: count }, (_, n) => `${n}`)
  expect(field({ type: 'string', enum: options(1_000) }).options).toHaveLength(1_000)
  for (const property of [
    { type: 'string', enum: options(1_001) },
    { type: 'string', enum: [] },
    { type: 'string', oneOf: [{ const: 5 }, 'words', null] },
    { type: 'array', items: {} },
    { type: 'array', items: { enum: options(1_001) } },
  ])
    expect(() => field(property)).toThrow('"x"')
})

it.each<[string, object, object]>([
  ['blank words', { type: 'string', title: ' ', description: ' ' }, { label: 'x' }],
  ['words of another type', { type: 'string', title: 5, description: {} }, { label: 'x' }],
  ['limits that are no numbers', { type: 'string', minLength: '1', maxLength: null }, {}],
  ['limits of another kind', { type: 'string', minimum: 1, maxItems: 2 }, {}],
  ['a format that is not known', { type: 'string', format: 'knitting' }, {}],
  ['a format of a number', { type: 'number', format: 'email', pattern: 'a' }, { kind: 'number' }],
  ['a pattern', { type: 'string', pattern: '^a' }, {}],
  ['a default of another kind', { type: 'string', default: 5 }, {}],
  ['a text as the default of a number', { type: 'number', default: '5' }, { kind: 'number' }],
  ['a text as the default of an integer', { type: 'integer', default: '5' }, { kind: 'integer' }],
  ['a number as the default of a boolean', { type: 'boolean', default: 1 }, { kind: 'boolean' }],
])('left out: %s', (_name, property, read) => {
  expect(field(property)).toEqual({
    name: 'x',
    label: 'x',
    kind: 'text',
    isRequired: false,
    options: [],
    ...read,
  })
})

it('defaults are kept by their kind; long words are cut', () => {
  expect(field({ type: 'number', default: 5 }).initial).toBe(5)
  expect(field({ type: 'integer', default: 5 }).initial).toBe(5)
  const items = { enum: ['a', 'b'] }
  expect(field({ type: 'array', items, default: ['a', 'b'] }).initial).toEqual(['a', 'b'])
  expect(field({ type: 'array', items, default: ['a', 5] }).initial).toBeUndefined()
  expect(field({ type: 'array', items, default: 'a' }).initial).toBeUndefined()
  expect(field({ type: 'string', title: 'w'.repeat(10_001) }).label).toHaveLength(10_000)
  expect(field({ type: 'string', format: 'date-time' }).format).toBe('date-time')
})

it('options are those of the property itself, texts alone, also without names for them', () => {
  const property = { type: 'string', enum: ['a', 5], enumNames: 'A', items: { enum: ['b'] } }
  expect(field(property).options).toEqual([{ value: 'a', label: 'a' }])
  expect(field({ type: 'string', oneOf: [{ const: 'a' }, { const: 5 }] }).options).toEqual([
    { value: 'a', label: 'a' },
  ])
})
