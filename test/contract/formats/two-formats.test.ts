import { expect, test } from 'vitest'
import { findFormat, openTranscript, readTranscript, type SessionFormat } from '@antiphon/transcripts'
import { createSessionThread, defineSession, sampleOf } from '@antiphon/transcripts/toolkit'

/** A format of a host: notes with a text under a key, which one of them reads as a prompt and another as an answer. */
const notes = (name: string, role: 'user' | 'assistant', key = 'note'): SessionFormat =>
  defineSession({
    name,
    title: `${name}: notes`,
    shapes: ['notes'],
    needs: `entries with "${key}"`,
    sign: (value) => (sampleOf(value).some((entry) => key in entry) ? `entries with "${key}"` : undefined),
    read(value, report) {
      const thread = createSessionThread(name, 'notes', report)
      for (const entry of sampleOf(value)) thread.add({ role, content: String(entry[key]) })
      return thread.end()
    },
  })

const text = '{"note":"High tide at six"}\n{"note":"Low tide at noon"}'
const [log, diary, copy] = [notes('log', 'user'), notes('diary', 'assistant'), notes('copy', 'user')]

test('a file that two formats would read differently is refused with both names, through both doors', async () => {
  const formats = [log, diary]
  const says =
    'This could be log (it has entries with "note") or diary (it has entries with "note"). Say which one it is.'
  expect(() => readTranscript(text, { formats })).toThrow(says)
  const { conversations, problems } = await openTranscript([text], { formats })
  expect([conversations, problems.map(({ message }) => message)]).toEqual([[], [says]])
})

test('the order of formats decides nothing but the name of two that read alike', () => {
  expect(() => readTranscript(text, { formats: [diary, log] })).toThrow('This could be diary')
  const alike = [
    readTranscript(text, { formats: [log, copy] }),
    readTranscript(text, { formats: [copy, log] }),
  ]
  expect(alike.map(({ format }) => format)).toEqual(['log', 'copy'])
  expect(alike[0]!.messages).toEqual(alike[1]!.messages)
})

test('a name settles it', () => {
  const { format, messages } = readTranscript(text, { formats: [log, diary], from: 'diary' })
  expect([format, messages[0]!.role]).toEqual(['diary', 'assistant'])
})

test('a format brings the streams of its system, and no other code has to know them', () => {
  const tides: SessionFormat = {
    ...notes('tides', 'user'),
    streams: [
      {
        name: 'tides',
        isEvent: (event) => typeof event === 'object' && event !== null && 'tide' in event,
        read: (events) => ({ messages: [{ role: 'assistant', content: `${events.length} tides` }] }),
      },
    ],
  }
  const recorded = 'data: {"tide":"high"}\n\ndata: {"tide":"low"}\n\n'
  expect(findFormat(recorded, { formats: [tides] }).format.name).toBe('tides')
  expect(readTranscript(recorded, { formats: [tides] }).messages).toEqual([
    { role: 'assistant', content: '2 tides' },
  ])
  expect(() => readTranscript(recorded)).toThrow('event stream')
})
