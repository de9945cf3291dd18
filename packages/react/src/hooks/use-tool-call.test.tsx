import { createChat, type ChatController, type Message, type PairedCall } from '@antiphon/core'
import { act, render } from '@testing-library/react'
import { memo } from 'react'
import { expect, it } from 'vitest'
import { ChatProvider, useToolCall } from '../index.js'

const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'look', arguments: '{}' } })
/** A thread of `n` rounds of one call each, with its result but for the last. */
const rounds = (n: number): Message[] =>
  Array.from({ length: n }, (_, i): Message[] => [
    { role: 'assistant', id: `a${i}`, content: '', tool_calls: [call('c')] },
    ...(i < n - 1 ? [{ role: 'tool' as const, id: `r${i}`, tool_call_id: 'c', content: `result ${i}` }] : []),
  ]).flat()

function setUp(messages: Message[], keys: readonly string[]) {
  const chat = createChat({ endpoint: { baseUrl: 'http://models.test/v1' }, messages })
  const { store } = chat
  const reads = { messages: 0, one: 0 }
  const counted: ChatController = {
    ...chat,
    store: {
      ...store,
      getMessages: () => (reads.messages++, store.getMessages()),
      getMessage: (id) => (reads.one++, store.getMessage(id)),
    },
  }
  const seen = new Map<string, (PairedCall | undefined)[]>(keys.map((key) => [key, []]))
  const Call = memo(function Call({ callKey }: { callKey: string }) {
    seen.get(callKey)!.push(useToolCall(callKey))
    return null
  })
  render(
    <ChatProvider chat={counted}>
      {keys.map((key) => (
        <Call key={key} callKey={key} />
      ))}
    </ChatProvider>,
    { reactStrictMode: false },
  )
  return { store, seen, reads }
}

it('a message that is added costs each call no walk through the thread, and wakes only the call it is about', () => {
  const n = 300
  const keys = Array.from({ length: n }, (_, i) => `a${i}/0`)
  const { store, seen, reads } = setUp(rounds(n), keys)
  expect(seen.get('a7/0')!.at(-1)).toMatchObject({ state: 'done', result: { content: 'result 7' } })
  reads.messages = reads.one = 0
  act(() => void store.append({ role: 'tool', id: 'last', tool_call_id: 'c', content: 'late' }))
  expect(seen.get(keys.at(-1)!)!.at(-1)).toMatchObject({ state: 'done', result: { content: 'late' } })
  expect(keys.filter((key) => seen.get(key)!.length > 1)).toEqual([keys.at(-1)])
  expect(reads.messages).toBe(0)
  // A walk for each call would be 180,000.
  expect(reads.one).toBeLessThan(6 * n)
})

it('the place of the call in the thread is the one it has now', () => {
  const { store, seen } = setUp(rounds(2), ['a1/0'])
  expect(seen.get('a1/0')!.at(-1)!.messageIndex).toBe(2)
  act(() => {
    const { nodes, chosen } = store.getTree()
    const first = { message: { role: 'system' as const, id: 's', content: '' }, parent: null }
    store.setTree({ nodes: [first, { ...nodes[0]!, parent: 's' }, ...nodes.slice(1)], chosen })
  })
  expect(seen.get('a1/0')!.at(-1)!.messageIndex).toBe(3)
})

it('a result that is written anew is the result; a call that is gone is undefined', () => {
  const { store, seen } = setUp(rounds(2), ['a0/0'])
  act(() => {
    store.write('r0', { role: 'tool', tool_call_id: 'c', content: 'better' })
    store.flush()
  })
  expect(seen.get('a0/0')!.at(-1)).toMatchObject({ result: { content: 'better' } })
  act(() => store.remove('a0'))
  expect(seen.get('a0/0')!.at(-1)).toBeUndefined()
})
