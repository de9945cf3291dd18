import { createChat, type ChatOptions } from '@antiphon/core'
import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import './support/chat-layout.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countedChat } from './support/counted-chat.js'
import { watchListeners } from './support/watch-listeners.js'
import { frames, pacedFetch } from './support/paced-answer.js'

let place: HTMLElement
let root: Root
const complaints = vi.fn()

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  vi.spyOn(console, 'error').mockImplementation(complaints)
  vi.spyOn(console, 'warn').mockImplementation(complaints)
})
afterEach(() => {
  root.unmount()
  place.remove()
  vi.restoreAllMocks()
  expect(complaints.mock.calls).toEqual([])
})

const show = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>)
const options = (fetch: typeof globalThis.fetch): ChatOptions => ({
  endpoint: { baseUrl: 'http://paced.test/v1' },
  model: 'm',
  fetch,
})

describe('faults: unmount-mid-stream', () => {
  it('a page that made its chat stops the answer when it goes; what had arrived is kept', async () => {
    const server = pacedFetch()
    let chat!: ReturnType<typeof useChat>['chat']
    function Page() {
      chat = useChat(options(server.fetch)).chat
      return (
        <ChatProvider chat={chat}>
          <Chat style={{ height: 300 }} />
        </ChatProvider>
      )
    }
    show(<Page />)
    await expect.poll(() => place.querySelector('textarea')).not.toBeNull()
    void chat.send('go')
    await server.deltas(['Half an ', 'answer'])
    await expect.poll(() => place.textContent).toContain('Half an answer')
    root.unmount()
    await expect.poll(() => server.requests).toMatchObject([{ aborted: true }])
    await expect.poll(() => chat.getState().status).not.toBe('streaming')
    expect(chat.store.getMessages().at(-1)).toMatchObject({ content: 'Half an answer' })
    expect(chat.store.getMessages().at(-1)).toMatchObject({ finishReason: 'cancelled' })
    root = createRoot(place)
  })

  it('under a chat that lives on, the answer goes on unseen, nothing listens, and it is whole when shown again', async () => {
    const server = pacedFetch()
    const made = createChat(options(server.fetch))
    const { chat, held } = countedChat(made)
    const before = watchListeners()
    const page = (
      <ChatProvider chat={chat}>
        <Chat style={{ height: 300 }} />
      </ChatProvider>
    )
    show(page)
    await frames()
    const sending = chat.send('go')
    await server.delta({ reasoning_content: 'Let me see.' })
    await server.deltas(['One ', 'two '])
    await server.delta({
      tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'look', arguments: '{"a' } }],
    })
    await expect.poll(() => place.querySelector('[data-slot=tool-call]')).not.toBeNull()
    expect(held().length).toBeGreaterThan(5)
    expect(before.held()).not.toEqual([])

    show(null)
    await expect.poll(() => [held(), before.held()]).toEqual([[], []])
    await server.delta({ tool_calls: [{ index: 0, function: { arguments: '":1}' } }] })
    await server.deltas(['three'])
    await server.end()
    await sending
    expect(server.requests).toMatchObject([{ aborted: false }])
    expect(held()).toEqual([])

    show(page)
    await expect.poll(() => place.textContent).toContain('three')
    before.stop()
  })
})
