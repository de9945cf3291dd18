import { createChat, defineTool, type ChatConfig, type Message } from '@antiphon/core'
import { callsAnswer, immediateScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { ChatProvider, useChat } from '@antiphon/react'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Chat, type ChatProps } from '../chat/chat.js'
import { german } from '../../strings/german.js'
import { toolRenderer, type ToolRendererProps, type ToolViewOptions } from './tool-renderers.js'
import '../../testing/late-parts.js'

const parameters = { type: 'object' } as const
const address = defineTool({ name: 'address', title: 'Address', description: '', parameters })
const weather = defineTool({ name: 'weather', description: '', parameters, execute: () => 'sunny' })
const done = sseText([{ choices: [{ index: 0, delta: { content: 'Thanks.' }, finish_reason: 'stop' }] }])

function Form({ call, input }: ToolRendererProps) {
  const { addToolResult } = useChat()
  if (call.state === 'done') return <p>Sent to {String(call.result?.content)}</p>
  return (
    <form
      aria-label="Where to?"
      data-ready={input !== undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void addToolResult(call.key, 'Oslo')
      }}
    >
      <button>Send it there</button>
    </form>
  )
}
const OpenForm = Object.assign((props: ToolRendererProps) => <Form {...props} />, { opensRow: true })

interface Options extends ToolViewOptions {
  View?: typeof OpenForm
  audience?: 'people' | 'developers'
  strings?: ChatProps['strings']
}

function show(config: Partial<ChatConfig> & { messages?: Message[] }, options: Options = {}) {
  const { View = Form, audience = 'people', strings, present } = options
  const chat = createChat({
    transport: scriptedTransport([callsAnswer([{ name: 'address', args: {} }]), [done]]),
    tools: [address, weather],
    scheduler: immediateScheduler,
    ...config,
  })
  const shown = render(
    <ChatProvider chat={chat}>
      <Chat
        audience={audience}
        strings={strings}
        transcript={{ toolRenderers: toolRenderer(address, View, { present }) }}
      />
    </ChatProvider>,
  )
  return { chat, ...shown }
}
const notice = () => document.querySelector('[data-finish]')
const call = (id: string, name: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: '{}' },
})
const asked = (...names: string[]): Message[] => [
  { role: 'user', content: 'Send it.' },
  {
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: names.map((name, at) => call(`c${at}`, name)),
  },
]

it.each(['people', 'developers'] as const)(
  'a card that answers a call is there while the call waits, for %s, and shows the answer then',
  async (audience) => {
    const { chat } = show({}, { audience, present: 'card' })
    await act(async () => void chat.send('Send it.'))
    expect(await screen.findByRole('form', { name: 'Where to?' })).toHaveAttribute('data-ready', 'true')
    expect(notice()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send it there' }))
    await screen.findByText('Thanks.')
    expect(screen.getByText('Sent to Oslo')).toBeVisible()
  },
)

/** An answer with a call to `name`, whose arguments come in two pieces: the second when one says so. */
function halfWritten(name: string, first: string, rest: string) {
  const gates: (() => void)[] = []
  const gate = new Promise<void>((resolve) => gates.push(resolve))
  const piece = (given: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: given }] }, finish_reason }],
  })
  async function* answer() {
    yield piece({ name, arguments: first })
    await gate
    yield piece({ arguments: rest }, 'tool_calls')
  }
  return { answer, finish: () => gates.forEach((open) => open()) }
}

it.each<[string, ToolViewOptions, boolean]>([
  ['a card', { present: 'card' }, true],
  ['a view that opens its row', {}, true],
  ['a card of a tool that the page does not know', { present: 'card' }, false],
])('%s in which a person answers shows once its call is whole', async (_, { present }, isKnown) => {
  const { answer, finish } = halfWritten('address', '{"order":', '"A-17"}')
  const seen: unknown[] = []
  const View = Object.assign(
    ({ input }: ToolRendererProps) => {
      seen.push(input)
      return <p>Where to with it?</p>
    },
    { opensRow: !present },
  )
  const tools = isKnown ? [address] : []
  const { chat } = show({ transport: scriptedTransport([answer]), tools }, { View, present })
  const sent = chat.send('Send it.')
  await screen.findByRole('button', { name: /Address/ })
  expect(screen.queryByText('Where to with it?')).toBeNull()
  finish()
  await act(() => sent)
  if (isKnown) expect(await screen.findByText('Where to with it?')).toBeVisible()
  expect(seen.filter((input) => JSON.stringify(input) !== '{"order":"A-17"}')).toEqual([])
})

