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
  ).toEqual([
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
  [{ type: 'string', pattern: '^[a-z]+$' }, 'A', 'pattern'],
  [{ type: 'string' }, 4, 'format'],
  [{ type: 'number', minimum: 1 }, 0.5, 'too-small'],
  [{ type: 'number', maximum: 1 }, 2, 'too-large'],
  [{ type: 'number' }, Number.NaN, 'not-number'],
  [{ type: 'integer' }, 1.5, 'not-integer'],
  [{ type: 'boolean' }, 'yes', 'no-option'],
  [{ type: 'string', enum: ['a'] }, 'b', 'no-option'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 }, [], 'too-few'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b'], 'too-many'],
  [{ type: 'array', items: { enum: ['a'] } }, ['c'], 'no-option'],
  [{ type: 'string' }, undefined, undefined],
])('the value of %j: %j is %s', (property, value, kind) => {
  expect(problemOf(field(property), value)?.kind).toBe(kind)
})

it('a required value must be there, and no value is taken for a field that is not', () => {
  expect(problemOf(field({ type: 'string' }, true), undefined)).toEqual({ kind: 'missing' })
  expect(unfitFields([field({ type: 'string' })], { x: 'a', y: 1 })).toEqual(['y'])
})

it('forms that nobody would fill in are refused in words', () => {
  const properties = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, { type: 'string' }]))
  expect(() => readForm({ properties })).toThrow('The form has 101 fields; 100 is the most that is shown.')
  expect(() => readForm({ properties: { a: { type: 'array', items: { type: 'object' } } } })).toThrow('"a"')
  expect(() => readForm({ properties: { a: { $ref: '#' } } })).toThrow('"a"')
})
