import { createChat, defineTool } from '@antiphon/core'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { Chat } from '../chat/chat.js'
import '../../testing/late-parts.js'

test('a call that a reader opened stays open when the next step of the answer begins', async () => {
  let end: (result: string) => void = () => {}
  const look = defineTool({
    name: 'look',
    description: '',
    parameters: z.object({}),
    execute: () => new Promise<string>((resolve) => (end = resolve)),
  })
  const transport = scriptedTransport([[callsAnswer([{ name: 'look' }])], [textAnswer('All of it.')]])
  const chat = createChat({ transport, tools: [look] })
  render(
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>,
  )
  act(() => void chat.send('go'))
  const call = await screen.findByRole('button', { name: /look/ })
  const isOpen = call.getAttribute('aria-expanded') === 'true'
  await userEvent.click(call)
  await act(async () => end('seen'))
  await screen.findByText('All of it.')
  expect(call).toBeInTheDocument()
  expect(call).toHaveAttribute('aria-expanded', String(!isOpen))
})
