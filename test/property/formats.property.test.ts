import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isChatError, type Message } from '@antiphon/core'
import { messagesSchema } from '@antiphon/threads'
import { convertTranscript, formats, type TranscriptFormat } from '@antiphon/transcripts'
import { unlistedDifferences } from '../contract/formats/unlisted-differences.js'
import { sharedFolder, sharedJson } from '../replay/shared-data.js'
import { amount } from '../support/amount.js'
import { damaged } from './transcripts/arbitrary-json.js'
import { transcripts } from './transcripts/arbitrary-transcripts.js'
import { assertProperty } from '../support/property.js'

// Forty properties.
const strings = sharedFolder('corpora/naughty-strings')
const runs = { numRuns: amount(8, 150) }

/** Runs it; the one thing it may throw is a ChatError with words. */
function tolerant<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!isChatError(error) || !/^(?:normalize|protocol)$/.test(error.kind)) throw error
    expect(error.message).toMatch(/\S.*\.$/s)
    return undefined
  }
}

function roundTrip(format: TranscriptFormat, document: unknown): void {
  const parsed = tolerant(() => format.parse(document))
  if (!parsed) return
  const printed = format.print(parsed.messages, parsed)
  const isLost = parsed.losses.some(({ rule }) => /^(?:stream|snapshots)$/.test(rule))
  if (!isLost) expect(printed.value).toEqual(document)
  const again = format.parse(printed.value)
  expect(again.messages).toEqual(parsed.messages)
  expect(messagesSchema.safeParse(parsed.messages).error).toBeUndefined()
}

describe.each(formats.map((format) => [format.name, format] as const))('%s', (name, format) => {
  const documents = transcripts[name]

  test('any document comes back as it was', () => {
    assertProperty(
      fc.property(documents, (document) => roundTrip(format, document)),
      runs,
    )
  })

  test('any document with mistakes in it comes back as it was, or is refused with words', () => {
    assertProperty(
      fc.property(damaged(documents), (document) => roundTrip(format, document)),
      runs,
    )
  })

  test('its messages can be written in every other format, and every difference is named', () => {
    assertProperty(
      fc.property(documents, fc.constantFrom(...formats), (document, other) => {
        const { messages, document: around } = format.parse(document)
        const { value, losses } = other.print(messages, { document: around })
        const again = tolerant(() => other.parse(value))?.messages ?? []
        expect(unlistedDifferences(messages, again, losses, other.name)).toEqual([])
      }),
      runs,
    )
  })

  test('notes that do not belong to a message break nothing', () => {
    const lists = documents.map((document) => format.parse(document).messages)
    const bags = damaged(lists.map((messages) => messages.map(({ metadata = {} }) => metadata)))
    assertProperty(
      fc.property(lists, bags, (messages, notes) => {
        const list = notes as Record<string, unknown>[]
        const mixed = messages.map((message, i) => ({
          ...message,
          metadata: list[i % Math.max(1, list.length)],
        }))
        tolerant(() => format.print(mixed as Message[]))
      }),
      runs,
    )
  })

  test('nonsense throws nothing but a ChatError', () => {
    const nonsense = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withTypedArray: true,
        withSparseArray: true,
      }),
      fc.string(),
      fc.json(),
    )
    const inside = nonsense.map((value) => ({
      messages: [value],
      runs: [value],
      items: [value],
      choices: [value],
    }))
    assertProperty(
      fc.property(fc.oneof(nonsense, fc.array(nonsense), inside), (value) => {
        format.detect(value)
        tolerant(() => format.parse(value))
        tolerant(() => convertTranscript(value))
      }),
      runs,
    )
  })
})

test.skipIf(!strings)('every string of the naughty list comes back from every format', () => {
  const list = sharedJson(strings!, 'blns-dev.json') as { text: string }[]
  const messages = list.map(({ text }): Message => ({ role: 'user', content: text }))
  for (const format of formats) {
    const { value, losses } = format.print(messages)
    // The AI SDK needs an id on each message.
    expect(losses.filter(({ rule, before }) => rule !== 'id' || before !== undefined)).toEqual([])
    const again = format.parse(JSON.stringify(value)).messages
    expect([format.name, again.map(({ content }) => content)]).toEqual([
      format.name,
      list.map(({ text }) => text),
    ])
  }
})
