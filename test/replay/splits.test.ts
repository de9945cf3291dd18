import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCompletionReader, type CompletionEvent } from '@antiphon/core/wire'
import { amount } from '../support/amount.js'
import { someOf } from '../support/some-of.js'
import { captures, fixtures, liveRecordings, type RecordedStream } from './recorded-streams.js'
import { assertProperty } from '../support/property.js'

/** Bodies up to this size are cut in two at every byte by a hunt. */
const SMALL = 2300

/** Everything that was told, the final message included, as one text. `cuts` are offsets in rising order. */
function tell({ bytes, options }: RecordedStream, cuts: Iterable<number>): string {
  const events: CompletionEvent[] = []
  const reader = createCompletionReader({ ...options, onEvent: (event) => events.push(event) })
  let from = 0
  for (const cut of cuts) {
    reader.push(bytes.subarray(from, cut))
    from = cut
  }
  reader.push(bytes.subarray(from))
  const completion = reader.end()
  const last = events.at(-1)
  // The same object needs no comparison; this runs some hundred thousand times.
  if (last?.type !== 'end' || last.completion !== completion)
    expect(last).toEqual({ type: 'end', completion })
  return JSON.stringify(events)
}

const streams = [captures, fixtures, liveRecordings].flatMap((group, at) => someOf(group, 7, at))

test.each(streams.map((stream) => [stream.name, stream] as const))(
  '%s: cutting the bytes differently changes neither the message nor what is told on the way (R2)',
  (_name, stream) => {
    const { length } = stream.bytes
    const whole = tell(stream, [])
    const expectSame = (cuts: number[]): void => {
      const found = tell(stream, cuts)
      if (found !== whole) expect(JSON.parse(found), `cut at ${cuts.join()}`).toEqual(JSON.parse(whole))
    }
    const everywhere = Array.from({ length: Math.max(0, length - 1) }, (_, at) => at + 1)
    expectSame(everywhere)
    for (const cut of someOf(everywhere, 10, length)) if (length < SMALL) expectSame([cut])
    const cuts = fc.array(fc.nat(length), { maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b))
    assertProperty(fc.property(cuts, expectSame), { numRuns: amount(20, length < 20_000 ? 1000 : 200) })
  },
)
