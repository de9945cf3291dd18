import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWork } from '../../../../test/support/count-work.js'
import { createSseParser, type SseEvent } from './body-reader.js'
import { assertProperty } from '../../../../test/support/property.js'

function parse(pieces: string[], maxFrame?: number) {
  const events: Partial<SseEvent>[] = []
  const comments: string[] = []
  let tooLarge = 0
  const parser = createSseParser({
    onEvent: ({ lastEventId: _id, ordinal: _ordinal, ...event }) => events.push(event),
    onComment: (comment) => comments.push(comment),
    onTooLarge: () => tooLarge++,
    maxFrame,
  })
  for (const piece of pieces) parser.push(piece)
  const midLine = parser.midLine()
  parser.end()
  return { events, comments, tooLarge, midLine }
}

const message = (data: string, more: Partial<SseEvent> = {}) => ({
  event: 'message',
  data,
  unterminated: false,
  bare: false,
  ...more,
})

describe('what chat servers do beside the standard (docs/wire 2.1)', () => {
  test('a last event without its blank line is dispatched at the end, marked', () => {
    expect(parse(['data: a\n\ndata: b\n']).events).toEqual([
      message('a'),
      message('b', { unterminated: true }),
    ])
    expect(parse(['data: a\n\ndata: {"x"']).events[1]).toEqual(message('{"x"', { unterminated: true }))
  })

  test('an event that ends in a lone CR is there at once, not after the next byte', () => {
    const events: string[] = []
    const parser = createSseParser({ onEvent: (event) => events.push(event.data) })
    parser.push('data: a\r\r')
    expect(events).toEqual(['a'])
    parser.push('\ndata: b\r\n\r')
    expect(events).toEqual(['a', 'b'])
  })

  test('a bare error line is an error event', () => {
    expect(parse(['data: a\n\nerror: {"message":"m"}\n\n']).events).toEqual([
      message('a'),
      message('{"message":"m"}', { event: 'error', bare: true }),
    ])
  })

  test('[DONE] and JSON without data: are not lost; other unknown lines are ignored', () => {
    expect(parse(['{"a":1}\nfoo: bar\nhello\n[DONE]\n\n']).events).toEqual([
      message('{"a":1}', { bare: true }),
      message('[DONE]', { bare: true }),
    ])
  })

  test('comments are reported, for idle timers, and make no event', () => {
    expect(parse([': OPENROUTER PROCESSING\n\n:ping\n'])).toMatchObject({
      events: [],
      comments: ['OPENROUTER PROCESSING', 'ping'],
    })
  })

  test('a body that stops inside a line is seen as cut', () => {
    expect(parse(['data: a\n\n']).midLine).toBe(false)
    expect(parse(['data: a\n\nda']).midLine).toBe(true)
    expect(parse(['data: a\r']).midLine).toBe(false)
  })

  test('any text in any pieces gives the same events', () => {
    const alphabet = fc.constantFrom(
      'data:',
      ' ',
      'a',
      '\r',
      '\n',
      '\r\n',
      ':',
      'event: x',
      'id: 1',
      '\uFEFF',
      'ï»¿',
      '🌊',
      '{',
      '[DONE]',
      'error: 1',
      '\0',
    )
    assertProperty(
      fc.property(fc.array(alphabet, { maxLength: 40 }), fc.array(fc.nat(60)), (parts, cuts) => {
        const text = parts.join('')
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b)
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
        expect(parse(pieces)).toEqual(parse([text]))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a frame without end is stopped (R12)', () => {
  const frames = [
    'data: one\n\n',
    `data: ${'x'.repeat(94)}\n\n`,
    `data: ${'y'.repeat(95)}\n\n`,
    'data: late\n\n',
  ]

  test('exactly at the limit, for any cut; what came before is kept, nothing after is read', () => {
    const text = frames.join('')
    for (let size = 1; size <= text.length; size += 7) {
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
      const { events, tooLarge } = parse(pieces, 100)
      expect(events.map((event) => event.data)).toEqual(['one', 'x'.repeat(94)])
      expect(tooLarge).toBe(1)
    }
  })

  test('many short data lines without a blank line count together', () => {
    expect(parse(['data: 0123456789\n'.repeat(9)], 100)).toMatchObject({ events: [], tooLarge: 1 })
  })

  test('keep-alives for hours do not', () => {
    expect(parse([': keep-alive\n'.repeat(100), 'data: a\n\n'], 100)).toMatchObject({
      events: [message('a')],
      tooLarge: 0,
    })
  })

  // Its memory by then is measured in test/integration/connection/limits.
  test('64 MB without a line end are stopped within a piece of the limit', () => {
    const limit = 1024 * 1024
    let stoppedAfter = 0
    let sent = 0
    const parser = createSseParser({
      onEvent: () => {},
      onTooLarge: () => (stoppedAfter = sent),
      maxFrame: limit,
    })
    for (let index = 0; index < 1024; index++) {
      sent += 65_536
      parser.push(`${index}`.padEnd(65_536, 'x'))
    }
    expect(stoppedAfter).toBeGreaterThan(limit)
    expect(stoppedAfter).toBeLessThanOrEqual(limit + 65_536)
  })

  test('one CR at the end of many lines does not make reading quadratic', () => {
    const cost = (lines: number) => countWork(() => void parse([`${'data: x\n\n'.repeat(lines)}\r`]))
    expect(cost(20_000)).toBeLessThan(cost(10_000) * 3)
  })
})
