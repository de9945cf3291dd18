import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTimeline, exchangeOf, messagesAtByte, openReader, type WireExchange } from '@antiphon/devtools'
import { splitBytes } from '@antiphon/core/testing'
import { captures, fixtures } from './recorded-streams.js'
import { assertProperty } from '../support/property.js'

const streams = [...fixtures, ...captures].map(({ name, bytes }) => [name, bytes] as const)

/** As a network would bring it: cut anywhere, 7 ms from piece to piece. */
function arriving(bytes: Uint8Array, cuts: readonly number[]) {
  return splitBytes(bytes, cuts).map((piece, i) => ({ at: i * 7, bytes: piece }))
}

/** Returns a reader of the kit that was fed `byteCount` bytes of an exchange, and nothing else. */
function fedWith({ body, startedAt, reading }: WireExchange, byteCount: number) {
  let now = startedAt ?? 0
  const reader = openReader(reading, startedAt === undefined ? {} : { now: () => now })
  for (const { at, start, end } of body.pieces) {
    now = (startedAt ?? 0) + at
    if (start < byteCount) reader.push(body.slice(start, Math.min(end, byteCount)))
  }
  return reader
}

describe('scrubbing', () => {
  test.each(streams)('%s: any byte, in any order, is what the reader has after so many', (_name, bytes) => {
    const places = fc.integer({ min: 0, max: bytes.length })
    const cuts = fc.array(places, { maxLength: 12 })
    const property = fc.property(cuts, fc.array(places, { minLength: 3, maxLength: 12 }), (cut, order) => {
      const exchange = exchangeOf(bytes, { pieces: arriving(bytes, cut), startedAt: 1_000 })
      const timeline = createTimeline(exchange)
      // Where something happens, and right before it.
      const stride = Math.ceil(timeline.rows.length / 6)
      const ends = timeline.rows.filter((_, at) => at % stride === 0).flatMap(({ end }) => [end - 1, end])
      for (const byteCount of [...order, ...ends]) {
        if (byteCount === bytes.length) continue
        expect(timeline.answerAt(byteCount)).toEqual(fedWith(exchange, byteCount).snapshot())
      }
      const whole = fedWith(exchange, bytes.length)
      expect(timeline.completion).toEqual(whole.end())
      expect(timeline.answerAt(bytes.length)).toEqual(timeline.completion!.message)
      expect(messagesAtByte(exchange, bytes.length)).toEqual([timeline.completion!.message])
      expect(timeline.bytesRead).toBe(bytes.length)
    })
    assertProperty(property, { numRuns: 8 })
  })
})
