import { createChat, defineTool, type ChatConfig, type Message } from '@antiphon/core'
import { immediateScheduler, callsAnswer, scriptedTransport, sseText } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Chat } from '../chat/chat.js'
import { german } from '../../strings/german.js'
import { Transcript } from '../transcript/transcript.js'
import '../../testing/late-parts.js'

const weigh = defineTool({
  name: 'weigh',
  title: 'Weigh it',
  description: '',
  parameters: z.object({ grams: z.number() }),
  timeout: 20,
  execute: ({ grams }, { signal }) => {
    if (grams === 1) throw new Error('The scale is broken.')
    // oxlint-disable-next-line typescript/only-throw-error -- a tool of a host may throw anything
    if (grams === 2) throw undefined
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late'))))
  },
})
const done = sseText([{ choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] }])

async function run(
  audience: 'people' | 'developers',
  call: { name: string; args: object },
  config: Partial<ChatConfig> = {},
) {
  const chat = createChat({
    transport: scriptedTransport([callsAnswer([call]), [done]]),
    tools: [weigh],
    scheduler: immediateScheduler,
    ...config,
  })
  const { container } = render(
    <ChatProvider chat={chat}>
      <Chat audience={audience} />
    </ChatProvider>,
  )
  await act(async () => void chat.send('How heavy?'))
  await screen.findByText('Done.')
  await userEvent.click(container.querySelector('[data-slot="tool-call"] button')!)
  return container.querySelector('[data-slot="tool-call"]')!
}

it.each<[string, { name: string; args: object }, Partial<ChatConfig>, string, RegExp]>([
  [
    'arguments that do not fit',
    { name: 'weigh', args: {} },
    {},
    'details that do not fit',
    /grams.*expected/s,
  ],
  ['a tool that is not there', { name: 'sing', args: {} }, {}, 'not offered here', /not found/],
  [
    'a tool that threw nothing',
    { name: 'weigh', args: { grams: 2 } },
    {},
    'This failed',
    /without saying why/,
  ],
  ['a time limit', { name: 'weigh', args: { grams: 5 } }, {}, 'took too long', /Timed out/],
])(
  '%s is said to people in a sentence, and to developers as the model reads it',
  async (_, call, config, said, raw) => {
    const people = await run('people', call, config)
    await screen.findAllByText(new RegExp(said))
    expect(people.textContent).not.toMatch(/grams|Tool execution|not found|Timed out|fetch failed|Offered/)
    cleanup()
    const developers = await run('developers', call, config)
    expect(developers.textContent).toMatch(raw)
    expect(developers.textContent).not.toContain(said)
  },
)

it('the words of a tool that failed stay', async () => {
  const row = await run('people', { name: 'weigh', args: { grams: 1 } })
  expect(row).toHaveTextContent('The scale is broken.')
})

it.each([
  ['a check that failed before the call', 'denied', 'unchecked', 'Not done: it could not be checked.'],
  ['a call that could not be noted', 'failed', 'unstored', 'Not done: the conversation could not be saved.'],
])('%s is told in a sentence', async (_, outcome, failure, words) => {
  const messages: Message[] = [
    { role: 'user', content: 'How heavy?' },
    {
      role: 'assistant',
      content: '',
      finishReason: 'tool_calls',
      tool_calls: [{ id: 'c0', type: 'function', function: { name: 'weigh', arguments: '{"grams":5}' } }],
    },
    {
      role: 'tool',
      tool_call_id: 'c0',
      content: 'Abgelehnt. fetch failed',
      isError: true,
      metadata: { 'antiphon.outcome': outcome, 'antiphon.failure': failure },
    },
  ]
  const { container } = render(<Transcript messages={messages} audience="people" />)
  await screen.findAllByText(new RegExp(words))
  await userEvent.click(container.querySelector('[data-slot="tool-call"] button')!)
  expect(container.querySelector('[data-slot="tool-call-body"]')).toHaveTextContent(words)
  expect(container.textContent).not.toMatch(/Abgelehnt|fetch failed/)
})

