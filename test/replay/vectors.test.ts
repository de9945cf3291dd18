import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectCompletion, type Completion } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { describe, expect, test } from 'vitest'
import { vectorFacts, type VectorFact } from './vector-facts.js'

const folder = join(import.meta.dirname, '../fixtures/streams')
const files = readdirSync(folder).filter((name) => /^\d\d/.test(name))

function bytesOf(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(folder, file)))
}

/** All there is to a completion. `raw` of an error repeats the body, which other tests look at. */
function allOf({ message, choices, outcome, repairs }: Completion) {
  const { raw: _, ...error } = message.error ?? {}
  expect(choices).toEqual([message])
  return { message: message.error ? { ...message, error } : message, outcome, repairs }
}

function expectedOf({ message, outcome = 'complete', repairs = [] }: VectorFact) {
  return { message: { role: 'assistant', ...message }, outcome, repairs }
}

/** 20, 21 and 24 are about requests and lists of models: see the tests of packages/core/src/provider/request. */
describe('the numbered streams of test/fixtures/streams', () => {
  test('each has its expectation', () => expect(Object.keys(vectorFacts).sort()).toEqual(files.sort()))

  test.each(Object.entries(vectorFacts))('%s is this message and no other', async (file, fact) => {
    const { status = 200, options } = fact
    const completion = await collectCompletion(new Response(bytesOf(file), { status }), options)
    expect(allOf(completion)).toEqual(expectedOf(fact))
  })

  const streams = Object.entries(vectorFacts).filter(([, { status }]) => status === undefined)
  test.each(streams)('%s, cut in two at every byte and byte by byte', (file, { options }) => {
    const bytes = bytesOf(file)
    const read = (...pieces: Uint8Array[]) => {
      const reader = createCompletionReader(options)
      for (const piece of pieces) reader.push(piece)
      return reader.end()
    }
    const whole = read(bytes)
    expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
    const text = JSON.stringify(whole)
    for (let cut = 1; cut < bytes.length; cut++) {
      const found = read(bytes.subarray(0, cut), bytes.subarray(cut))
      if (JSON.stringify(found) !== text) expect(found, `cut at ${cut}`).toEqual(whole)
    }
  })
})
