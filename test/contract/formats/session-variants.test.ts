import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { amount } from '../../support/amount.js'
import { shownTexts } from './shown-texts.js'
import { leavesOf, placesOf, variants, withVariant, type Place } from './session-variants.js'
import { assertProperty } from '../../support/property.js'

const folder = join(import.meta.dirname, '../../fixtures/sessions')
/** Our own format is left out: only its mark identifies it, and its texts are in the recorded bytes. */
const formats = sessionFormats.filter(({ name, isText }) => !isText && name !== 'antiphon-capture')
const open = (text: string) => openTranscript([text], { formats: sessionFormats })

interface Sample {
  document: unknown
  isLines: boolean
}

function parse(text: string): Sample {
  try {
    return { document: JSON.parse(text), isLines: false }
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return { document: lines.map((line): unknown => JSON.parse(line)), isLines: true }
  }
}

const write = (document: unknown, isLines: boolean): string =>
  isLines && Array.isArray(document)
    ? document.map((line) => JSON.stringify(line)).join('\n')
    : JSON.stringify(document)

/** Whether other entries of the same list are as they were: then the file says enough to be read. */
function isInsideEntry(document: unknown, place: Place): boolean {
  let value = document
  for (const key of place) {
    if (Array.isArray(value) && value.length > 2) return true
    value = (value as Record<string | number, unknown>)[key]
  }
  return false
}

describe.each(formats)('$name, as another version would write it', ({ name }) => {
  test.each(readdirSync(join(folder, name)))('%s keeps every text that is in the file', async (file) => {
    const { document, isLines } = parse(readFileSync(join(folder, name, file), 'utf8'))
    const shown = new Set(shownTexts((await open(write(document, isLines))).conversations))
    const places = placesOf(document)
    const change = fc.tuple(fc.nat(places.length - 1), fc.constantFrom(...Object.keys(variants)))
    await assertProperty(
      fc.asyncProperty(change, async ([at, variant]) => {
        const place = places[at]!
        const changed = withVariant(document, place, variant)
        if (!changed) return
        const left = leavesOf(changed.document)
        const due = [...shown].filter((text) => text.trim().length > 3 && left.has(text))
        const read = await open(write(changed.document, isLines))
        if (read.conversations.length === 0) {
          expect(isInsideEntry(document, place) && due.length > 1).toBe(false)
          expect(read.problems.at(-1)!.message).toMatch(/^[^\n]+\.$/)
          return
        }
        const said = JSON.stringify(read)
        const isSaid = (text: string): boolean => {
          const once = JSON.stringify(text)
          // A call's arguments and a kept entry may be JSON in a text.
          return said.includes(once.slice(1, -1)) || said.includes(JSON.stringify(once).slice(3, -3))
        }
        expect(due.filter((text) => !isSaid(text))).toEqual([])
      }),
      { numRuns: amount(15, 3000) },
    )
  })
})
