import { createChat, defineTool, type Message } from '@antiphon/core'
import { callsAnswer, immediateScheduler, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat, Transcript, type Audience } from '@antiphon/ui'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/source.css'
import './support/chat-layout.css'

afterEach(cleanup)

const cancel = defineTool({
  name: 'cancel_repair',
  title: 'Cancellation',
  description: '',
  parameters: { type: 'object', properties: { repair: { type: 'string' } } },
  approval: 'always',
  execute: () => 'done',
})

const args = { repair: 'R-12' }
const asked: Message[] = [
  { role: 'user', content: 'Cancel it.' },
  {
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [
      { id: 'c', type: 'function', function: { name: 'cancel_repair', arguments: JSON.stringify(args) } },
    ],
  },
  {
    role: 'tool',
    tool_call_id: 'c',
    content: 'Cancelled by the user.',
    isError: true,
    metadata: { 'antiphon.outcome': 'cancelled' },
  },
]

const fontOf = (element: Element): string => getComputedStyle(element).fontFamily
const isMono = (element: Element): boolean => /mono/i.test(fontOf(element))

async function ask(audience: Audience): Promise<void> {
  const chat = createChat({
    transport: scriptedTransport([callsAnswer([{ name: 'cancel_repair', args }]), textAnswer('Cancelled.')]),
    tools: [cancel],
    scheduler: immediateScheduler,
  })
  render(
    <ChatProvider chat={chat}>
      <Chat audience={audience} />
    </ChatProvider>,
  )
  await act(async () => void chat.send('Cancel it.'))
}

test.each([
  ['people', false],
  ['developers', true],
] as const)(
  'for %s the values of a call are words or code: asked, edited and in the fold',
  async (audience, mono) => {
    await ask(audience)
    expect(isMono(await screen.findByText('R-12'))).toBe(mono)
    const edit = within(await screen.findByRole('group', { name: /^Allow Canc/i })).getByRole('button', {
      name: /^Edit/,
    })
    // A press right after the question came does not count.
    await expect
      .poll(() => (edit.click(), screen.queryByDisplayValue('R-12')), { timeout: 5000 })
      .not.toBeNull()
    const field = screen.getByDisplayValue('R-12')
    expect([field, document.querySelector(`label[for="${field.id}"]`)!].map(isMono)).toEqual([mono, mono])
    cleanup()
    render(<Transcript messages={asked} audience={audience} />)
    await userEvent.click(screen.getByRole('button', { name: /Stopped.*cancel/i }))
    const inFold = await screen.findByText('R-12', { selector: 'dd *' })
    expect(isMono(inFold)).toBe(mono)
  },
)
