import { createChat, defineTool, type CallState, type LiveCall, type PairedCall } from '@antiphon/core'
import { immediateScheduler, callsAnswer, scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { storyCall, type CallOptions } from '../../fixtures/story-calls.js'
import { Chat } from '../chat/chat.js'
import { AudienceContext } from '../context/audience-context.js'
import { FinishBadge } from '../finish-badge/finish-badge.js'
import { ToolApproval } from '../tool-approval/tool-approval.js'
import { ToolArgs } from '../tool-args/tool-args.js'
import { ToolGroup } from '../tool-group/tool-group.js'
import { ToolResult } from '../tool-result/tool-result.js'
import { ToolCallView } from './tool-call.js'
import { ToolRenderersContext, type ToolRendererProps } from './tool-renderers.js'
import '../../testing/late-parts.js'

const refund = defineTool({
  name: 'refund_order',
  title: 'Geld erstatten',
  description: '',
  parameters: { type: 'object', properties: { orderId: { type: 'string', title: 'Auftrag' } } },
  approval: 'always',
  execute: () => 'done',
})
const args = { orderId: 'A-17' }

const forPeople = (children: ReactNode) => {
  const chat = createChat({
    transport: scriptedTransport([]),
    tools: [refund],
    scheduler: immediateScheduler,
  })
  return render(
    <ChatProvider chat={chat}>
      <AudienceContext.Provider value="people">{children}</AudienceContext.Provider>
    </ChatProvider>,
  )
}

/** Every text and attribute with the name that code uses. Only the hook for an app's own CSS may have it. */
const rawNames = (root: Element): string[] => [
  ...(/refund/i.test(root.textContent) ? [root.textContent] : []),
  ...[...root.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => name !== 'data-tool' && /refund/i.test(value))
      .map(({ name, value }) => `${name}="${value}"`),
  ),
]

const call = (options: CallOptions, given: unknown = args): PairedCall =>
  storyCall('refund_order', given, options)
const long = Array.from({ length: 400 }, (_, at) => `line ${at}`).join('\n')
const live: LiveCall = {
  state: 'running',
  output: 'Booked',
  progress: 0.5,
  steps: [{ id: '1', title: 'Look it up', state: 'done', startedAt: 0 }],
}

it.each<[CallState, CallOptions, unknown?]>([
  ['writing', {}, '{"orderId":"A'],
  ['queued', {}],
  ['running', {}],
  ['done', { result: 'Booked' }],
  ['done', { result: long }, 'not JSON'],
  ['done', { result: '[{"a":1},{"a":2}]' }, { orderId: 'x'.repeat(3_000) }],
  ['error', { result: long }],
  [
    'error',
    {
      result: [
        { type: 'text', text: 'No.' },
        { type: 'image_url', image_url: { url: 'x' } },
      ],
    },
  ],
  ['denied', { result: 'Tool execution denied by the user. Reason: no' }],
  ['cancelled', {}],
  ['cut-off', {}, '{"orderId":"A'],
  ['unanswered', {}],
  ['orphan', { result: 'Booked' }, ''],
])('a call that is %s (%#)', async (state, options, given) => {
  const { container } = forPeople(
    <ToolCallView call={call({ ...options, state }, given)} live={live} defaultOpen />,
  )
  await screen.findByText('Geld erstatten')
  expect(rawNames(container)).toEqual([])
})

function HostView({ call: { call, result }, name }: ToolRendererProps) {
  return (
    <>
      <ToolArgs raw={call.function.arguments} json={{ ok: true, exact: true, value: args }} name={name} />
      {result && <ToolResult result={result} name={name} />}
    </>
  )
}
function Broken(): never {
  throw new Error('No view')
}

it.each([
  ['a row', HostView, undefined],
  ['a card', HostView, 'card'],
  ['a broken row', Broken, undefined],
] as const)("a host's view as %s", (_, View, present) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const renderers = { refund_order: present ? { View, present } : { View } }
  const two = [call({ result: 'Booked' }), call({ result: 'Booked', index: 1 })]
  const { container } = forPeople(
    <ToolRenderersContext.Provider value={renderers}>
      <ToolCallView call={two[0]!} defaultOpen />
      <ToolGroup calls={two} defaultOpen />
    </ToolRenderersContext.Provider>,
  )
  expect(screen.getAllByRole('button', { name: /Geld erstatten/ }).length).toBeGreaterThan(2)
  expect(rawNames(container)).toEqual([])
})

it.each<[string, string, object]>([
  ['with pairs', JSON.stringify(args), {}],
  ['with JSON', '{"list":[1,{"a":2}]}', {}],
  ['with changed arguments', JSON.stringify(args), { originalArguments: '{"orderId":"A-18"}' }],
  [
    'with a form',
    JSON.stringify(args),
    { form: { schema: { type: 'object', properties: { why: { type: 'string' } } } }, onFill: async () => [] },
  ],
])('a question %s, with its forms', async (_, raw, more) => {
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  const question = (
    <ToolApproval
      name="refund_order"
      arguments={raw}
      onAllow={() => {}}
      onDeny={() => {}}
      onEdit={async () => undefined}
      {...more}
    />
  )
  const { container } = forPeople(
    <ToolCallView call={call({ state: 'awaiting' }, raw)} approval={question} />,
  )
  expect(screen.getByRole('group', { name: /Allow Geld erstatten/ })).toBeVisible()
  expect(rawNames(container)).toEqual([])
  for (const name of ['Deny with a reason', 'Back', 'Edit']) {
    const button = screen.queryByRole('button', { name })
    if (button) await userEvent.click(button)
    expect(rawNames(container)).toEqual([])
  }
  clock.mockRestore()
})

it('how it ended', () => {
  const { container } = forPeople(<FinishBadge ending={{ kind: 'length-call', callName: 'refund_order' }} />)
  expect(container.textContent).toContain('Geld erstatten')
  expect(rawNames(container)).toEqual([])
})

it('a chat that asks, announces, and allows for good', async () => {
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  const transport = scriptedTransport([
    callsAnswer([{ name: 'refund_order', args }]),
    () => new Promise(() => {}),
  ])
  const chat = createChat({ transport, tools: [refund], scheduler: immediateScheduler })
  render(
    <ChatProvider chat={chat}>
      <Chat audience="people" />
    </ChatProvider>,
  )
  await act(async () => void chat.send('Money back'))
  await screen.findByRole('group', { name: /Allow Geld erstatten/ })
  await screen.findByText('Approval needed: Geld erstatten')
  expect(rawNames(document.body)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Allow in this chat' }))
  await screen.findByRole('button', { name: 'Ask again before Geld erstatten runs' })
  clock.mockRestore()
  expect(rawNames(document.body)).toEqual([])
})
