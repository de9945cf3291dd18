import { describe, expect, test } from 'vitest'
import type { Conversation, ReportLoss } from '../types.js'
import { missingTexts } from '../../../../test/contract/formats/missing-texts.js'
import { accountFor } from './account.js'
import { defineSession, entriesOf } from './define-session.js'
import { isRecord, type JsonObject, wordOf } from '@antiphon/base'
import { createSessionThread } from './session-thread.js'

const log = [
  { type: 'user', text: 'When is low water today?' },
  { type: 'pilot', text: 'The pilot looks at the table.', note: 'Page 3 of it.' },
  { type: 'assistant', text: 'Low water is at 06:12.' },
  { type: 'pilot', text: 'The pilot goes home now.' },
  { type: 'hook', text: 'A hook ran before that.' },
  { type: 'ping' },
]

/** A reader that forgets what is of one kind, and folds the hooks. */
function read(entries: readonly unknown[], forgets: string, report: ReportLoss): Conversation {
  const thread = createSessionThread('atif', 'log', report)
  entries.filter(isRecord).forEach((entry: JsonObject, at) => {
    const { type, text } = entry
    if (type === forgets) return
    if (type === 'user' || type === 'assistant') thread.add({ role: type, content: wordOf(text) })
    else thread.keep(at, wordOf(type), entry)
  })
  return thread.end()
}

const planted = (forgets: string) =>
  defineSession({
    name: 'atif',
    title: 'Planted: log',
    shapes: ['log'],
    needs: 'entries with a type',
    sign: () => 'entries with a type',
    read: (value, report) => read(entriesOf(value), forgets, report),
  })

describe('a reader that drops a kind of record', () => {
  const text = log.map((entry) => JSON.stringify(entry)).join('\n')

  test('is found by what the suite of session formats checks', () => {
    expect(
      missingTexts(
        text,
        read(log, 'pilot', () => {}),
      ).length,
    ).toBeGreaterThan(0)
    expect(
      missingTexts(
        text,
        read(log, 'none', () => {}),
      ),
    ).toEqual([])
  })

  test.each(['pilot', 'assistant', 'hook'])(
    'cannot drop it in silence: %s is kept, counted and named',
    (kind) => {
      const { document, losses } = planted(kind).parse(text)
      const dropped = log.filter(({ type }) => type === kind)
      expect(document.counts).toMatchObject({ [`not read: ${kind}`]: dropped.length })
      expect(Object.values(document.kept ?? {})).toEqual(expect.arrayContaining(dropped))
      expect(losses).toContainEqual(
        expect.objectContaining({ rule: 'no_message', before: `not read: ${kind}: ${dropped.length}` }),
      )
      expect(missingTexts(text, planted(kind).parse(text))).toEqual([])
    },
  )

  test('that reads or folds all of it has nothing more to name', () => {
    const { document, losses } = planted('none').parse(text)
    expect(document.counts).toEqual({ pilot: 2, hook: 1, ping: 1 })
    expect(losses.map(({ before }) => before)).toEqual(['pilot: 2', 'hook: 1', 'ping: 1'])
  })

  test('in the lists of a document is found there, too', () => {
    const format = defineSession({
      name: 'atif',
      title: 'Planted: document',
      shapes: ['log'],
      needs: 'steps',
      sign: () => 'steps',
      read: (value, report) => read((value as { steps: unknown[] }).steps, 'pilot', report),
    })
    const { document } = format.parse({ steps: log })
    expect(document.counts).toMatchObject({ 'not read: pilot': 2 })
    expect(Object.keys(document.kept ?? {})).toContain('steps[1]')
  })
})

test('a text that is trimmed, split or decoded was read', () => {
  const said = [
    '  Low water is early.\n',
    '{"output":"The table says so."}',
    'One line here.\nAnother line here.',
  ]
  const format = defineSession({
    name: 'atif',
    title: 'Planted: texts',
    shapes: ['log'],
    needs: 'texts',
    sign: () => 'texts',
    read: (_, report) => {
      const thread = createSessionThread('atif', 'log', report)
      for (const content of ['Low water is early.', 'The table says so.', 'Another line here.'])
        thread.add({ role: 'user', content })
      return thread.end()
    },
  })
  expect(format.parse(said.map((text) => ({ text }))).losses).toEqual([])
})

test('a list of any length is looked through', () => {
  const value = { entries: [{ type: 'log', figures: Array.from({ length: 200_000 }, (_, at) => at) }] }
  const read = { messages: [], document: { format: 'atif' as const, shape: 'log' } }
  expect(accountFor(value, read, () => {})).toBe(read)
})
