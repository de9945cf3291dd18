/** A question of an MCP server, from a page: the official client and server over real HTTP, to another origin. */
import { createChat } from '@antiphon/core'
import { toolsFromMcp } from '@antiphon/mcp'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, inject, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import './support/chat-layout.css'
import { passTime } from './support/pass-time.js'

afterEach(cleanup)

const SETTLED_MS = 500

async function open() {
  const client = new Client(
    { name: 'page', version: '1.0.0' },
    { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(inject('mcpUrl'))))
  const tools = await toolsFromMcp(client, { elicitation: true })
  const transport = scriptedTransport([
    callsAnswer([{ id: 'c', name: 'book', args: {} }]),
    textAnswer('Done.'),
  ])
  const chat = createChat({ transport, model: 'm', tools })
  render(
    <ChatProvider chat={chat}>
      <Chat style={{ height: 600 }} />
    </ChatProvider>,
  )
  const sent = chat.send('Book a table')
  const allow = await screen.findByRole('button', { name: /Allow once/ })
  await passTime(SETTLED_MS)
  await userEvent.click(allow)
  const card = await screen.findByRole('group', { name: 'depot asks' })
  await passTime(SETTLED_MS)
  return { chat, card, sent, result: () => chat.store.getMessages().find(({ role }) => role === 'tool') }
}

it('is filled in by keyboard alone, and the server gets what was entered', async () => {
  expect(new URL(inject('mcpUrl')).origin).not.toBe(location.origin)
  const { card, sent, result } = await open()
  const field = (role: string, name: RegExp) => within(card).getByRole(role, { name })
  expect(card.contains(document.activeElement)).toBe(false)
  field('textbox', /Name/).focus()
  await userEvent.keyboard('Ann{Enter}')
  // The missing field is reported and takes the focus.
  await expect.poll(() => document.activeElement).toBe(field('textbox', /Seats/))
  await userEvent.keyboard('3{Tab}')
  expect(document.activeElement).toBe(field('combobox', /Room/))
  await userEvent.keyboard('t{Tab}')
  const check = field('checkbox', /At the window/)
  expect(document.activeElement).toBe(check)
  // The kit takes the look of controls away; this one must be seen.
  expect(getComputedStyle(check).appearance).not.toBe('none')
  await userEvent.keyboard(' {Tab}')
  expect(document.activeElement).toBe(field('button', /Send/))
  await userEvent.keyboard('{Enter}')
  await sent
  expect(JSON.parse(String(result()?.content))).toEqual({
    action: 'accept',
    content: { name: 'Ann', seats: 3, room: 'terrace', window: true },
  })
  await screen.findByText('Done.')
})

it('goes with a stop, and the call is cancelled', async () => {
  const { chat, sent, result } = await open()
  chat.stop()
  await sent
  await expect.poll(() => screen.queryByRole('group', { name: 'depot asks' })).toBe(null)
  expect(result()).toMatchObject({ metadata: { 'antiphon.outcome': 'cancelled' } })
})
