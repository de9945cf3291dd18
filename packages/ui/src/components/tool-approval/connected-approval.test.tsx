import {
  type AssistantMessage,
  createChat,
  defineTool,
  type Message,
  type Tool,
  type ToolContext,
} from '@antiphon/core'
import { createAnswerLeases } from '@antiphon/core/keeper'
import {
  immediateScheduler,
  countingIds,
  createLockTable,
  scriptedTransport,
  sseText,
} from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Chat } from '../chat/chat.js'
import type { ToolApprovalProps } from './tool-approval.js'
import { Transcript } from '../transcript/transcript.js'
import '../../testing/late-parts.js'

const ran = vi.fn<(args: unknown) => string>(() => 'paid')
const now = performance.now.bind(performance)
let ahead = 0
beforeEach(() => {
  ran.mockClear()
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
})
afterEach(() => vi.restoreAllMocks())

/** A press within half a second of a question was meant for something else. It counts from when it is drawn. */
const passHalfSecond = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve))
    ahead += 500
  })

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  parameters: z.object({ to: z.string(), amount: z.number() }),
  approval: 'always',
  execute: (args) => ran(args),
})
const call = (id: string, args: object) => ({
  id,
  type: 'function' as const,
  function: { name: 'pay', arguments: JSON.stringify(args) },
})
/** A thread as it is found after a reload: calls without results at its end. */
const waiting = (...args: object[]): Message[] => [
  { role: 'user', content: 'Pay them' },
  {
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: args.map((one, i) => call(`c${i}`, one)),
  },
]

async function open(messages: Message[], tools: Tool[] = [pay]) {
  const answer = [sseText([{ choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] }])]
  const transport = scriptedTransport([answer])
  const chat = createChat({
    transport,
    messages,
    tools,
    scheduler: immediateScheduler,
    generateId: countingIds(),
  })
  render(
    <StrictMode>
      <ChatProvider chat={chat}>
        <Chat />
      </ChatProvider>
    </StrictMode>,
  )
  // The code that runs tools is loaded with the first call.
  await screen.findAllByRole('group', { name: /Allow pay/ })
  await passHalfSecond()
  return { transport, chat }
}
const cards = () => screen.queryAllByRole('group', { name: /Allow pay/ })
const button = (name: RegExp, at = 0) => within(cards()[at]!).getByRole('button', { name })
const lastSent = (transport: ReturnType<typeof scriptedTransport>) =>
  transport.requests[0]!.messages.at(-1)!.content

