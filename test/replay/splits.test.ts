import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCompletionReader, type CompletionEvent } from '@antiphon/core'
import { amount } from '../support/amount.js'
import { captures, fixtures } from './recorded-streams.js'

/** Everything that was told, the final message included, as one text. `cuts` are offsets in rising order. */
function tell(bytes: Uint8Array, cuts: Iterable<number>): string {
  const events: CompletionEvent[] = []
  const reader = createCompletionReader({ onEvent: (event) => events.push(event) })
  let from = 0
  for (const cut of cuts) {
    reader.push(bytes.subarray(from, cut))
    from = cut
  }
  reader.push(bytes.subarray(from))
  const completion = reader.end()
  const last = events.at(-1)
  // What is one object is equal; this runs some hundred thousand times.
  if (last?.type !== 'end' || last.completion !== completion)
    expect(last).toEqual({ type: 'end', completion })
  return JSON.stringify(events)
}

function expectSame(bytes: Uint8Array, cuts: number[], whole: string): void {
  const found = tell(bytes, cuts)
  if (found !== whole) expect(JSON.parse(found), `cut at ${cuts.join()}`).toEqual(JSON.parse(whole))
}

const rows = (streams: typeof captures) => streams.map(({ name, bytes }) => [name, bytes] as const)

describe('cutting the bytes differently changes neither the message nor what is told on the way (R2)', () => {
  test.each([
    ...rows(captures).map((row) => [...row, amount(150, 1000)] as const),
    ...rows(fixtures).map((row) => [...row, amount(60, 200)] as const),
  ])('%s: byte by byte, and in hundreds of random splits', (_name, bytes, numRuns) => {
    const whole = tell(bytes, [])
    expect(tell(bytes, bytes.keys())).toBe(whole)
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 12 })
    fc.assert(
      fc.property(cuts, (list) =>
        expectSame(
          bytes,
          list.sort((a, b) => a - b),
          whole,
        ),
      ),
      { numRuns },
    )
  })

  // The test vectors, whose names begin with a number, have this in their own test.
  const small = [...captures, ...fixtures].filter(
    ({ name, bytes }) => bytes.length < 2300 && !/^\d/.test(name),
  )
  test.each(rows(small))('%s: cut in two at every byte', (_name, bytes) => {
    const whole = tell(bytes, [])
    for (let cut = 1; cut < bytes.length; cut++) expectSame(bytes, [cut], whole)
  })
})
