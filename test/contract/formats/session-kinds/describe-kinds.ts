import { expect, test } from 'vitest'
import { openTranscript } from '@antiphon/formats'
import { sessionFormats } from '@antiphon/formats/sessions'
import { shownTexts } from '../shown-texts.js'

export const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')
export const json = (value: unknown): string => JSON.stringify(value)
/** A time of the fixtures. */
export const time = '2026-03-01T08:00:00.000Z'

/** Files by their name: the format that each is read as, or none, and its text. */
export type Kinds = Readonly<Record<string, [format: string, text: string]>>

/** Variants by version and by exporter are read with their words; files that look like them are refused in one line. */
export function describeKinds(kinds: Kinds): void {
  const each = Object.entries(kinds).map(([name, [format, text]]) => ({ name, format, text }))

  test.each(each.filter(({ format }) => format !== ''))(
    '$name is read as $format',
    async ({ format, text }) => {
      const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
      expect([conversations[0]?.format, problems.map(({ message }) => message)]).toEqual([format, []])
      expect(shownTexts(conversations).join('\n')).toMatch(/Hi there|Hello there/)
    },
  )

  test.each(each.filter(({ format }) => format === ''))('$name is refused in one line', async ({ text }) => {
    const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
    expect(conversations.map(({ format, messages }) => [format, messages])).toEqual([])
    expect(problems.at(-1)!.message).toMatch(/^[^\n]{10,1200}\.$/)
  })
}
