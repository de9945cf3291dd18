import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messagesSchema } from '@antiphon/threads'
import { readTranscript } from '@antiphon/transcripts'
import { openArchive, openSession, sessionFormats } from '@antiphon/sessions'
import { sharedFolder, sharedJson } from '../../replay/shared-data.js'
import { someOf } from '../../support/some-of.js'
import { factsOf, type SessionFacts } from './session-facts.js'
import { missingTexts } from './missing-texts.js'
import { sampleRules } from './session-samples.js'

type RawFacts = SessionFacts & Record<string, unknown>

const folder = sharedFolder('sessions')
const facts = folder ? (sharedJson(folder, 'facts.json') as Record<string, RawFacts | null>) : {}
const samples = Object.entries(sampleRules).flatMap(([system, rules], at) => {
  const own = Object.entries(facts).flatMap(([file, fact]) =>
    fact && file.startsWith(`${system}/`) && !rules.others?.test(file) ? [{ file, fact, rules }] : [],
  )
  return someOf(own, 1, at)
})
const KEYS = Object.keys(factsOf([])) as (keyof SessionFacts)[]

/** Contents of the samples that are archives. */
const unpacked = new Map<string, string>()
for (const { file } of samples.filter((sample) => sample.file.endsWith('.eval'))) {
  const { documents } = await openArchive(readFileSync(join(folder!, file)))
  unpacked.set(file, documents[0]!.text)
}

describe.skipIf(!folder)('sessions of other systems', () => {
  describe.each(samples)('$file', ({ file, fact, rules }) => {
    const path = join(folder!, file)
    const text = unpacked.get(file) ?? rules.textOf?.(path) ?? readFileSync(path, 'utf8')

    test('has the signs of one format, and of no other', () => {
      const found = sessionFormats.filter(({ detect }) => detect(text).certainty > 0).map(({ name }) => name)
      expect(found).toEqual([rules.format])
    })

    test('is read as messages of our shape', () => {
      const { others = [], ...first } = readTranscript(text, { formats: sessionFormats })
      if (rules.empty?.test(file)) expect(first.messages).toEqual([])
      else expect(first.messages.length).toBeGreaterThan(0)
      for (const { messages } of [first, ...others])
        expect(messagesSchema.safeParse(messages).error).toBeUndefined()
    })

    test.skipIf(rules.uncounted)('is read as the facts count it', () => {
      const { others = [], ...first } = readTranscript(text, { formats: sessionFormats })
      expect(first.format).toBe(rules.format)
      const found = factsOf([first, ...others], rules.all)
      const also = (rules.alsoUsers ?? []).map((key) => Number(fact[key] ?? 0))
      const expected = {
        ...Object.fromEntries(KEYS.map((key) => [key, fact[key] ?? found[key]])),
        users: also.reduce((sum, count) => sum + count, fact.users),
        ...rules.differs?.[file]?.facts,
      }
      expect(found).toEqual(expected)
    })

    test('loses no text of the file', () => {
      const read = readTranscript(text, { formats: sessionFormats })
      expect(missingTexts(text, read)).toEqual([])
    })

    test('is the same when it is read as a file, piece by piece', async () => {
      const whole = readTranscript(text, { formats: sessionFormats })
      const { conversations } = await openSession(unpacked.has(file) ? [readFileSync(path)] : [text])
      expect(conversations.map(({ messages }) => messages)).toEqual(
        [whole, ...(whole.others ?? [])].map(({ messages }) => messages),
      )
    })
  })
})
