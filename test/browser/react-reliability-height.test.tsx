import { createChat, type Message } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import './support/chat-layout.css'
import { frames } from './support/paced-answer.js'

afterEach(cleanup)

it('a transcript whose place has no height does not grow without end after a message is sent', async () => {
  const messages = Array.from({ length: 6 }, (_, i): Message => {
    const content = 'text '.repeat(100)
    return i % 2 ? { role: 'assistant', content } : { role: 'user', content }
  })
  const chat = createChat({ messages, transport: scriptedTransport([[textAnswer('hello')]]) })
  render(
    <ChatProvider chat={chat}>
      <Transcript />
    </ChatProvider>,
  )
  const height = () => document.querySelector('[data-slot=viewport]')!.scrollHeight
  await chat.send('go')
  await frames(5)
  const settled = height()
  await frames(10)
  expect(height()).toBe(settled)
  expect(document.querySelector('[data-slot=spacer]')!.clientHeight).toBe(0)
})
