import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAfterEvents, cutBytes, cutEveryBytes } from './cut-bytes.js'
import { assertProperty } from '../../../../test/support/property.js'

const join = (chunks: readonly Uint8Array[]) => Uint8Array.from(chunks.flatMap((chunk) => [...chunk]))

test('network chunks joined are the bytes again, none is empty, whatever the offsets', () => {
  const cuts = fc.oneof(
    fc.array(fc.integer({ min: -5, max: 90 })).map((offsets) => () => offsets),
    fc.integer({ min: 1, max: 20 }).map(cutEveryBytes),
    fc.constant(cutAfterEvents),
  )
  assertProperty(
    fc.property(fc.uint8Array({ maxLength: 80 }), cuts, (bytes, cut) => {
      const chunks = cutBytes(bytes, cut)
      expect(join(chunks)).toEqual(bytes)
      expect(chunks.every((chunk) => chunk.length > 0)).toBe(true)
    }),
  )
})

test.each(['\n', '\r\n', '\r'])('events are told apart by an empty line, line end %j', (end) => {
  const events = ['data: a', 'event: x', ': comment'].map((line) => `${line}${end}${end}`)
  const chunks = cutBytes(new TextEncoder().encode(events.join('')), cutAfterEvents)
  expect(chunks.map((chunk) => new TextDecoder().decode(chunk))).toEqual(events)
})
