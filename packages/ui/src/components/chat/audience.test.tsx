import { createChat, defineTool, type Message } from '@antiphon/core'
import { immediateScheduler, scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { humanName } from '../context/audience-context.js'
import { Transcript } from '../transcript/transcript.js'
import { Chat } from './chat.js'
import '../../testing/late-parts.js'

const refund = defineTool({
  name: 'refund_order',
  description: '',
  parameters: {
    type: 'object',
    properties: { amountInCents: { type: 'integer', title: 'Amount (cents)' }, broken: { title: 5 } },
  },
  approval: 'always',
  execute: () => 'done',
})
const usage = { inputTokens: 13, outputTokens: 63, totalTokens: 76, origin: 'reported' as const }
const timing = { startedAt: 0, durationMs: 1_800, firstTokenMs: 300 }
const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: JSON.stringify(args) },
})
const about = { model: 'support-1', usage, timing }
const messages: Message[] = [
  { role: 'user', content: 'Where is it?' },
  {
    role: 'assistant',
    content: '',
    reasoning: 'Look it up.',
    ...about,
    finishReason: 'tool_calls',
    tool_calls: [call('c0', 'get_order', { orderId: 'A-17' })],
  },
  { role: 'tool', tool_call_id: 'c0', content: 'On its way', timing: { startedAt: 0, durationMs: 1_500 } },
  { role: 'assistant', content: 'On its way.', ...about, finishReason: 'stop' },
  { role: 'user', content: 'Money back' },
  {
    role: 'assistant',
    content: '',
    ...about,
    finishReason: 'tool_calls',
    tool_calls: [call('c1', 'refund_order', { amountInCents: 1990, orderId: 'A-17', toString: 'x' })],
  },
]
const technical =
  /support-1|token|get_order|refund_order|orderId|amountInCents|\d,\d s|\d\.\d s|tok\/s|\d in,/

const open = (props: object, tool = refund) => {
  const chat = createChat({
    transport: scriptedTransport([]),
    messages,
    tools: [tool],
    model: 'support-1',
    scheduler: immediateScheduler,
  })
  return render(
    <ChatProvider chat={chat}>
      <Chat {...props} />
    </ChatProvider>,
  )
}

