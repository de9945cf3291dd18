import { createChat, defineTool, pairToolCalls, type Message } from '@antiphon/core'
import { scriptedTransport, sseText } from '@antiphon/core/testing'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'

const messages: Message[] = [
  { id: 'q', role: 'user', content: 'pay' },
  {
    id: 'a',
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{"to":"ann"}' } }],
  },
]
const done = () => [sseText([{ choices: [{ index: 0, delta: { content: 'done' }, finish_reason: 'stop' }] }])]

/** The same stored thread, opened in one of several tabs. */
function openTab(threadId: string | undefined, execute: () => string) {
  const pay = defineTool({
    name: 'pay',
    description: '',
    parameters: z.object({ to: z.string() }),
    approval: 'always',
    execute,
  })
  return createChat({ transport: scriptedTransport([done()]), tools: [pay], messages, threadId })
}

test('a call that is approved in two tabs runs in one of them', async () => {
  const execute = vi.fn(() => 'paid')
  const threadId = crypto.randomUUID()
  const tabs = [openTab(threadId, execute), openTab(threadId, execute)]
  for (const tab of tabs) await vi.waitFor(() => expect(tab.getApprovals()).toHaveLength(1), 5_000)
  const keys = tabs.map((tab) => tab.getApprovals()[0]!.key)
  expect(keys[0]).toBe(keys[1])
  await Promise.all(tabs.map((tab, i) => tab.decideApproval(keys[i]!, { type: 'allow' })))
  await vi.waitFor(() => expect(tabs.map((tab) => tab.getState().status)).toEqual(['ready', 'ready']), 5_000)
  expect(execute).toHaveBeenCalledTimes(1)
  const states = tabs.map((tab) => pairToolCalls(tab.store.getMessages()).calls[0]!.state)
  expect(states.toSorted()).toEqual(['done', 'unanswered'])
  // The tab that did not run it does not ask again.
  expect(tabs.flatMap((tab) => tab.getApprovals())).toEqual([])
})
