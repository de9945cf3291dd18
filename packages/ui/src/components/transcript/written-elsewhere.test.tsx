import {
  createChat,
  type AssistantMessage,
  type ChatController as ChatData,
  type LiveStep,
  type Message,
} from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Chat } from '../chat/chat.js'
import { editingOf } from '../user-message/editable-user-message.js'
import '../../testing/late-parts.js'

const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'look', arguments: '{}' } })
const messages: Message[] = [
  { role: 'user', id: 'q1', content: 'First question' },
  { role: 'assistant', id: 'a1', content: 'First ans', finishReason: 'length' },
  { role: 'user', id: 'q2', content: 'Second question' },
  { role: 'assistant', id: 'a2', content: '', tool_calls: [call('c1')], finishReason: 'tool_calls' },
  { role: 'user', id: 'q3', content: 'Third question' },
  { role: 'assistant', id: 'a3', content: 'Half of it' },
]

/** A chat whose answer `a3` another tab writes, until it is told to end. */
function setUp(live: Partial<LiveStep> = {}, transcript = {}, answer: Partial<AssistantMessage> = {}) {
  let step: LiveStep | undefined = {
    phase: 'streaming',
    startedAt: Date.now(),
    activePart: 'text',
    calls: {},
    elsewhere: true,
    ...live,
  }
  const listeners = new Set<() => void>()
  const thread = messages.map((message) =>
    message.id === 'a3' ? { ...message, ...answer } : message,
  ) as Message[]
  const own = createChat({ messages: thread, transport: scriptedTransport([]) })
  const chat: ChatData = {
    ...own,
    getLiveStep: (id) => (id === 'a3' ? step : own.getLiveStep(id)),
    subscribeLiveStep(id, listener) {
      if (id !== 'a3') return own.subscribeLiveStep(id, listener)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  own.setElsewhere('a3', true)
  render(
    <ChatProvider chat={chat}>
      <Chat transcript={transcript} />
    </ChatProvider>,
  )
  return {
    chat,
    end() {
      act(() => {
        chat.store.write('a3', { role: 'assistant', content: 'All of it.', finishReason: 'stop' })
        chat.store.flush()
        step = undefined
        own.setElsewhere('a3', false)
        for (const listener of listeners) listener()
      })
    },
  }
}
const last = (): HTMLElement => screen.getAllByRole('article').at(-1)!
const names = (): (string | null)[] =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
const starting = /retry|continue|raise|edit|add result|start from/i

test('an answer that another tab writes is shown as being written, and nothing starts a run on its branch', () => {
  const { end } = setUp({}, { onRetry: () => {}, onOpenInWire: () => {} })
  expect(last()).toHaveAttribute('data-state', 'streaming')
  expect(within(last()).getByText('Being written in another tab')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Conversation' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  expect(names().filter((name) => starting.test(name ?? ''))).toEqual([])

  end()
  expect(screen.queryByText('Being written in another tab')).toBeNull()
  expect(last()).toHaveAttribute('data-state', 'done')
  expect(screen.getByRole('region', { name: 'Conversation' })).not.toHaveAttribute('aria-busy')
  expect(screen.getAllByRole('button', { name: 'Retry this answer' }).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Add result' })).toBeVisible()
})

test('Arrow up in the box edits no message meanwhile', async () => {
  const { chat, end } = setUp()
  await userEvent.type(screen.getByRole('textbox'), '{ArrowUp}')
  expect(editingOf(chat).getId()).toBeUndefined()
  end()
  await userEvent.type(screen.getByRole('textbox'), '{ArrowUp}')
  expect(editingOf(chat).getId()).toBe('q3')
})

test('an edit that was begun before keeps its text, and is sent only when the answer is there', async () => {
  const { chat, end } = setUp()
  const edit = vi.spyOn(chat, 'edit').mockResolvedValue()
  act(() => editingOf(chat).begin('q1'))
  const form = await screen.findByRole('form', { name: 'Edit your message' })
  const send = within(form).getByRole('button', { name: 'Save and send' })
  expect(send).toHaveAttribute('aria-disabled', 'true')
  expect(form).toHaveTextContent('Being written in another tab')
  await userEvent.type(within(form).getByRole('textbox'), ', again{Enter}')
  expect(edit).not.toHaveBeenCalled()
  expect(within(form).getByRole('textbox')).toHaveValue('First question, again')
  end()
  await userEvent.click(send)
  expect(edit).toHaveBeenCalledWith('q1', 'First question, again')
})

test('calls of another tab ask nobody here', () => {
  const asked = vi.fn(() => <p>May it?</p>)
  const live: Partial<LiveStep> = { phase: 'tools', calls: { 0: { state: 'awaiting' } } }
  setUp(live, { renderApproval: asked }, { tool_calls: [call('c2')] })
  expect(last().querySelector('[data-slot=tool-call]')).toBeVisible()
  expect(asked).not.toHaveBeenCalled()
})
