/**
 * A text channel is a value: with a line in its table it is read, kept, ordered, joined, written, reported and linted, and
 * nothing else names it. Here the table has one more, `delta.memo`, a note before the text.
 */
import { expect, test, vi } from 'vitest'
import {
  collectCompletion,
  createChat,
  describeEnding,
  messageParts,
  readCompletion,
  type AssistantMessage,
  type Message,
} from '@antiphon/core'
import { createAccumulator } from '../../packages/core/src/wire/accumulate/accumulator.js'
import { prepareRequestMessages } from '@antiphon/core/request'
import { readMessages } from '@antiphon/core/message'
import { messageSchema } from '@antiphon/threads'
import { countingIds, scriptedTransport, sseText, splitBytes } from '@antiphon/core/testing'
import { createTimeline, exchangeOf, exchangeFigures, rowsOfPlace } from '@antiphon/devtools'
import { convertTranscript, describeRule, formats } from '@antiphon/transcripts'
import { exportText } from '@antiphon/transcripts'
import { lintTranscript } from '@antiphon/lint'

vi.mock('../../packages/core/src/message/text-channels.js', async (original) => {
  const table = await original<{ TEXT_CHANNELS: object[] }>()
  const memo = {
    name: 'memo',
    field: 'memo',
    wire: ['memo', 'memo_text'],
    entries: ['memo'],
    isAnswer: false,
  }
  table.TEXT_CHANNELS.splice(1, 0, memo)
  return table
})

type WithMemo = AssistantMessage & { memo?: string }

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})
const STREAM = sseText([
  chunk({ memo: 'Look, ' }),
  chunk({ memo_text: 'then say.' }),
  chunk({ content: 'It is ' }),
  chunk({ memo: ' Done.' }),
  chunk({ content: 'noon.' }),
  chunk({}, 'stop'),
])
const MEMO = 'Look, then say. Done.'
const question: Message = { role: 'user', content: 'Time?' }
const kinds = (message: Message | undefined): string[] =>
  message?.role === 'assistant'
    ? messageParts(message).map((part) => ('text' in part ? `${part.type}: ${part.text}` : part.type))
    : []

test('it streams into a field of the message, in its place, however the bytes are cut', async () => {
  const events: string[] = []
  for await (const event of readCompletion(STREAM))
    if ('text' in event) events.push(`${event.type} ${event.text}`)
  expect(events).toEqual([
    'memo_delta Look, ',
    'memo_delta then say.',
    'text_delta It is ',
    'memo_delta  Done.',
    'text_delta noon.',
  ])
  const bytes = new TextEncoder().encode(STREAM)
  for (let cut = 1; cut < bytes.length; cut += 7) {
    const { message, outcome, repairs } = await collectCompletion(splitBytes(bytes, [cut]))
    expect({ message, outcome, repairs }).toMatchObject({
      outcome: 'complete',
      repairs: [],
      message: { memo: MEMO, content: 'It is noon.' },
    })
    expect(message.metadata).toBeUndefined()
    expect(kinds(message)).toEqual(['memo: Look, then say.', 'text: It is ', 'memo:  Done.', 'text: noon.'])
  }
})

test('it is read of a whole message and of a content array', () => {
  const whole = createAccumulator()
  whole.push({ choices: [{ message: { memo: 'Look.', content: 'Noon.' }, finish_reason: 'stop' }] })
  expect(whole.finish().message).toMatchObject({ memo: 'Look.', content: 'Noon.' })
  const content = [
    { type: 'text', text: 'Noon.' },
    { type: 'memo', text: 'Look.' },
  ]
  const [read] = readMessages([{ role: 'assistant', content }], String)
  expect(read).toMatchObject({ content: 'Noon.', memo: 'Look.' })
  expect(kinds(read)).toEqual(['text: Noon.', 'memo: Look.'])
})

