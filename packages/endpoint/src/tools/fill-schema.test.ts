import { describe, expect, test } from 'vitest'
import { fillSchema } from './fill-schema.js'
import { looksFailed } from '../script/looks-failed.js'

describe('arguments for a tool nobody knows', () => {
  test('have the required properties, plausible by type, format, name and what the schema lists', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string' },
        unit: { enum: ['metric', 'imperial'] },
        days: { type: 'integer', minimum: 1, maximum: 5 },
        when: { type: 'string', format: 'date' },
        notify: { type: 'boolean' },
        stops: { type: 'array', items: { type: 'string' }, minItems: 2 },
        person: { $ref: '#/$defs/person' },
        contact: { anyOf: [{ type: 'null' }, { type: 'string', format: 'email' }] },
        comment: { type: 'string' },
      },
      required: ['city', 'unit', 'days', 'when', 'notify', 'stops', 'person', 'contact'],
      $defs: { person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    }
    expect(fillSchema(schema)).toEqual({
      city: 'Oslo',
      unit: 'metric',
      days: 3,
      when: '2026-03-12',
      notify: true,
      stops: ['harbour', 'harbour'],
      person: { name: 'Ingrid Solberg' },
      contact: 'ingrid@example.com',
    })
    expect(fillSchema(schema, 1)).toMatchObject({ city: 'Tokyo', unit: 'imperial' })
  })

  test('are an empty object for a tool without parameters, and finite for a schema that contains itself', () => {
    expect(fillSchema({ type: 'object', properties: {} })).toEqual({})
    const node = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
    expect(JSON.stringify(fillSchema(node)).length).toBeLessThan(200)
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