it('shows people neither model, figures nor names of code', async () => {
  const { container } = open({ audience: 'people' })
  await screen.findByRole('group', { name: /Allow Refund order/ })
  expect(container.textContent).not.toMatch(technical)
  expect(screen.getByRole('textbox')).not.toHaveAttribute('placeholder', expect.stringContaining('support-1'))
  expect(screen.getByRole('button', { name: /Get order/ })).toBeVisible()
  expect(screen.getByText('Look it up.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /Allow once/ })).toHaveAttribute('aria-keyshortcuts', 'Y')
  expect(screen.queryByText(/^waiting \d/)).toBeNull()
  for (const name of ['Amount (cents)', 'Order id', 'To string']) expect(screen.getByText(name)).toBeVisible()
})

it('shows developers all of that', async () => {
  const { container } = open({})
  await screen.findByRole('group', { name: /Allow refund_order/ })
  for (const words of ['support-1', '26 in', 'get_order', 'amountInCents'])
    expect(container.textContent).toContain(words)
})

it('reads titles that zod writes', async () => {
  const parameters = z.object({ amountInCents: z.number().meta({ title: 'Sum' }), orderId: z.string() })
  open({ audience: 'people' }, { ...refund, parameters } as never)
  await screen.findByRole('group', { name: /Allow Refund order/ })
  expect(screen.getByText('Sum')).toBeVisible()
  expect(screen.getByText('Order id')).toBeVisible()
})

it('names arguments by their title where a person changes them, and where they stand', async () => {
  open({ audience: 'people' })
  const question = await screen.findByRole('group', { name: /Allow Refund order/ })
  expect(within(question).queryByRole('button', { name: 'Raw' })).toBeNull()
  // A press within half a second of the question counts for nothing.
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  await userEvent.click(within(question).getByRole('button', { name: 'Edit' }))
  clock.mockRestore()
  expect(screen.getByRole('textbox', { name: 'Amount (cents)' })).toHaveValue('1990')
})

it.each([
  ['people', 'Reason (the assistant reads it)'],
  ['developers', 'Reason (sent to the model)'],
] as const)('the reason of a denial, for %s', async (audience, label) => {
  open({ audience })
  const question = await screen.findByRole('group', { name: /^Allow/ })
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  await userEvent.click(within(question).getByRole('button', { name: /Deny with a reason/ }))
  clock.mockRestore()
  expect(screen.getByRole('textbox', { name: label })).toBeVisible()
})

const refused = {
  kind: 'auth' as const,
  message: 'Your session is over',
  status: 401,
  isSignedOut: true,
  raw: '{"error":1}',
}

it.each([
  ['people', /^(?!.*401)(?!.*Details).*Your session is over\./],
  ['developers', /401 · Your session is over\..*Details/],
] as const)('an error for %s', (audience, words) => {
  render(
    <Transcript
      messages={[
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: '', error: refused },
      ]}
      audience={audience}
    />,
  )
  expect(document.querySelector('[data-slot=error-card], [data-class=auth]')).toHaveTextContent(words)
})

it.each([
  [413, 'invalid_request', 'Das ist zu groß: höchstens 1 MB.'],
  [402, 'billing', 'Ihr Guthaben reicht nicht.'],
  [403, 'auth', 'Dafür sind Sie nicht freigeschaltet.'],
  [404, 'not_found', 'Diesen Auftrag gibt es nicht.'],
  [400, 'unsupported_field', 'Die Angabe fehlt.'],
])('of a %i people read the words of the server, and none of keys and models', async (status, kind, said) => {
  const field = kind === 'unsupported_field' ? { code: 'unsupported_parameter', param: 'top_p' } : {}
  const body = JSON.stringify({ error: { message: said, ...field } })
  const fetch = async () => new Response(body, { status })
  const user = userEvent.setup()
  render(<Chat endpoint={{ baseUrl: '/api/v1' }} model="m" fetch={fetch} audience="people" />)
  await user.type(screen.getByRole('textbox'), 'Hi{Enter}')
  // Not by its words, which are announced too, for five seconds.
  const card = await vi.waitFor(
    () => document.querySelector('[data-slot="notice"]') ?? expect.fail('no notice'),
  )
  expect(card).toHaveTextContent(said)
  expect(card).toHaveAttribute('data-class', kind)
  expect(card.textContent).not.toMatch(/key|model|field|top_p|credit|settings|\d{3} ·/i)
  if (status === 413) expect(within(card as HTMLElement).getByRole('button', { name: 'Retry' })).toBeVisible()
})

it.each([
  ['people', ['Text with its formatting', 'Plain text']],
  ['developers', ['Markdown', 'Plain text', 'JSON of the message']],
] as const)('a message is copied by %s as %j', async (audience, forms) => {
  render(<Transcript messages={messages.slice(0, 4)} audience={audience} />)
  await userEvent.click(screen.getAllByRole('button', { name: 'Copy this message as' }).at(-1)!)
  await screen.findByText(forms[0])
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(forms)
})

it('is a switch of a transcript too', () => {
  const { container } = render(<Transcript messages={messages} audience="people" />)
  expect(screen.getByRole('button', { name: /Get order/ })).toBeVisible()
  expect(container.textContent).not.toMatch(technical)
})

it('a model slot of null hides the model in the box', () => {
  open({ composer: { modelSlot: null } })
  expect(document.querySelector('[data-slot="composer"]')).not.toHaveTextContent('support-1')
  expect(screen.getByRole('textbox')).toHaveAttribute('placeholder', 'Message')
})

it.each([
  ['get_order', 'Get order'],
  ['getOrder', 'Get order'],
  ['export-orders.v2', 'Export orders v2'],
  ['fetchURL', 'Fetch URL'],
  ['суд_дня', 'Суд дня'],
  ['', ''],
])('%s reads "%s"', (name, words) => expect(humanName(name)).toBe(words))
