import { createChat, defineTool, type Message } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import { act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { draw, find, forgetDemo } from './support/demo-page.js'

const order = defineTool({
  name: 'change_plan',
  description: 'Changes the plan.',
  title: 'Change the plan',
  parameters: z.object({ plan: z.string().meta({ title: 'New plan' }), price: z.number() }),
  approval: 'always',
  execute: () => 'changed',
})
const call = (id: string, args: object) => ({
  id,
  type: 'function' as const,
  function: { name: 'change_plan', arguments: JSON.stringify(args) },
})
/** A thread as it is found after a reload. */
const thread = (...args: object[]): Message[] => [
  { role: 'user', content: 'My line is slow' },
  { role: 'assistant', content: 'A line.\n\n'.repeat(40), finishReason: 'stop' },
  { role: 'user', content: 'Then I want another plan' },
  {
    role: 'assistant',
    content: 'I can do that.',
    finishReason: 'tool_calls',
    tool_calls: args.map((one, at) => call(`c${at}`, one)),
  },
]

/** Opens a thread on a phone and gives the first card and the bar, once both are there. */
async function open(
  messages: Message[],
  { audience = 'people', isLate = false }: { audience?: 'people' | 'developers'; isLate?: boolean } = {},
) {
  const options = { transport: scriptedTransport([]), tools: [order] }
  const chat = createChat(isLate ? options : { ...options, messages })
  const app = (
    <div style={{ height: '100vh', display: 'flex' }}>
      <ChatProvider chat={chat}>
        <Chat audience={audience} style={{ flex: 1 }} />
      </ChatProvider>
    </div>
  )
  await draw(app, { width: 390, height: 780, touch: true })
  if (isLate) act(() => chat.store.setTree(createChat({ ...options, messages }).store.getTree()))
  const bar = await find('[data-slot="approval-bar"]')
  return { bar, card: await find('[data-slot="tool-approval"]') }
}

const isSeenWhole = (card: HTMLElement, bar: HTMLElement): boolean => {
  const own = card.getBoundingClientRect()
  const view = card.closest('[data-slot="viewport"]')!.getBoundingClientRect()
  return own.top >= view.top && own.bottom <= Math.min(view.bottom, bar.getBoundingClientRect().top)
}

afterEach(forgetDemo)

test('the bar over the message box names the call that it allows', async () => {
  const { bar } = await open(thread({ plan: 'Large', price: 39 }))
  expect(bar.innerText).toMatch(/^Allow Change the plan\u2060?\?\s+New plan Large\s+Price 39/)
  const developers = await open(thread({ plan: 'Large', price: 39 }), { audience: 'developers' })
  expect(developers.bar.innerText).toMatch(/^Allow Change the plan\u2060?\?\s+plan Large\s+price 39/)
})

test.each([false, true])(
  'a thread with an open question opens at it, with the whole card over the bar; its messages come later: %s',
  async (isLate) => {
    const { bar, card } = await open(thread({ plan: 'Large', price: 39 }), { isLate })
    await expect.poll(() => isSeenWhole(card, bar)).toBe(true)
    expect(card.closest('[data-follow]')).toHaveAttribute('data-follow', 'free')
  },
)

test('of several open questions it opens at the one that the bar asks', async () => {
  const plans = ['S', 'M', 'L', 'XL', 'XXL'].map((plan) => ({ plan, price: 1 }))
  const { bar, card } = await open(thread(...plans))
  await expect.poll(() => isSeenWhole(card, bar), { timeout: 5_000 }).toBe(true)
})
