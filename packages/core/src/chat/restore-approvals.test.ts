import { describe, expect, it, vi } from 'vitest'
import type { AssistantMessage, Message, StoredMessage, ToolMessage } from '../message/types.js'
import { approvalChat, calls, payTools } from '../testing/approval-chat.js'
import { countingIds } from '../testing/clock.js'
import { says } from '../testing/scripted-chat.js'
import type { Tool } from '../tools/types.js'

/** An answer that calls these tools, under the ids `c0`, `c1` and so on. */
const answer = (id: string, names: string[], over: Partial<AssistantMessage> = {}) => ({
  id,
  role: 'assistant' as const,
  content: '',
  finishReason: 'tool_calls' as const,
  tool_calls: names.map((name, at) => ({
    id: `c${at}`,
    type: 'function' as const,
    function: { name, arguments: `{"to":"${at}"}` },
  })),
  ...over,
})
const result = (tool_call_id: string): ToolMessage => ({ role: 'tool', tool_call_id, content: 'known' })
const question: StoredMessage = { id: 'u', role: 'user', content: 'go' }

function chatAtRest(messages: Message[], tools: Tool[] = payTools().tools) {
  return approvalChat([says('done')], { tools, messages, generateId: countingIds('r') })
}

it('a run that asks goes on without an answer once the result of the call is there', async () => {
  const { tools, ran } = payTools()
  const { chat, pending, results } = approvalChat([calls(['pay', { to: 'a' }]), says('done')], { tools })
  const sent = chat.send('go')
  const [open] = await pending()
  chat.store.append(result('call_0'), { parent: open!.messageId })
  expect(chat.getApprovals()).toEqual([])
  await sent
  expect([results().map(({ content }) => content), ran]).toEqual([['known'], []])
  expect(chat.store.getMessages().at(-1)!.content).toBe('done')
})

describe('a thread at rest', () => {
  it('asks about the calls that wait for a person, and shows those that run after them as queued', async () => {
    const names = ['pay', 'pay', 'unknown', 'outside', 'look', 'pay']
    const begun = answer('a', names, { model: 'm', metadata: { 'antiphon.running': [1] } })
    const outside: Tool = { name: 'outside', description: '', parameters: {}, approval: 'always' }
    const { chat, pending } = chatAtRest([question, begun, result('c0')], [...payTools().tools, outside])
    expect((await pending()).map(({ callKey }) => callKey)).toEqual(['a/5'])
    expect(chat.getLiveStep('a')).toEqual({
      phase: 'tools',
      startedAt: 1000,
      model: 'm',
      calls: { 4: { state: 'queued' }, 5: { state: 'awaiting', startedAt: 1000 } },
    })
  })

  it('shows nothing as live once tools no longer ask, or another thread is there', async () => {
    const [pay, look] = payTools().tools
    const { chat, pending } = chatAtRest([question, answer('a', ['pay', 'look'])])
    await pending()
    chat.configure({ tools: [{ ...pay, approval: 'never' }, look] })
    await pending(0)
    expect(chat.getLiveStep('a')).toBeUndefined()
    chat.configure({ tools: [pay, look] })
    await pending()
    chat.store.reset([])
    expect(chat.getApprovals()).toEqual([])
    expect(chat.getLiveStep('a')).toBeUndefined()
  })

  it('asks no more about a call whose result came, and again when that is taken out', async () => {
    const { chat, pending } = chatAtRest([question, answer('a', ['pay'])])
    await pending()
    const id = chat.store.append(result('c0'), { parent: 'a' })
    expect(chat.getApprovals()).toEqual([])
    expect(chat.getLiveStep('a')).toBeUndefined()
    chat.store.remove(id)
    await pending()
    expect(chat.getLiveStep('a')?.calls[0]).toMatchObject({ state: 'awaiting' })
  })

  it('asks on about the calls beside one whose result came', async () => {
    const { chat, pending } = chatAtRest([question, answer('a', ['pay', 'pay'])])
    await pending(2)
    chat.store.append(result('c0'), { parent: 'a' })
    expect((await pending()).map(({ callKey }) => callKey)).toEqual(['a/1'])
  })

  it('goes on after a decision when another tab answers the second question', async () => {
    const { tools, ran } = payTools()
    const { chat, pending, results } = chatAtRest([question, answer('a', ['pay', 'pay'])], tools)
    const [first] = await pending(2)
    await chat.decideApproval(first!.key, { type: 'allow' })
    expect(chat.getApprovals().map(({ callKey }) => callKey)).toEqual(['a/1'])
    chat.store.append(result('c1'), { parent: 'a' })
    expect(chat.getApprovals()).toEqual([])
    await vi.waitFor(() => expect(chat.store.getMessages().at(-1)!.content).toBe('done'))
    expect(results().map(({ content }) => content)).toEqual(['paid 0', 'known'])
    expect(ran).toEqual([{ to: '0', amount: 1 }])
  })

  it('without open calls rejects nothing', async ({ onTestFinished }) => {
    const rejected = vi.fn()
    process.on('unhandledRejection', rejected)
    onTestFinished(() => void process.off('unhandledRejection', rejected))
    const { chat } = chatAtRest([question, { role: 'assistant', content: 'Hello' }])
    // Resolves when the tools are loaded, and the thread has been looked at.
    await chat.decideApproval('none', { type: 'allow' })
    // Only promises are left, which one turn of the event loop ends.
    await new Promise((resolve) => setImmediate(resolve))
    expect(rejected).not.toHaveBeenCalled()
  })
})
