import { createChat, defineTool, type ChatController, type ChatOptions, type Message } from '@antiphon/core'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, useEffect, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { countedChat } from '../../../test/browser/support/counted-chat.js'
import {
  ChatProvider,
  useChat,
  useComposer,
  useLiveStep,
  useMessage,
  useStep,
  useToolApproval,
  useToolApprovals,
  useTurns,
  useVersions,
} from './index.js'

let complaints: ReturnType<typeof vi.spyOn>
beforeEach(() => void (complaints = vi.spyOn(console, 'error')))
afterEach(() => {
  expect(complaints).not.toHaveBeenCalled()
  complaints.mockRestore()
})

const settled = (chat: ChatController) => vi.waitFor(() => expect(chat.getState().status).toBe('ready'))

describe('R20, faults: strictmode-mount', () => {
  it('one send makes one request and runs each tool once', async () => {
    const execute = vi.fn(() => 'rain')
    const parameters = z.object({ city: z.string() })
    const tools = [defineTool({ name: 'weather', description: '', parameters, execute })]
    const transport = scriptedTransport([
      callsAnswer([{ name: 'weather', args: { city: 'Bergen' } }]),
      textAnswer('It rains.'),
    ])
    let chat: ChatController
    function Page() {
      const own = useChat({ transport, tools })
      chat = own.chat
      return (
        <ChatProvider chat={own.chat}>
          <Box />
        </ChatProvider>
      )
    }
    function Box() {
      return <textarea {...useComposer({ enterKey: 'send' }).fieldProps} />
    }
    render(<Page />)
    await userEvent.type(screen.getByRole('textbox'), 'weather?{Enter}')
    await act(() => settled(chat))
    expect(transport.requests).toHaveLength(2)
    expect(execute).toHaveBeenCalledOnce()
    expect(chat!.store.getMessages().map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
  })

  it('what a page sends once when it opens is answered: the mount that was only a test stops nothing', async () => {
    const transport = scriptedTransport([textAnswer('Hello.')])
    let chat: ChatController
    function Page() {
      const own = useChat({ transport })
      const sent = useRef(false)
      chat = own.chat
      useEffect(() => {
        if (sent.current) return
        sent.current = true
        void own.chat.send('Say hello')
      }, [own.chat])
      return null
    }
    render(<Page />)
    await act(() => settled(chat))
    expect(transport.requests).toHaveLength(1)
    expect(chat!.store.getMessages().at(-1)).toMatchObject({ content: 'Hello.', finishReason: 'stop' })
  })

  const call = { id: 'c1', type: 'function' as const, function: { name: 'weather', arguments: '{}' } }
  const messages: Message[] = [
    { role: 'user', id: 'q', content: 'weather?' },
    { role: 'assistant', id: 'a', content: '', tool_calls: [call] },
    { role: 'tool', id: 'r', tool_call_id: 'c1', content: 'rain' },
    { role: 'assistant', id: 'b', content: 'Rain.' },
  ]
  const step = { key: 'a', assistant: 'a', results: ['r'] }
  const hooks: Record<string, [use: () => unknown, subscriptions: string[]]> = {
    useChat: [useChat, ['chat']],
    'useChat().messages': [() => useChat().messages, ['chat', 'store']],
    useComposer: [useComposer, ['chat']],
    useLiveStep: [() => useLiveStep('b'), ['live b']],
    useMessage: [() => useMessage('b'), ['message b']],
    useStep: [() => useStep(step), ['message a', 'message r']],
    useToolApproval: [() => useToolApproval('a/0'), ['chat']],
    useToolApprovals: [useToolApprovals, ['chat']],
    useTurns: [useTurns, ['ids']],
    useVersions: [() => useVersions('b'), ['ids']],
  }
  it.each(Object.keys(hooks))(
    '%s holds one subscription to each thing it reads, and none in the end',
    (name) => {
      const [use, expected] = hooks[name]!
      const Reader = () => void use()
      const options: ChatOptions = { messages, transport: scriptedTransport([]) }
      const { chat, held, total } = countedChat(createChat(options))
      const page = () => (
        <StrictMode>
          <ChatProvider chat={chat}>
            <Reader />
          </ChatProvider>
        </StrictMode>
      )
      const { rerender, unmount } = render(page(), { reactStrictMode: false })
      expect(held()).toEqual(expected)
      const made = total()
      expect(made).toBe(2 * expected.length)
      for (let i = 0; i < 3; i++) rerender(page())
      act(() => void chat.store.append({ role: 'user', content: 'more' }))
      act(() => {
        chat.store.write('b', { role: 'assistant', content: 'Rain, and wind.' })
        chat.store.flush()
      })
      expect(held()).toEqual(expected)
      expect(total()).toBe(made)
      unmount()
      expect(held()).toEqual([])
    },
  )
})