it('a form is given an empty object where its call came without arguments', async () => {
  const transport = scriptedTransport([callsAnswer([{ name: 'address', args: '' }])])
  const { chat } = show({ transport }, { present: 'card' })
  await act(() => chat.send('Send it.'))
  expect(await screen.findByRole('form', { name: 'Where to?' })).toHaveAttribute('data-ready', 'true')
})

it.each<[string, Options]>([
  ['a card', { present: 'card' }],
  ['a view that opens its row', { View: OpenForm }],
])('with %s in sight, a thread that was opened again has no notice about it', async (_, options) => {
  show({ messages: asked('address') }, options)
  await screen.findByRole('form', { name: 'Where to?' })
  expect(notice()).toBeNull()
})

it.each<[string, Options, Message[]]>([
  ['a view in a closed row', {}, asked('address')],
  ['a call of another tool beside it', { present: 'card' }, asked('address', 'weather')],
])('the notice stays with %s', (_, options, messages) => {
  show({ messages }, options)
  expect(notice()).toHaveAttribute('data-finish', 'unanswered')
})

it('a card does not come back for a call of a tool that runs by itself', () => {
  const chat = createChat({ transport: scriptedTransport([]), tools: [weather], messages: asked('weather') })
  render(
    <ChatProvider chat={chat}>
      <Chat transcript={{ toolRenderers: toolRenderer(weather, Form, { present: 'card' }) }} />
    </ChatProvider>,
  )
  expect(screen.queryByRole('form', { name: 'Where to?' })).toBeNull()
  expect(notice()).not.toBeNull()
})

it.each<[string, ChatProps['strings'], string, string]>([
  ['English', undefined, 'Waits for your details', 'Your details are needed: Address'],
  ['German', german, 'Wartet auf Ihre Angaben', 'Ihre Angaben sind nötig: Address'],
])('its row and a screen reader say in %s whom it waits for', async (_, strings, row, spoken) => {
  const { chat, container } = show({}, { present: 'card', strings })
  const heard: string[] = []
  const watch = new MutationObserver(() => {
    for (const { textContent } of container.ownerDocument.querySelectorAll(
      '[aria-live], [role="status"], [role="alert"]',
    ))
      heard.push(textContent)
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  await act(async () => void chat.send('Send it.'))
  const name = (await screen.findAllByText(row))[0]!.closest('[data-slot="tool-call"]')
  await expect.poll(() => heard.join('\n')).toContain(spoken)
  watch.disconnect()
  expect(name!.textContent).toContain('Address')
  expect(name!.textContent).not.toMatch(/No result|Kein Ergebnis/)
  expect(heard.join('\n')).not.toMatch(/Approval|Erlaubnis/)
})

it.each([
  ['English', undefined, '2 steps at once 1 waiting for your details, 1 done'],
  ['German', german, '2 Schritte zugleich 1 wartet auf Ihre Angaben, 1 fertig'],
])('a group counts it in %s as what it waits for, and is open', (_, strings, words) => {
  const sunny: Message = { role: 'tool', tool_call_id: 'c0', content: 'sunny' }
  show({ messages: [...asked('weather', 'address'), sunny] }, { strings })
  const group = document.querySelector('[data-slot="tool-group"]')!
  expect(group).toHaveAttribute('data-state', 'awaiting')
  const header = group.querySelector('button')!
  expect(header).toHaveTextContent(words)
  expect(header).toHaveAttribute('aria-expanded', 'true')
})
