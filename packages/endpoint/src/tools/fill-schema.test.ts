import { describe, expect, test } from 'vitest'
import { fillSchema } from './fill-schema.js'
import { looksFailed } from '../script/looks-failed.js'

describe('arguments for a tool nobody knows', () => {
  test('have the required properties: what the schema lists, else a value of the type', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string', examples: ['Oslo', 'Tokyo'] },
        unit: { enum: ['metric', 'imperial'] },
        days: { type: 'integer', minimum: 1, maximum: 5 },
        notify: { type: 'boolean' },
        stops: { type: 'array', items: { type: 'string', maxLength: 4 }, minItems: 2 },
        person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        contact: { anyOf: [{ type: 'null' }, { type: 'string', minLength: 9 }] },
        comment: { type: 'string' },
      },
      required: ['city', 'unit', 'days', 'notify', 'stops', 'person', 'contact'],
    }
    expect(fillSchema(schema)).toEqual({
      city: 'Oslo',
      unit: 'metric',
      days: 3,
      notify: true,
      stops: ['harb', 'harb'],
      person: { name: 'harbour' },
      contact: 'harbourxx',
    })
    expect(fillSchema(schema, 1)).toMatchObject({
      city: 'Tokyo',
      unit: 'imperial',
      person: { name: 'ferry' },
    })
  })

  test('are an empty object for a tool without parameters', () => {
    expect(fillSchema({ type: 'object', properties: {} })).toEqual({})
  })
})

test.each([
  ['Error: no such zone', true],
  ['504 upstream timeout after 10000 ms', true],
  ['450 people live there', false],
  ['get_time failed: no such zone', true],
  ['{"error":"no such zone"}', true],
  ['{"ok":false}', true],
  ['{"error":null,"time":"14:05"}', false],
  ['14:05 in Oslo, no errors', false],
  ['', false],
])('the result %j reads as failed: %s', (content, failed) => {
  expect(looksFailed(content)).toBe(failed)
})
