import { createChat, type AssistantMessage, type Message, type ChatOptions } from '@antiphon/core'
import {
  immediateScheduler,
  scriptedTransport,
  textAnswer,
  type ScriptedAnswer,
} from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Chat } from '../chat/chat.js'

const question: Message = { role: 'user', id: 'q', content: 'And the reason?' }
const ended = (over: Partial<AssistantMessage>): Message => ({
  role: 'assistant',
  id: 'a',
  content: '',
  ...over,
})
const call = {
  id: 'c',
  type: 'function' as const,
  function: { name: 'look_up', arguments: '{"place":"Oslo"}' },
}

function open(messages: Message[], options: Partial<ChatOptions> = {}, answers: ScriptedAnswer[] = []) {
  const transport = scriptedTransport([...answers, [textAnswer('Because.')]])
  const chat = createChat({ transport, messages, scheduler: immediateScheduler, ...options })
  render(
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>,
  )
  return { chat, requests: transport.requests }
}
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }))
const answered = async (): Promise<void> => {
  expect(await screen.findByText('Because.')).toBeInTheDocument()
}

test('Raise limit and retry: asks again with twice the room, as a new version', async () => {
  const { chat, requests } = open(
    [question, ended({ reasoning: 'Hm', finishReason: 'length', maxOutputTokens: 4_096 })],
    { parameters: { temperature: 0 } },
  )
  await press('Raise limit and retry')
  await answered()
  expect(requests[0]!.parameters).toEqual({ temperature: 0, maxTokens: 8_192 })
  expect(chat.store.getVersions('a').ids).toHaveLength(2)
})

test('Start from here: asks the question without what was said before it, which stays as a version', async () => {
  const before: Message[] = [
    { role: 'system', id: 's', content: 'Be brief.' },
    { role: 'user', id: 'q0', content: 'A long story' },
    { role: 'assistant', id: 'a0', content: 'Yes' },
  ]
  const error = { kind: 'context_overflow', message: 'too long' } as const
  const { chat, requests } = open([
    ...before,
    question,
    ended({ finishReason: 'error', isError: true, error }),
  ])
  await press('Start from here')
  await answered()
  expect(requests[0]!.messages.map(({ content }) => content)).toEqual(['Be brief.', 'And the reason?'])
  expect(chat.store.getVersions('q0').ids).toHaveLength(2)
  chat.store.activate('q0')
  expect(chat.store.getIds()).toEqual(['s', 'q0', 'a0', 'q', 'a'])
})

test('Retry without it: leaves the refused field out wherever the settings have it', async () => {
  const error = { kind: 'unsupported_field', message: 'no', field: 'top_p' } as const
  const { requests } = open([question, ended({ finishReason: 'error', isError: true, error })], {
    parameters: { topP: 1, temperature: 0, extraBody: { top_p: 1, user: 'u' } },
  })
  await press('Retry without it')
  await answered()
  expect(requests[0]!.parameters).toEqual({ temperature: 0, extraBody: { user: 'u' } })
})

test('Add result: a person gives what no tool gave, and the answer goes on', async () => {
  const { chat, requests } = open([question, ended({ tool_calls: [call], finishReason: 'tool_calls' })])
  await press('Add result')
  const box = await screen.findByRole('textbox', { name: 'Result of look_up' })
  await waitFor(() => expect(box).toHaveFocus())
  await userEvent.type(box, '{{"rain":true}')
  await press('Use as result')
  await answered()
  expect(chat.store.getMessages()[2]).toMatchObject({
    role: 'tool',
    tool_call_id: 'c',
    details: { rain: true },
  })
  expect(requests).toHaveLength(1)
  expect(screen.queryByRole('textbox', { name: 'Result of look_up' })).toBeNull()
})

test('an answer that was stopped after its results says so, and Continue asks for the rest', async () => {
  const { requests } = open([
    question,
    ended({ tool_calls: [call], finishReason: 'tool_calls' }),
    { role: 'tool', id: 'r', tool_call_id: 'c', content: 'rain' },
  ])
  expect(screen.getByText('Paused')).toBeInTheDocument()
  await press('Continue')
  await answered()
  expect(requests[0]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  await waitFor(() => expect(screen.queryByText('Paused')).toBeNull())
})

test('a result that came after a later question is no stop: the next question brings it to the model', () => {
  open([
    question,
    ended({ tool_calls: [call], finishReason: 'tool_calls' }),
    { role: 'tool', id: 'r', tool_call_id: 'c', content: 'rain' },
    { role: 'user', id: 'q2', content: 'And something else?' },
    ended({ id: 'a2', content: 'Ask away.', finishReason: 'stop' }),
  ])
  expect(screen.getByText('Ask away.')).toBeInTheDocument()
  expect(screen.queryByText('Paused')).toBeNull()
})

test('an answer whose provider paused in calls of its own goes on from the card, text or not', async () => {
  const search = { ...call, providerRun: {} }
  const paused = { finishReason: 'other' as const, finishReasonRaw: 'pause_turn', tool_calls: [search] }
  const { chat, requests } = open([question, ended({ content: 'I look.', ...paused })])
  expect(screen.getByText('Paused')).toBeInTheDocument()
  await press('Continue')
  await screen.findByText(/Because\.$/)
  expect(requests).toHaveLength(1)
  expect(chat.store.getMessages().filter(({ role }) => role === 'assistant')).toHaveLength(1)
})

test('after an error behind some text both ways are open: all of it again, or the rest', async () => {
  const error = { kind: 'overloaded', message: 'busy' } as const
  const { chat } = open(
    [question, ended({ content: 'It is', finishReason: 'error', isError: true, error })],
    {},
    [[textAnswer('It is so.')]],
  )
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
  await press('Continue')
  expect(await screen.findByText('It is so.')).toBeInTheDocument()
  expect(chat.store.getMessage('a')).toMatchObject({ content: 'It is so.' })
})

test("the provider's category of a withheld answer is named", () => {
  const results = { hate: { filtered: false }, self_harm: { filtered: true, severity: 'high' } }
  open([
    question,
    ended({ finishReason: 'content_filter', metadata: { 'wire.content_filter_results': results } }),
  ])
  expect(screen.getByText('No text was returned. Category: self harm.')).toBeInTheDocument()
})
