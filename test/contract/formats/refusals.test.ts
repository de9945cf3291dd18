import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isChatError } from '@antiphon/core'
import { formats, openTranscript, readTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { amount } from '../../support/amount.js'
import { assertProperty } from '../../support/property.js'
import { unrelatedKinds } from './unrelated-kinds.js'
import { unrelatedRecords } from './unrelated-records.js'

/** One line that ends, and with the name of a file before it at most 200 characters. */
const LINE = /^[^\n\r]{10,160}\.$/

/** The words that each of both doors reads in a text, or its refusal. */
async function bothDoors(text: string): Promise<[read: unknown, opened: unknown]> {
  const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
  const opened =
    conversations.length > 0 ? conversations.map(({ messages }) => messages) : problems.at(-1)!.message
  return [readAll(text), opened]
}

function readAll(text: string): unknown {
  try {
    const { others = [], ...first } = readTranscript(text, { formats: sessionFormats })
    // Another choice is a version in the tree of its answer.
    return [first, ...(first.tree ? others.filter(({ isVersion }) => !isVersion) : others)].map(
      ({ messages }) => messages,
    )
  } catch (error) {
    if (!isChatError(error)) throw error
    expect(error.message).toMatch(LINE)
    return error.message
  }
}

test('a file that is no transcript gets one line, the same from both doors, whole and cut', async () => {
  for (const [name, text] of Object.entries({ ...unrelatedKinds, ...unrelatedRecords }))
    for (const share of [1, 0.7, 0.3]) {
      const [read, opened] = await bothDoors(text.slice(0, Math.floor(text.length * share)))
      expect([name, share, typeof read]).toEqual([name, share, 'string'])
      expect([name, share, opened]).toEqual([name, share, read])
    }
})

const folder = join(import.meta.dirname, '../../fixtures')
const texts = ['sessions', 'transcripts', 'session-kinds'].flatMap((kind) =>
  readdirSync(join(folder, kind), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')),
)

test('a file that breaks off or has junk in it gives the same through both doors, or the same line', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('', '{"a":', '\0', 'Ahoy\n', '\n{"a":1}\n', ']', '"', '\n'),
      async (text, end, at, junk) => {
        const cut = text.slice(0, Math.ceil(text.length * end))
        const place = Math.floor(cut.length * at)
        const [read, opened] = await bothDoors(cut.slice(0, place) + junk + cut.slice(place))
        expect(opened).toEqual(read)
      },
    ),
    { numRuns: amount(60, 2000) },
  )
})

test('every format refuses any value in one line', () => {
  const long = fc.string({ minLength: 100, maxLength: 400 })
  const value = fc.oneof(
    fc.anything(),
    fc.array(fc.dictionary(fc.oneof(long, fc.constantFrom('role', 'type', 'content')), long), {
      maxLength: 3,
    }),
    long,
  )
  assertProperty(
    fc.property(value, fc.constantFrom(...formats, ...sessionFormats), (input, format) => {
      try {
        format.parse(input)
      } catch (error) {
        expect(isChatError(error) && error.message).toMatch(/^[^\n\r]{10,160}$/)
      }
    }),
    { numRuns: amount(200, 5000) },
  )
})
