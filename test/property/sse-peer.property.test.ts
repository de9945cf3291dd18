import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '../support/amount.js'
import { createSseParser } from '../../packages/core/src/wire/body-reader.js'
import { assertProperty } from '../support/property.js'

type Pair = [event: string, data: string]

function ours(pieces: readonly string[]): Pair[] {
  const events: Pair[] = []
  const parser = createSseParser({
    // Bare lines are an addition of ours; the standard has no name for them.
    onEvent: ({ event, data, bare }) => void (bare || events.push([event, data])),
  })
  for (const piece of pieces) parser.push(piece)
  parser.end()
  return events
}

/** The peer, with the line ends it handles in one piece and the blank line it needs at the end. */
function peers(text: string): Pair[] {
  const events: Pair[] = []
  const parser = createParser({ onEvent: ({ event, data }) => void events.push([event ?? 'message', data]) })
  parser.feed(`${text.replace(/\r\n?/g, '\n')}\n\n`)
  return events
}

const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    ': note',
    ':',
    'data',
    'data:',
    'data: {"a":1}',
    'data:x',
    'data:  two',
    'data: [DONE]',
  ),
  fc.constantFrom(
    'event: ping',
    'event:',
    'event',
    'id: 7',
    'retry: 10',
    'retry: soon',
    'other: 1',
    ' data: no',
    'dataX: no',
  ),
  fc.string({ maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
)
const body = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''))

it('dispatches the events that eventsource-parser does, for any lines, line ends and cuts', () => {
  assertProperty(
    fc.property(body, fc.array(fc.nat(400), { maxLength: 12 }), (text, offsets) => {
      const cuts = [0, ...offsets.filter((at) => at < text.length).sort((a, b) => a - b), text.length]
      const pieces = cuts.slice(1).map((end, i) => text.slice(cuts[i], end))
      expect(ours(pieces)).toEqual(peers(text))
    }),
    { numRuns: amount(200, 2000) },
  )
})
