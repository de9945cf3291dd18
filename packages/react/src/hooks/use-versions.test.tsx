import { createChat } from '@antiphon/core'
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChatProvider, useVersions } from '../index.js'

function setUp(ids: string | readonly string[]) {
  const chat = createChat({
    endpoint: { baseUrl: 'http://models.test/v1' },
    messages: [
      { role: 'user', id: 'q', content: 'hi' },
      { role: 'assistant', id: 'a', content: 'one' },
    ],
  })
  const seen: ReturnType<typeof useVersions>[] = []
  function Versions() {
    seen.push(useVersions(ids))
    return null
  }
  render(
    <ChatProvider chat={chat}>
      <Versions />
    </ChatProvider>,
    { reactStrictMode: false },
  )
  return { chat, seen }
}

it('the versions are a snapshot: what was read stays as it was, and a new version is another one', () => {
  const { chat, seen } = setUp('a')
  act(() => void chat.store.append({ role: 'assistant', id: 'b', content: 'two' }, { parent: 'q' }))
  expect(seen.map(({ ids, index }) => [[...ids], index])).toEqual([
    [['a'], 0],
    [['a', 'b'], 0],
  ])
  act(() => seen.at(-1)!.activate('a'))
  expect(seen).toHaveLength(2)
})

it('nothing renders for messages that come elsewhere', () => {
  const { chat, seen } = setUp('q')
  act(() => void chat.store.append({ role: 'user', content: 'more' }))
  act(() => void chat.store.append({ role: 'assistant', content: 'two' }, { parent: 'q' }))
  expect(seen).toHaveLength(1)
})

it('of several messages, those of the first that has any', () => {
  const { chat, seen } = setUp(['q', 'a'])
  act(() => void chat.store.append({ role: 'assistant', id: 'b', content: 'two' }, { parent: 'q' }))
  expect(seen.at(-1)).toMatchObject({ ids: ['a', 'b'], index: 0 })
})
