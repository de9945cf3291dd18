import type { Message } from '@antiphon/core'
import { expect, test } from 'vitest'
import type { ParsedTranscript } from '../types.js'
import { checkReading } from './check-reading.js'

const reading = (messages: readonly Message[], kept?: Record<string, unknown>): ParsedTranscript => ({
  messages: [...messages],
  losses: [],
  document: {
    format: 'openai',
    shape: 'messages',
    ...(kept && { kept, counts: { note: Object.keys(kept).length } }),
  },
})
const user: Message = { role: 'user', content: 'Is the lock open?' }
const blank = (metadata: Record<string, unknown>): Message => ({ role: 'assistant', content: '', metadata })
const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'it was accepted'
}

test('a reader that leaves a kind of record blank is refused, with the field that has its text', () => {
  const segments = { 'openai.segments': [{ text: 'No, it is closed.' }] }
  const read = reading([user, blank(segments), user, blank(segments)])
  expect(refusal(() => checkReading(read, 'OpenAI: messages'))).toBe(
    'This looks like OpenAI, but the text of 2 messages of role assistant is in "segments", which it does not have.',
  )
  expect(refusal(() => checkReading(reading([blank(segments)]), 'OpenAI'))).toMatch(/1 message of role/)
})

test('where most were read, each that was not is a loss', () => {
  const said: Message = { role: 'assistant', content: 'No.' }
  const read = reading([user, said, said, blank({ 'openai.note': 'The lock is closed' })])
  expect(checkReading(read, 'OpenAI').losses).toEqual([
    { rule: 'field_unread', where: 'messages[3]', before: 'openai.note', after: undefined },
  ])
})

test('a reader that makes no message of records with words is refused, with their kinds', () => {
  const read = reading([], { 0: { type: 'note', text: 'The lock is closed' } })
  expect(refusal(() => checkReading(read, 'ChatGPT: export'))).toBe(
    'This looks like ChatGPT, but no entry of it is a message (note: 1).',
  )
})

test('a blank answer with times, ids, a title or an error is what it is', () => {
  const answers = [
    blank({ 'x.time': '2026-01-01T00:00:00Z', 'x.id': 'a b' }),
    blank({ 'x.title': 'The lock and the gate' }),
    {
      ...blank({ 'x.raw': 'The server is busy' }),
      error: { kind: 'server', message: 'busy' },
    } as unknown as Message,
  ]
  const read = reading([user, ...answers])
  expect(checkReading(read, 'OpenAI')).toBe(read)
})
