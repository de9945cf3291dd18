import { createChat, type Message } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { AntiphonRoot, Chat } from '@antiphon/ui'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../packages/ui/css/source.css'
import './support/chat-layout.css'

afterEach(cleanup)

const long = 'A line of the answer.\n\n'.repeat(60)
const earlier: Message[] = [
  { id: 'q', role: 'user', content: 'First' },
  { id: 'a', role: 'assistant', content: long, finishReason: 'stop' },
]
const viewport = () => document.querySelector('[data-slot="viewport"]')!

async function ask() {
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  async function* slow() {
    yield sseText([{ choices: [{ index: 0, delta: { content: long } }] }], { done: false })
    await ended
    yield sseText([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }])
  }
  const chat = createChat({
    messages: earlier,
    scheduler: immediateScheduler,
    transport: scriptedTransport([() => slow()]),
  })
  render(
    <AntiphonRoot style={{ height: 500 }}>
      <ChatProvider chat={chat}>
        <Chat />
      </ChatProvider>
    </AntiphonRoot>,
  )
  let sent!: Promise<void>
  await act(async () => void (sent = chat.send('Second')))
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  return async () => {
    await act(async () => {
      end()
      await sent
    })
    await expect.poll(() => document.querySelector('[data-streaming]')).toBeNull()
  }
}

test('a long answer that is being read is not called new when it ends', async () => {
  const end = await ask()
  await end()
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
})

test('an answer that ends while one reads above it is new', async () => {
  const end = await ask()
  viewport().dispatchEvent(new WheelEvent('wheel', { deltaY: -1, bubbles: true }))
  viewport().scrollTop = 0
  await expect.poll(() => viewport().scrollTop).toBe(0)
  await end()
  await expect.element(page.getByRole('button', { name: 'New answer' })).toBeVisible()
})