it('says what the provider warns of before a computer call runs', async () => {
  const [question, answer] = waiting({ to: 'Ada', amount: 2 }) as [Message, Message]
  const checks = [{ id: 's1', code: 'malicious_instructions', message: 'The page gives orders.' }]
  const item = { type: 'computer_call', call_id: 'c0', pending_safety_checks: checks }
  await open([question, { ...answer, metadata: { 'wire.output_items': [item] } }])
  expect(await screen.findByText('The provider warns: The page gives orders.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /in this chat/ })).toBeNull()
})

it('says that a press did nothing because the thread cannot be read, and takes the next one', async () => {
  const { chat } = await open(waiting({ to: 'Ada', amount: 2 }))
  let isReadable = false
  chat.attach({
    leases: createAnswerLeases('t', createLockTable().page()),
    refresh: async () => isReadable,
  })
  await userEvent.click(button(/^Allow once/))
  await waitFor(() => expect(cards()[0]).toHaveTextContent('this conversation cannot be read now'))
  await screen.findByText(/cannot be read now/, { selector: '[role="status"], [aria-live] *' })
  expect(ran).not.toHaveBeenCalled()
  isReadable = true
  await screen.findAllByRole('group', { name: /Allow pay/ })
  await passHalfSecond()
  await userEvent.click(button(/^Allow once/))
  await waitFor(() => expect(ran).toHaveBeenCalledOnce())
  await waitFor(() => expect(cards()).toEqual([]))
})

describe('a call that somebody else asks about', () => {
  const asked = (more: object): Message[] => [
    { role: 'user', content: 'Pay them' },
    {
      role: 'assistant',
      content: '',
      finishReason: 'tool_calls',
      tool_calls: [{ ...call('c0', { to: 'ann' }), approvalRequest: { id: 'i1', ...more } }],
    },
  ]

  it.each([{ message: 'Ann is new. Pay her?' }, { summary: 'Ann is new. Pay her?' }])(
    'says why, in the words of the one who asks: %o',
    async (words) => {
      await open(asked(words))
      expect(cards()[0]).toHaveTextContent('Ann is new. Pay her?')
    },
  )

  it('does not say twice what its arguments say', async () => {
    await open(asked({ message: 'ann' }))
    expect(cards()[0]!.querySelector('[data-slot="question-message"]')).toBeNull()
  })

  it('has the form in its card: one press sends it, and what does not fit stays', async () => {
    const user = userEvent.setup()
    const fill = vi.fn<(values: unknown) => string>(() => 'Sailing.')
    const runner: Tool = {
      name: 'answer_of_a_person',
      description: '',
      parameters: { type: 'object' },
      runsApproved: true,
      formOf: () => ({
        message: 'Who sails?',
        from: 'Harbour',
        schema: {
          type: 'object',
          properties: { crew: { type: 'integer', title: 'Crew' } },
          required: ['crew'],
        },
      }),
      execute: (_: unknown, { getMessages }: ToolContext) => {
        const answer = getMessages().findLast(({ role }) => role === 'assistant') as AssistantMessage
        return fill(answer.tool_calls?.[0]?.approvalRequest?.filledIn)
      },
    }
    await open(asked({}), [runner])
    const card = cards()[0]!
    expect(card).toHaveTextContent('Who sails?')
    expect(within(card).getByText(/goes to Harbour/)).toBeVisible()
    expect(within(card).queryByRole('button', { name: /Allow once|in this chat/ })).toBeNull()
    const field = within(card).getByLabelText(/Crew/)
    await user.type(field, 'y1.5')
    await user.click(button(/Allow and send/))
    expect(within(card).getByText('Enter a number, such as 2.5.')).toBeVisible()
    expect(fill).not.toHaveBeenCalled()
    // The typed text is still there after opening and closing the form for a reason.
    await user.click(button(/Deny with a reason/))
    await user.keyboard('{Escape}')
    expect(field).toHaveValue('y1.5')
    await user.clear(field)
    await user.type(field, '9{Enter}')
    await waitFor(() => expect(cards()).toHaveLength(0))
    expect(fill.mock.calls).toEqual([[{ crew: 9 }]])
    expect(screen.getByRole('textbox')).toHaveFocus()
  })

  it('`<Chat transport>` alone passes the yes on to the system that asked', async () => {
    const user = userEvent.setup()
    const runner: Tool = {
      name: 'answer_of_a_person',
      description: '',
      parameters: { type: 'object' },
      runsApproved: true,
      execute: () => ran('allowed'),
    }
    const answer = sseText([{ choices: [{ index: 0, delta: { content: 'Sent.' }, finish_reason: 'stop' }] }])
    const transport = { ...scriptedTransport([[answer]]), tools: [runner] }
    render(<Chat transport={transport} messages={asked({})} />)
    await screen.findByRole('group', { name: /Allow pay/ })
    await passHalfSecond()
    await user.click(button(/Allow once/))
    await screen.findByText('Sent.')
    expect(ran.mock.calls).toEqual([['allowed']])
  })

  it('is not done where nothing passes the yes on: its row says that it did not run', async () => {
    const user = userEvent.setup()
    await open(asked({}), [pay])
    await user.click(button(/Allow once/))
    await screen.findByText('Done.')
    expect(screen.getByRole('button', { name: /Failed.*pay/ })).toBeVisible()
    expect(ran).not.toHaveBeenCalled()
  })

  it('in a transcript, where nobody answers, its row says that an approval was asked for', () => {
    render(<Transcript messages={asked({ message: 'Pay?' })} />)
    expect(screen.getByText(/approval was asked for/)).toBeVisible()
  })
})

it('names a tool by its title in the question, in what is announced, and where it was allowed', async () => {
  const titled: Tool = { ...pay, title: ({ to }: { to?: string }) => `Pay ${to ?? 'somebody'}` }
  const chat = createChat({
    transport: scriptedTransport([]),
    messages: waiting({ to: 'ann', amount: 1 }),
    tools: [titled],
    scheduler: immediateScheduler,
  })
  render(
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>,
  )
  const card = await screen.findByRole('group', { name: /Allow Pay ann/ })
  await passHalfSecond()
  await userEvent.click(within(card).getByRole('button', { name: /Allow in this chat/ }))
  expect(await screen.findByRole('button', { name: 'Ask again before Pay somebody runs' })).toBeVisible()
})

it('draws the card of the host in its place', async () => {
  const chat = createChat({
    transport: scriptedTransport([]),
    messages: waiting({ to: 'ann', amount: 1 }),
    tools: [pay],
    scheduler: immediateScheduler,
  })
  const slots = {
    ToolApproval: ({ name, onAllow }: ToolApprovalProps) => <button onClick={onAllow}>Really {name}?</button>,
  }
  render(
    <ChatProvider chat={chat}>
      <Chat transcript={{ slots }} />
    </ChatProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Really pay?' }))
  await waitFor(() => expect(ran).toHaveBeenCalledTimes(1))
})

describe('a call that waits for a person', () => {
  it('runs once it is allowed, once however often the button is pressed, with what was shown', async () => {
    const { transport } = await open(waiting({ to: 'ann', amount: 5 }))
    expect(cards()[0]).toHaveTextContent('toannamount5')
    const allow = button(/Allow once/)
    await userEvent.dblClick(allow)
    await screen.findByText('Done.')
    expect(ran.mock.calls).toEqual([[{ to: 'ann', amount: 5 }]])
    expect(lastSent(transport)).toBe('paid')
    expect(cards()).toEqual([])
  })

  it('the reason of a denial reaches the model, and the focus goes to the message box', async () => {
    const { transport } = await open(waiting({ to: 'ann', amount: 900 }))
    // The two rare answers come last, apart from the others.
    const rare = document.querySelector<HTMLElement>('[data-slot="rare-answers"]')!
    expect(rare.nextElementSibling).toBe(null)
    expect(within(rare).getAllByRole('button')).toEqual([button(/^Edit/), button(/Deny with a reason/)])
    await userEvent.click(button(/Deny with a reason/))
    await userEvent.type(screen.getByLabelText('Reason (sent to the model)'), 'Too much, ask Bob.{Enter}')
    await screen.findByText('Done.')
    expect(ran).not.toHaveBeenCalled()
    expect(lastSent(transport)).toBe('Tool execution denied by the user. Reason: Too much, ask Bob.')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveFocus())
  })

  it('typing a reason answers nothing, and Escape goes back to the question', async () => {
    await open(waiting({ to: 'ann', amount: 1 }))
    await userEvent.click(button(/Deny with a reason/))
    await userEvent.keyboard('yny{Escape}')
    expect(ran).not.toHaveBeenCalled()
    expect(cards()[0]).toHaveFocus()
    await userEvent.keyboard('y')
    await screen.findByText('Done.')
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('an edit that does not fit says why; one that fits is asked about again and shows what changed', async () => {
    await open(waiting({ to: 'ann', amount: 900 }))
    await userEvent.click(button(/^Edit/))
    const field = screen.getByRole('textbox', { name: 'amount' })
    expect(screen.getByRole('textbox', { name: 'to' })).toHaveValue('ann')
    await userEvent.clear(field)
    await userEvent.click(button(/Use these arguments/))
    expect(await screen.findByRole('alert')).toHaveTextContent('amount is not valid JSON.')
    await userEvent.type(field, '"much"')
    await userEvent.click(button(/Use these arguments/))
    expect(await screen.findByRole('alert')).not.toHaveTextContent('is not valid JSON.')
    expect(screen.getByRole('alert')).toHaveTextContent('amount')
    await userEvent.clear(field)
    await userEvent.type(field, '9')
    await userEvent.click(button(/Use these arguments/))
    const diff = await screen.findByRole('group', { name: 'Changed by you' })
    expect([...diff.querySelectorAll('del')].map((old) => old.textContent)).toEqual(['900'])
    expect([...diff.querySelectorAll('ins')].map((now) => now.textContent)).toEqual(['9'])
    expect(ran).not.toHaveBeenCalled()
    await passHalfSecond()
    await userEvent.click(button(/Allow once/))
    await screen.findByText('Done.')
    expect(ran.mock.calls).toEqual([[{ to: 'ann', amount: 9 }]])
  })

  it('of several, each is answered for itself and the focus goes to the next', async () => {
    await open(waiting({ to: 'ann', amount: 1 }, { to: 'bob', amount: 2 }, { to: 'eve', amount: 3 }))
    expect(cards()).toHaveLength(3)
    await userEvent.click(button(/Deny N|^Deny$/, 1))
    await waitFor(() => expect(cards()).toHaveLength(2))
    await waitFor(() => expect(cards()[1]).toHaveFocus())
    await userEvent.keyboard('y')
    await waitFor(() => expect(cards()).toHaveLength(1))
    await waitFor(() => expect(cards()[0]).toHaveFocus())
    expect(ran).not.toHaveBeenCalled()
    await userEvent.keyboard('y')
    await screen.findByText('Done.')
    expect(ran.mock.calls.map(([args]) => (args as { to: string }).to)).toEqual(['ann', 'eve'])
  })

  it('S35 what was allowed for the chat is listed, and can be taken back', async () => {
    const { chat } = await open(waiting({ to: 'ann', amount: 1 }))
    await userEvent.click(button(/Allow in this chat/))
    await screen.findByText('Done.')
    expect(screen.getByText('Allowed in this chat').parentElement).toHaveTextContent('pay')
    await userEvent.click(screen.getByRole('button', { name: 'Ask again before pay runs' }))
    await waitFor(() => expect(screen.queryByText('Allowed in this chat')).toBeNull())
    expect(chat.getState().grants).toEqual([])
  })
})
