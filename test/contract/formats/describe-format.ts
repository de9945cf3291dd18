import { describe, expect, test } from 'vitest'
import type { Message } from '@antiphon/core'
import { messagesSchema } from '@antiphon/threads'
import { findFormat, type Loss, type TranscriptFormat } from '@antiphon/transcripts'
import { messagesOfEveryKind } from './messages-of-every-kind.js'
import { unlistedDifferences } from './unlisted-differences.js'
import type { Fixture } from './read-fixtures.js'

/** Tests the rules that every format has to keep. One call with the transcripts of a format is its whole contract. */
export function describeFormat(
  format: TranscriptFormat,
  fixtures: readonly Fixture[],
  /** Transcripts that another format describes as well, and reads alike. */
  foundAs: Readonly<Record<string, string>> = {},
): void {
  describe(`the format ${format.name}`, () => {
    test('has transcripts to be judged by', () => expect(fixtures.length).toBeGreaterThan(0))

    describe.each(fixtures)('$name', ({ name, text, document }) => {
      const parsed = format.parse(document)
      const printed = format.print(parsed.messages, parsed)

      test('is found to be of this format', () => {
        expect(findFormat(document).format.name).toBe(foundAs[name] ?? format.name)
      })

      test('gives messages of our shape, the same from its text', () => {
        expect(messagesSchema.safeParse(parsed.messages).error).toBeUndefined()
        expect(format.parse(text).messages).toEqual(parsed.messages)
      })

      test('is the same document when it is written again, or names what differs', () => {
        if (parsed.losses.some((loss) => loss.rule === 'stream')) expect(printed.value).not.toBe('')
        else expect(byLine(printed.value)).toEqual(byLine(document))
        expect(printed.losses).toEqual([])
      })

      test('gives the same messages when it is read again', () => {
        const again = format.parse(printed.value)
        expect(again.messages).toEqual(parsed.messages)
        expect(again.others ?? []).toEqual(parsed.others ?? [])
      })

      test('keeps its metadata in the order of the keys, and as JSON', () => {
        for (const { metadata = {} } of parsed.messages) {
          const keys = Object.keys(metadata)
          expect(keys).toEqual([...keys].sort())
          expect(JSON.parse(JSON.stringify(metadata))).toEqual(metadata)
        }
      })

      test('is not changed by being read', () => {
        const copy = structuredClone(document)
        format.print(format.parse(copy).messages)
        expect(copy).toEqual(document)
      })
    })

    describe.each(messagesOfEveryKind)('writing $name', ({ messages }) => {
      test.each(format.shapes)('as %s, every difference is among the losses', (shape) => {
        const before = structuredClone(messages)
        const { value, losses } = format.print(messages, { shape })
        expect(messages).toEqual(before)
        const after: readonly Message[] = format.parse(value).messages
        expect(unlistedDifferences(messages, after, losses, format.name)).toEqual([])
        for (const loss of losses)
          expect(loss).toMatchObject({
            rule: expect.any(String),
            where: expect.any(String),
          } satisfies Partial<Loss>)
      })
    })
  })
}

/** The order of keys says nothing; in a text of lines it shows. */
function byLine(value: unknown): unknown {
  return typeof value === 'string'
    ? value
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
    : value
}
