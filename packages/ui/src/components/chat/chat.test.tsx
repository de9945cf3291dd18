import { createChat, type ChatController as ChatData } from '@antiphon/core'
import { immediateScheduler, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { scriptedTransport, type ScriptedTransport } from '../../fixtures/scripted-transport.js'
import {
  AssistantMessageView,
  type AssistantMessageViewProps,
} from '../assistant-message/assistant-message.js'
import { Chat } from './chat.js'
import '../../testing/late-parts.js'

interface Setup {
  chat: ChatData
  stream: ScriptedTransport
  /** How often any answer was rendered, and the view of the call in the first one. */
  renders: { turns: number; view: number }
}

function setUp(): Setup {
  const stream = scriptedTransport()
  const chat = createChat({
    transport: stream,
    model: 'gpt-4o',
    scheduler: immediateScheduler,
    messages: [
      { role: 'user', content: 'What is the weather?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bergen"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'rain' },
      { role: 'assistant', content: 'It rains.' },
    ],
  })
  const renders = { turns: 0, view: 0 }
  const Answer = (props: AssistantMessageViewProps) => {
    renders.turns++
    return <AssistantMessageView {...props} />
  }
  const Weather = () => {
    renders.view++
    return <p>Rain in Bergen</p>
  }
  render(
    <ChatProvider chat={chat}>
      <Chat transcript={{ toolRenderers: { weather: Weather }, slots: { AssistantMessage: Answer } }} />
    </ChatProvider>,
  )
  return { chat, stream, renders }
}

const ask = (text: string): Promise<void> => userEvent.type(screen.getByRole('textbox'), `${text}{Enter}`)
const spoken = (live: 'polite' | 'assertive' = 'polite'): (string | null)[] =>
  [...document.querySelectorAll(`[data-slot=announcer][aria-live=${live}] p`)].map(
    (entry) => entry.textContent,
  )
const lastTurn = (): HTMLElement => screen.getAllByRole('article').at(-1)!

test('sends, streams, ends: one message renders, the rest stays as it is, two things are said', async () => {
  const { stream, renders } = setUp()
  expect(spoken()).toEqual([])
  await ask('And tomorrow?')
  // The code that requests an answer is loaded on demand.
  await waitFor(() => expect(lastTurn()).toHaveAttribute('data-state', 'waiting'))
  expect(screen.getByRole('region', { name: 'Conversation' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('textbox')).toHaveFocus()

  await act(() => stream.delta({ role: 'assistant', content: 'Sun' }))
  // The code that announces is loaded on demand too.
  await waitFor(() => expect(spoken()).toEqual(['Answer started']))
  const before = { ...renders }
  expect(before.view).toBeGreaterThan(0)
  const changes = vi.fn()
  const observer = new MutationObserver(changes)
  for (const region of document.querySelectorAll('[data-slot=announcer]')) {
    observer.observe(region, { childList: true, subtree: true, characterData: true })
  }
  for (const word of [' and', ' a', ' little', ' wind', '.']) await act(() => stream.delta({ content: word }))
  expect(lastTurn()).toHaveTextContent('Sun and a little wind.')
  expect(lastTurn()).toHaveAttribute('data-state', 'streaming')
  expect(lastTurn().querySelector('[data-slot=caret]')).not.toBeNull()
  expect(renders.view).toBe(before.view)
  // One turn for each of the five deltas; strict mode renders everything twice.
  expect(renders.turns - before.turns).toBeLessThanOrEqual(10)
  expect(renders.turns).toBeGreaterThan(before.turns)
  expect(changes).not.toHaveBeenCalled()
  observer.disconnect()

  await act(() => stream.end('stop', { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 }))
  expect(lastTurn()).toHaveAttribute('data-state', 'done')
  expect(lastTurn()).toHaveTextContent('20 in, 5 out')
  expect(spoken()).toEqual(['Answer started', 'Answer finished, 5 words'])
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('a broken connection keeps the text, says why, and Retry makes a second version', async () => {
  const { stream } = setUp()
  await ask('And tomorrow?')
  await act(() => stream.delta({ role: 'assistant', content: 'Half an ans' }))
  await act(() => stream.cut())
  expect(lastTurn()).toHaveAttribute('data-state', 'incomplete')
  expect(lastTurn()).toHaveTextContent('Half an ans')
  expect(lastTurn()).toHaveTextContent('Connection ended before the answer did')
  expect(spoken()).toContain('Answer ended. Connection ended before the answer did.')

  const notice = within(lastTurn()).getByRole('note')
  await userEvent.click(within(notice).getByRole('button', { name: 'Retry' }))
  await act(() => stream.delta({ role: 'assistant', content: 'A whole answer' }))
  await act(() => stream.end())
  expect(lastTurn()).toHaveTextContent('A whole answer')
  expect(within(lastTurn()).getByRole('group', { name: 'Version 2 of 2' })).toBeInTheDocument()
  await userEvent.click(within(lastTurn()).getByRole('button', { name: 'Previous version' }))
  expect(lastTurn()).toHaveTextContent('Half an ans')
})

test('the first stops lead past what was said: to the box, and to the latest message', async () => {
  setUp()
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Skip to the message box' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('textbox')).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Skip to the latest message' }))
  expect(lastTurn()).toHaveFocus()
})

test('Stop keeps what arrived and says who stopped it', async () => {
  const { stream, chat } = setUp()
  await ask('And tomorrow?')
  await act(() => stream.delta({ role: 'assistant', content: 'Half' }))
  act(() => chat.stop())
  await waitFor(() => expect(lastTurn()).toHaveAttribute('data-state', 'cancelled'))
  expect(lastTurn()).toHaveTextContent('HalfStopped by you')
  await waitFor(() => expect(spoken().at(-1)).toBe('Answer ended. Stopped by you.'))
})

test('thinking, then a call without a tool: each part has its own row, in order', async () => {
  const { stream } = setUp()
  await ask('Look it up')
  await act(() => stream.delta({ role: 'assistant', reasoning_content: 'Which city?' }))
  expect(lastTurn()).toHaveTextContent('Thinking')
  await act(() =>
    stream.delta({
      tool_calls: [
        { index: 0, id: 'c9', type: 'function', function: { name: 'weather', arguments: '{"ci' } },
      ],
    }),
  )
  const call = lastTurn().querySelector('[data-slot=tool-call]')!
  expect(call).toHaveAttribute('data-state', 'writing')
  expect(call).toHaveTextContent('{"ci')
  await act(() => stream.delta({ tool_calls: [{ index: 0, function: { arguments: 'ty":"Oslo"}' } }] }))
  await act(() => stream.end('tool_calls'))
  expect(lastTurn().querySelector('[data-slot=reasoning]')).toHaveTextContent('Thought')
})

test('a Chat with an endpoint and no provider is a chat of its own, whose options follow the props', async () => {
  const bodies: string[] = []
  const fetch = async (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    bodies.push(`${String(url)} ${String(init?.body)}`)
    return new Response(textAnswer('Hello there.'))
  }
  const endpoint = { baseUrl: 'http://models.test/v1' }
  const ended = vi.fn()
  const { rerender } = render(
    <Chat endpoint={endpoint} model="one" fetch={fetch} id="mine" onFinish={ended} />,
  )
  rerender(<Chat endpoint={endpoint} model="two" fetch={fetch} id="mine" onFinish={ended} />)
  await ask('Hi')
  await screen.findByText('Hello there.')
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatch(/^http:\/\/models\.test\/v1\/chat\/completions .*"model":"two"/)
  await waitFor(() => expect(ended).toHaveBeenCalledOnce())
  const root = document.getElementById('mine')!
  expect(root.dataset['slot']).toBe('chat')
  expect(root.getAttributeNames()).not.toContain('endpoint')
})

test('a Chat inside of a provider shows that chat, and says in development which options do nothing', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const chat = createChat({ transport: scriptedTransport(), messages: [{ role: 'user', content: 'Mine' }] })
  render(
    <ChatProvider chat={chat}>
      <Chat model="other" system="Be brief." />
    </ChatProvider>,
  )
  screen.getByText('Mine')
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/ChatProvider.*do nothing: model, system\./)]])
  warn.mockRestore()
})

test('a Chat with neither says what it needs', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Chat model="m" />)).toThrow(
    /put a <ChatProvider chat=\{chat\}> above it, or give it an `endpoint`/,
  )
  complaints.mockRestore()
})