test('a chat says what grows, keeps it, and asks nothing with it', async () => {
  const active = new Set<string | undefined>()
  const transport = scriptedTransport([
    () => {
      for (const id of chat.store.getIds())
        chat.subscribeLiveStep(id, () => active.add(chat.getLiveStep(id)?.activePart))
      return [STREAM]
    },
    [sseText([chunk({ content: 'Yes.' }, 'stop')])],
  ])
  const chat = createChat({ transport, generateId: countingIds() })
  await chat.send('Time?')
  expect([...active]).toEqual(['memo', 'text', undefined])
  const answer = chat.store.getMessages().at(-1)
  expect(answer).toMatchObject({ memo: MEMO })
  expect(messageSchema.parse({ ...answer, memo: null })).toMatchObject({ memo: undefined })
  await chat.send('Sure?')
  expect(JSON.stringify(prepareRequestMessages(transport.requests[1]?.messages ?? []))).not.toContain('Look')
})

test('an answer with nothing else has begun, and is gone on with', async () => {
  const lost: WithMemo = {
    role: 'assistant',
    content: '',
    memo: 'Look',
    finishReason: 'error',
    error: { kind: 'network_or_cors', message: 'lost' },
  }
  expect(describeEnding({ key: 'a', assistant: lost, results: [] }).kind).toBe('incomplete')
  const transport = scriptedTransport([[STREAM]])
  const begun: WithMemo = {
    role: 'assistant',
    id: 'a',
    content: 'It was ',
    memo: 'Ask',
    finishReason: 'length',
  }
  const chat = createChat({ transport, generateId: countingIds(), messages: [question, begun] })
  await chat.continue()
  const joined = chat.store.getMessages().at(-1)
  expect(joined).toMatchObject({ memo: `Ask\n\n${MEMO}` })
  expect(kinds(joined).map((kind) => kind.split(':')[0])).toEqual(['memo', 'memo', 'memo', 'text'])
})

const thread: WithMemo[] = [
  {
    role: 'assistant',
    content: 'It is noon.',
    memo: MEMO,
    finishReason: 'stop',
    finishReasonRaw: 'stop',
    segments: [
      { type: 'text', start: 0, end: 6 },
      { type: 'memo' as 'text', start: 0, end: MEMO.length },
      { type: 'text', start: 6, end: 11 },
    ],
  },
]

test('the openai format keeps it, in an array and in a stream', () => {
  for (const shape of ['messages', 'sse']) {
    const { value, losses } = convertTranscript([question, ...thread], { to: 'openai', shape })
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(losses.filter(({ where }) => !where.startsWith('messages[0]'))).toEqual([])
    expect(convertTranscript(text).messages.at(-1)).toMatchObject({ memo: MEMO, content: 'It is noon.' })
  }
})

test('every other format names it as a loss, and takes it for no answer', () => {
  for (const { name } of formats) {
    const { losses, messages } = convertTranscript([question, ...thread], { to: name })
    const [answer] = convertTranscript(messages, { to: 'openai' }).messages.filter(
      ({ role }) => role === 'assistant',
    )
    expect([name, answer?.content]).toEqual([name, 'It is noon.'])
    const kept = name === 'openai' || name === 'agentkit'
    expect([name, losses.some(({ rule }) => rule === 'memo')]).toEqual([name, !kept])
  }
  expect(describeRule('memo')).toBe('the memo of an answer')
})

test('nothing of it is a finding, and as text it stands under its label', () => {
  expect(lintTranscript([question, ...thread])).toEqual([])
  expect(exportText(thread, { labels: { ['memo' as 'reasoning']: 'Memo' } })).toContain(
    '(Memo)\n  Look, then',
  )
})

test('the wire inspector finds its rows', () => {
  const timeline = createTimeline(exchangeOf(STREAM))
  const message = timeline.answerAt(timeline.length)
  expect(timeline.rows.map(({ feeds }) => feeds.map(({ part }) => part).join())).toEqual(
    expect.arrayContaining(['memo', 'text']),
  )
  expect(timeline.answerAt(timeline.rows[0]?.end ?? 0)).toMatchObject({ memo: 'Look, ' })
  const [first] = messageParts(message)
  expect(first && rowsOfPlace(timeline, message, { partKey: first.key, type: first.type })).toEqual([0, 1])
  expect(exchangeFigures(timeline).outputTokens).toBe(Math.round((MEMO.length + 11) / 4))
})
