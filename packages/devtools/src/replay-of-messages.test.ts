import type { Message } from '@antiphon/core'
import { expect, test } from 'vitest'
import { readCaptureFile, writeCapture } from './capture-file.js'
import { replayOfMessages } from './replay-of-messages.js'
import { createTimeline } from './timeline.js'

const messages: Message[] = [
  { role: 'user', id: 'q', content: 'When is low water? 🌊' },
  {
    role: 'assistant',
    id: 'a1',
    model: 'harbour-1',
    content: 'I look 夜 it up.',
    reasoning: 'The pier has a gauge.',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'tide', arguments: '{"pier": "north"}' } },
      { id: 'c2', type: 'function', function: { name: 'wind', arguments: '{}' } },
    ],
    finishReason: 'tool_calls',
  },
  { role: 'tool', tool_call_id: 'c1', content: '11:52' },
  { role: 'tool', tool_call_id: 'c2', content: 'calm' },
  { role: 'assistant', id: 'a2', content: 'At 11:52.', finishReason: 'stop' },
]

test('each answer of a transcript plays as a stream that gives it again', () => {
  const { exchanges } = readCaptureFile(writeCapture(replayOfMessages(messages)))
  expect(exchanges.map(({ question }) => question!.messages.length)).toEqual([1, 4])
  const read = exchanges.map((exchange) => createTimeline(exchange).completion!)
  expect(read.map(({ outcome }) => outcome)).toEqual(['complete', 'complete'])
  expect(read[0]!.message).toMatchObject({
    content: 'I look 夜 it up.',
    reasoning: 'The pier has a gauge.',
    tool_calls: (messages[1] as { tool_calls: object[] }).tool_calls,
    finishReason: 'tool_calls',
  })
  expect(read[1]!.message.content).toBe('At 11:52.')
  // It comes bit by bit, at a pace that nobody takes for the real one.
  expect(exchanges[0]!.body.pieces.length).toBeGreaterThan(8)
  expect(exchanges[0]!.startedAt).toBeUndefined()
})
