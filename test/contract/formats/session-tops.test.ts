import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTranscript, type OpenedTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { shownTexts } from './shown-texts.js'
import { placesOf, withVariant } from './session-variants.js'

const folder = join(import.meta.dirname, '../../fixtures/sessions')
const open = (...pieces: string[]): Promise<OpenedTranscript> =>
  openTranscript(pieces, { formats: sessionFormats })
const formats = sessionFormats.filter(({ isText }) => !isText).map(({ name }) => name)
const files = formats.flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))

test.each(files.filter((file) => file.endsWith('.json')))(
  '%s is read also where a list near its top is an object with places as keys',
  async (file) => {
    const document: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const whole = await open(JSON.stringify(document))
    const near = placesOf([document]).filter((place) => place.length <= 3)
    for (const place of near) {
      const changed = withVariant([document], place, 'a list as an object with places')
      if (!changed) continue
      const read = await open(JSON.stringify((changed.document as unknown[])[0]))
      const format = read.conversations[0]?.format ?? read.problems.at(-1)?.message
      expect([place.slice(1).join('.'), format]).toEqual([
        place.slice(1).join('.'),
        whole.conversations[0]!.format,
      ])
    }
  },
)

const record = (uuid: string, role: 'user' | 'assistant', content: unknown): string =>
  JSON.stringify({ type: role, uuid, parentUuid: null, sessionId: 's-1', message: { role, content } })
const log = [
  record('u-1', 'user', 'When is low water?'),
  record('u-2', 'assistant', [{ type: 'text', text: 'At noon, by the gauge.' }]),
  record('u-3', 'user', 'And high water?'),
]

describe.each([
  '{"type":"user","uu',
  '{"type":"user","message":{"role":"user","content":"unclosed',
  'not json at all',
  '}{',
  '{',
  '[',
  '{"a"',
  '{"a":',
  '{"a":1,',
  '{"a":[',
  '{"a":[{',
  '{"a":[{"b":1},',
  '{"a":{"b":',
  '{"a":{"b":1,',
  '{"a":{"b":[{"c":"d"},',
])('a log whose first line broke off at %s', (first) => {
  test.each([1, 7, 1_000])('has all that comes after it, read in pieces of %i', async (size) => {
    const text = [first, ...log].join('\n')
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      text.slice(i * size, (i + 1) * size),
    )
    const { conversations, problems } = await open(...pieces)
    expect(conversations.map(({ format }) => format)).toEqual(['claude-code'])
    const said = shownTexts([{ ...conversations[0]!, document: { format: 'claude-code', shape: '' } }])
    for (const words of ['When is low water?', 'At noon, by the gauge.', 'And high water?'])
      expect(said.join('\n')).toContain(words)
    expect(conversations[0]!.messages.length).toBe(3)
    expect(problems[0]?.line).toBeLessThan(4)
    expect(problems[0]?.message).toMatch(/^[^\n]+\.$/)
  })
})
