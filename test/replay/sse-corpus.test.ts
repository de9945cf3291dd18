import { describe, expect, test } from 'vitest'
import { createStreamDecoder } from '../../packages/core/src/wire/read-stream.js'
import { createSseParser } from '../../packages/core/src/wire/body-reader.js'
import { sharedFolder, sharedJson } from './shared-data.js'

interface Case {
  name: string
  base64: string
  events: { type: string; data: string; lastEventId: string }[]
  finalRetry: number | null
}

const folder = sharedFolder('corpora/sse')
const cases = folder ? (sharedJson(folder, 'framing.json') as { cases: Case[] }).cases : []

/** Events as the HTML standard dispatches them: what our parser adds at the end of a body is marked and left out. */
function parse(pieces: Uint8Array[]) {
  const events: Case['events'] = []
  let retry: number | null = null
  const decoder = createStreamDecoder()
  const parser = createSseParser({
    onEvent: ({ event, data, lastEventId, unterminated, bare }) => {
      if (!unterminated && !bare) events.push({ type: event, data, lastEventId })
    },
    onRetry: (ms) => (retry = ms),
  })
  for (const piece of pieces) parser.push(decoder.decode(piece))
  parser.push(decoder.end())
  parser.end()
  return { events, retry }
}

describe.skipIf(!folder)('SSE framing as the HTML standard has it', () => {
  test('there are 44 cases', () => expect(cases).toHaveLength(44))

  test.each(cases)(
    '$name: whole, byte by byte and cut in two at every offset',
    ({ base64, events, finalRetry }) => {
      const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
      const expected = { events, retry: finalRetry }
      expect(parse([bytes])).toEqual(expected)
      expect(parse([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected)
      for (let cut = 0; cut <= bytes.length; cut++) {
        expect(parse([bytes.subarray(0, cut), bytes.subarray(cut)]), `cut at ${cut}`).toEqual(expected)
      }
    },
  )
})
