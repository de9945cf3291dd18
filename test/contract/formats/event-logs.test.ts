import { describe, expect, test } from 'vitest'
import { convertTranscript, openTranscript, readTranscript } from '@antiphon/transcripts'
import type { Message } from '@antiphon/core'
import { eventLogs } from './event-logs.js'

/** A thread as a reader sees it, a line for each message. */
const lines = (messages: readonly Message[]): string[] =>
  messages.map((message) => {
    const { role, content } = message
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    if (message.role !== 'assistant')
      return `${role}: ${text}${'isError' in message && message.isError ? ' (failed)' : ''}`
    const calls = message.tool_calls?.map(({ function: fn }) => `${fn.name}(${fn.arguments})`) ?? []
    const thought = message.reasoning ? `<${message.reasoning}> ` : ''
    return `${role}: ${thought}${[text, ...calls].filter(Boolean).join(' ')} [${message.finishReason}]`
  })

const asSse = (events: readonly unknown[]): string =>
  `: recorded\n\n${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
const asLines = (events: readonly unknown[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')
/** Each way in which events lie in a file. */
const shapes: [string, (events: readonly unknown[]) => string][] = [
  ['an event stream', asSse],
  ['JSON lines', asLines],
  ['a list', (events) => JSON.stringify(events, null, 2)],
]

describe.each(eventLogs)('recorded events of $name, $of', ({ name, events, expected }) => {
  test.each(shapes)('open as the transcript they make, from %s', async (shape, write) => {
    const text = write(events)
    const { conversations, problems } = await openTranscript(text.match(/[^]{1,7}/g)!)
    expect(problems).toEqual([])
    expect(conversations.map(({ format }) => format)).toEqual([name])
    // A plain list of snapshots is the format's own document, which says of no answer how it ended.
    const isDocument = name === 'prompt-api' && shape !== 'an event stream'
    expect(lines(conversations[0]!.messages)).toEqual(
      isDocument ? expected.map((line) => line.replace(/\[\w+\]$/, '[undefined]')) : expected,
    )
    expect(readTranscript(text)).toMatchObject({ format: name, messages: conversations[0]!.messages })
  })

  test('convert, and say that the cuts of the stream are not kept', () => {
    const { from, losses, messages } = convertTranscript(asSse(events))
    expect([from, lines(messages)]).toEqual([name, expected])
    expect(losses.map(({ rule }) => rule)).toContain('stream')
  })

  test('with lines in between that are no events: those are named, the answer is whole', async () => {
    const text = asLines(events.flatMap((event, at) => (at === 1 ? [{ type: 'ping', at }, event] : [event])))
    const { conversations } = await openTranscript([text])
    expect(lines(conversations[0]!.messages)).toEqual(expected)
    expect(conversations[0]!.losses.map(({ rule }) => rule)).toContain('event_unknown')
  })

  test('cut after any event, what came is shown and never said to be whole', () => {
    for (let end = 1; end < events.length; end++) {
      const cut = events.slice(0, end)
      const { messages } = readTranscript(asSse(cut), { from: name })
      const shown = lines(messages)
      const roles = (list: readonly string[]): unknown[] => list.map((line) => /^\w+/.exec(line)?.[0])
      expect(roles(shown)).toEqual(roles(expected).slice(0, shown.length))
      expect(
        shown.filter((line) => /\[(?:stop|tool_calls)\]$/.test(line) && !expected.includes(line)),
      ).toEqual([])
    }
  })
})

test('transcripts that look like events are still read as transcripts', () => {
  const items = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }]
  expect(readTranscript(items).format).toBe('openai-responses')
  const chunks = [{ choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }] }]
  expect(readTranscript(asSse(chunks)).format).toBe('openai')
  expect(() => readTranscript('data: {"type":"ping"}\n\n')).toThrow(/no chunks|no transcript/)
})

test('an answer of nothing but parts without a view is one quiet note, never an empty answer', () => {
  const sonar = { type: 'sonar', ping: 7 }
  const parts = [
    { type: 'start' },
    { type: 'start-step' },
    sonar,
    sonar,
    { type: 'finish-step' },
    { type: 'finish' },
  ]
  expect(readTranscript(parts).messages).toMatchObject([
    {
      role: 'system',
      kind: 'notification',
      content: '2 items of type sonar are not shown',
      metadata: { 'wire.unknown_events': [sonar, sonar] },
    },
  ])
})