it.each([
  [{}, 'Retry once you have signed in.', /ask|again/i],
  [{ strings: german }, 'Nach dem Anmelden erneut versuchen.', /bitte/i],
])(
  'when the session ended at a call, only the card below says what to do (%#)',
  async (words, help, others) => {
    const messages: Message[] = [
      { role: 'user', content: 'How heavy?' },
      {
        role: 'assistant',
        content: '',
        finishReason: 'tool_calls',
        tool_calls: [{ id: 'c0', type: 'function', function: { name: 'weigh', arguments: '{}' } }],
      },
      {
        role: 'tool',
        tool_call_id: 'c0',
        content: 'Not run.',
        isError: true,
        metadata: { 'antiphon.outcome': 'failed', 'antiphon.failure': 'unstored' },
      },
      {
        role: 'assistant',
        content: '',
        finishReason: 'error',
        error: { kind: 'auth', message: 'No session.', isSignedOut: true },
      },
    ]
    const { container } = render(<Transcript messages={messages} audience="people" {...words} />)
    await userEvent.click(container.querySelector('[data-slot="tool-call"] button')!)
    const row = container.querySelector('[data-slot="tool-call"]')!
    await vi.waitFor(() => expect(row.textContent).toMatch(/Not done|Nicht ausgeführt/))
    expect(row.textContent).not.toMatch(others)
    expect(container.textContent.split(help)).toHaveLength(2)
  },
)

// The title may be "Cancellation of repair R-12": the word behind it must not read as the outcome of what the call does.
it.each([
  ['people', {}, 'Stopped', '2 stopped'],
  ['developers', {}, 'Stopped', '2 stopped'],
  ['people', { strings: german }, 'Angehalten', '2 angehalten'],
] as const)(
  'for %s a call that was stopped is not called cancelled (%#)',
  (audience, words, said, counted) => {
    const calls = ['c0', 'c1', 'c2']
    const stopped = (ids: string[]): Message[] => [
      { role: 'user', content: 'Cancel it.' },
      {
        role: 'assistant',
        content: '',
        finishReason: 'tool_calls',
        tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'weigh', arguments: '{}' } })),
      },
      ...ids.map((id): Message => ({
        role: 'tool',
        tool_call_id: id,
        content: 'Cancelled by the user.',
        isError: true,
        metadata: { 'antiphon.outcome': 'cancelled' },
      })),
    ]
    const one = stopped(calls.slice(0, 1))
    const { container, rerender } = render(<Transcript messages={one} audience={audience} {...words} />)
    expect(container.querySelector('[data-slot="state-note"]')).toHaveTextContent(said)
    rerender(<Transcript messages={stopped(calls.slice(1))} audience={audience} {...words} />)
    expect(container.querySelector('[data-slot="counts"]')).toHaveTextContent(counted)
  },
)

/** A thread after a reload in the middle of a call. */
const leftOpen: Message[] = [
  { role: 'user', content: 'How heavy?' },
  {
    id: 'a1',
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [{ id: 'c0', type: 'function', function: { name: 'weigh', arguments: '{"grams":5}' } }],
    metadata: { 'antiphon.running': [0] },
  },
]
const askPerson = defineTool({ name: 'weigh', description: '', parameters: z.object({}) })

it.each([
  ['people', [weigh], ['Continue', 'Retry']],
  ['people', [], ['Continue', 'Retry']],
  ['people', [askPerson], ['Add result', 'Retry']],
  ['developers', [weigh], ['Add result', 'Retry']],
] as const)(
  'after a reload in the middle of a call %s are offered what they can do (%#)',
  (audience, tools, offered) => {
    const chat = createChat({ transport: scriptedTransport([]), tools, messages: leftOpen })
    const { container } = render(
      <ChatProvider chat={chat}>
        <Chat audience={audience} />
      </ChatProvider>,
    )
    const buttons = [...container.querySelectorAll('[data-finish] button')]
    expect(buttons.map(({ textContent }) => textContent)).toEqual(offered)
  },
)

it('Continue after such a reload asks the model again, and says that the call was interrupted and may have been done', async () => {
  const transport = scriptedTransport([[done]])
  const chat = createChat({ transport, tools: [weigh], messages: leftOpen, scheduler: immediateScheduler })
  render(
    <ChatProvider chat={chat}>
      <Chat audience="people" />
    </ChatProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Done.')
  await screen.findByText(/This was interrupted\. It may have been done/)
  expect(document.body.textContent).not.toContain('not run again')
})
