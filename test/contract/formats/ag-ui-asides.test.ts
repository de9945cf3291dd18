/** State, activities and questions of an agent, beside its words, read from a recording and as they were live. */
import { createChat, type AssistantMessage, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { readTranscript } from '@antiphon/transcripts'
import { createAgUiTransport } from '@antiphon/agents'
import { expect, test, vi } from 'vitest'

type Event = { type: string; [key: string]: unknown }
const about = { threadId: 't', runId: 'r' }
const started: Event = { type: 'RUN_STARTED', ...about }
const finished = (...interrupts: object[]): Event => ({
  type: 'RUN_FINISHED',
  ...about,
  ...(interrupts.length > 0 && { outcome: { type: 'interrupt', interrupts } }),
})
const said = (messageId: string, delta: string): Event => ({ type: 'TEXT_MESSAGE_CHUNK', messageId, delta })
const called = (toolCallId: string, toolCallName: string): Event[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"to":"B"}' },
  { type: 'TOOL_CALL_END', toolCallId },
]

const plan: Event[] = [
  started,
  { type: 'STATE_SNAPSHOT', snapshot: { berth: 'A' } },
  { type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'PLAN', content: { steps: 1 } },
  said('m', 'Working.'),
  { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/berth', value: 'B' }] },
  { type: 'ACTIVITY_DELTA', messageId: 'a', patch: [{ op: 'replace', path: '/steps', value: 2 }] },
  finished(),
]
const asksAboutCall: Event[] = [
  started,
  ...called('c1', 'move'),
  finished({ id: 'i1', reason: 'tool_call', message: 'May I?', toolCallId: 'c1' }),
]
const asksAlone: Event[] = [
  started,
  said('m', 'One question.'),
  finished({ id: 'i2', reason: 'confirm plan', message: 'Go on?' }),
]
const asksOldWay: Event[] = [
  started,
  { type: 'CUSTOM', name: 'on_interrupt', value: '{"action":"send"}' },
  finished(),
]

const fromFile = (events: Event[]): Message[] =>
  readTranscript(events.map((event) => JSON.stringify(event)).join('\n')).messages

/** Returns the visible parts of each answer, without ids that a chat makes itself. */
const seenIn = (messages: readonly Message[]) =>
  messages
    .filter((message): message is AssistantMessage => message.role === 'assistant')
    .map(({ content, finishReason, tool_calls: calls = [] }) => ({
      content,
      finishReason,
      calls: calls
        .map(({ function: { name, arguments: text }, approvalRequest, providerRun }) =>
          JSON.stringify({ name, value: JSON.parse(text) as unknown, approvalRequest, providerRun }),
        )
        .toSorted(),
    }))

test.each([
  ['state and activities, all patches applied', plan],
  ['an interrupt about a call', asksAboutCall],
  ['an interrupt about no call', asksAlone],
  ['the older interrupt of LangGraph, without a message', asksOldWay],
])('%s: the file shows what the chat showed', async (_, events) => {
  const transport = createAgUiTransport({ stream: () => events })
  const chat = createChat({ transport, tools: transport.tools, scheduler: immediateScheduler })
  void chat.send('Go.')
  await vi.waitFor(() => {
    const { status, approvals } = chat.getState()
    expect(status === 'ready' || approvals.length > 0).toBe(true)
  })
  const live = seenIn(chat.store.getMessages())
  chat.stop()
  expect(seenIn(fromFile(events))).toEqual(live)
})

test('the question stands at its call with its words; a second run in the file has its answer', () => {
  const messages = fromFile([
    ...asksAboutCall,
    started,
    { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c1', content: 'moved' },
    said('m2', 'Done.'),
    finished(),
  ])
  expect(messages).toMatchObject([
    {
      tool_calls: [{ id: 'c1', approvalRequest: { id: 'i1', message: 'May I?' } }],
      finishReason: 'tool_calls',
    },
    { role: 'tool', tool_call_id: 'c1', content: 'moved' },
    { content: 'Done.' },
  ])
})

test('a question about no call stands behind the words of its own run', () => {
  const messages = fromFile([...asksAlone, started, said('m2', 'Going on.'), finished()])
  expect(messages).toMatchObject([
    { content: 'One question.', tool_calls: [{ function: { name: 'confirm_plan' } }] },
    { content: 'Going on.' },
  ])
})

test('an activity that a snapshot of the messages says again is one row', () => {
  const activity = { id: 'a', role: 'activity', activityType: 'PLAN', content: { steps: 2 } }
  const messages = fromFile([
    ...plan.slice(0, -1),
    { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'm', role: 'assistant', content: 'Working.' }, activity] },
    finished(),
  ])
  expect(messages).toHaveLength(1)
})
