import { describe, expect, it, vi } from 'vitest'
import type { Message, ToolCall } from '../message/types.js'
import { countingIds } from '../testing/clock.js'
import { says, scriptedChat } from '../testing/scripted-chat.js'
import { createMessageStore } from '../tree/message-store.js'
import { asksAtRest } from './find-target.js'

const question: Message = { id: 'u', role: 'user', content: 'go' }

/** A call about which the provider asks, where its id begins with `asked`. */
const callOf = (id: string): ToolCall => ({
  id,
  type: 'function',
  function: { name: 'deploy', arguments: '{}' },
  ...(id.startsWith('asked') && { approvalRequest: { id: `r-${id}` } }),
})
const answer = (...callIds: string[]): Message => ({
  id: 'a',
  role: 'assistant',
  content: '',
  finishReason: 'tool_calls',
  ...(callIds.length > 0 && { tool_calls: callIds.map(callOf) }),
})
const result = (callId: string): Message => ({
  id: `t-${callId}`,
  role: 'tool',
  tool_call_id: callId,
  content: 'done',
})

describe('a thread at rest', () => {
  it.each<[string, Message[]]>([
    ['at its end', [question, answer('asked')]],
    ['in its only message', [answer('asked')]],
    ['about one of several calls', [question, answer('own', 'asked', 'other')]],
    ['after the result of another call', [question, answer('asked', 'own'), result('own')]],
  ])('asks a person where the provider asks %s', (_, messages) => {
    expect(asksAtRest(createMessageStore({ messages }))).toBe(true)
  })

  it.each<[string, Message[]]>([
    ['that is empty', []],
    ['that ends with a question of the user', [question]],
    ['whose calls only the chat runs', [question, answer('own')]],
    ['whose last answer calls nothing', [question, answer()]],
    ['whose calls all have results', [question, answer('asked', 'own'), result('asked'), result('own')]],
    ['that went on after the question', [answer('asked'), question]],
    ['that holds results alone', [result('asked')]],
  ])('%s asks nobody', (_, messages) => {
    expect(asksAtRest(createMessageStore({ messages }))).toBe(false)
  })
})

describe('a chat without tools', () => {
  const stored = [question, answer('asked')]

  it('shows what somebody asked in a stored thread; allowed, it says that nobody here could run it', async () => {
    const { chat, thread, sent } = scriptedChat([says('done')], {
      messages: stored,
      generateId: countingIds('r'),
    })
    await vi.waitFor(() => expect(chat.getApprovals()).toMatchObject([{ callKey: 'a/0' }]))
    expect(await chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'allow' })).toEqual({
      status: 'accepted',
    })
    await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    const result = expect.stringContaining('t:The call was allowed, but it did not run')
    expect(sent(0)).toEqual(['u:go', 'a:', result])
    expect(thread()).toEqual(['u:go', 'a:', result, 'a:done'])
    expect(chat.store.getMessages()[2]).toMatchObject({ isError: true })
  })

  it('shows it also where the thread is read later', async () => {
    const { chat } = scriptedChat([])
    chat.store.reset(stored)
    await vi.waitFor(() => expect(chat.getApprovals()).toMatchObject([{ callKey: 'a/0' }]))
  })
})
