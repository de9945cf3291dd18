import { createChat, type Message } from '@antiphon/core'
import '../../packages/ui/src/testing/late-parts.js'
import { ChatProvider } from '@antiphon/react'
import { Chat, Transcript } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import './support/chat-layout.css'
import { pacedFetch } from './support/paced-answer.js'

afterEach(cleanup)

const question: Message = { role: 'user', id: 'q', content: 'How do I restore the pool?' }
const cut: Message = {
  role: 'assistant',
  id: 'a',
  content: 'Like this:\n\n```ts\nexport const pool = crea',
  finishReason: 'length',
}

function open(messages: Message[] = [question, cut]) {
  const server = pacedFetch()
  const chat = createChat({
    messages,
    endpoint: { baseUrl: 'http://paced.test/v1' },
    model: 'm',
    fetch: server.fetch,
  })
  render(
    <StrictMode>
      <ChatProvider chat={chat}>
        <Chat style={{ height: 500 }} />
      </ChatProvider>
    </StrictMode>,
  )
  return { chat, server }
}

const answer = () => screen.getAllByRole('article').at(-1)!
const button = (name: string) => screen.getByRole('button', { name })
const code = () => answer().querySelector('pre')?.textContent?.trimEnd()

describe('Continue', () => {
  it('brings the rest of a half-open block of code, in the one answer there is', async () => {
    const { chat, server } = open()
    await expect.poll(code).toBe('export const pool = crea')
    await userEvent.click(button('Continue'))
    await server.opened()
    // While it waits for the rest, the text stays, and the wait is shown below it.
    expect(code()).toBe('export const pool = crea')
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    await server.deltas(['```ts\nexport const', ' pool = createPool(', '{ max: 40 })\n```\n\nDone.'])
    await expect.poll(() => answer().textContent).toContain('Done.')
    await server.end()

    await expect.poll(() => chat.getState().status).toBe('ready')
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(answer().querySelectorAll('pre')).toHaveLength(1)
    expect(code()).toBe('export const pool = createPool({ max: 40 })')
    expect(answer().querySelector('[data-slot=notice]')).toBeNull()
    // The reader has not been thrown out of the page.
    expect(document.activeElement).not.toBe(document.body)
    // The text that was sent but is in no message can be read.
    await userEvent.click(button('Continued once.'))
    await expect
      .element(screen.getByText(/Sent after the answer so far, as a message of yours: Go on/))
      .toBeVisible()
  })

  it('looks the same from the bare array, after a reload or a paste', async () => {
    const { chat, server } = open()
    await userEvent.click(button('Continue'))
    await server.deltas(['export const pool = createPool()\n```\n'])
    await server.end()
    await expect.poll(() => chat.getState().status).toBe('ready')
    const live = answer().querySelector('[data-slot=markdown]')!.textContent
    const bare = chat.store.getMessages().map(({ role, content }) => ({ role, content }))
    cleanup()
    render(<Transcript messages={bare} />)
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(answer().querySelector('[data-slot=markdown]')!.textContent).toBe(live)
  })

  it('that fails keeps the text, says why, and can be tried again', async () => {
    const { chat, server } = open()
    await userEvent.click(button('Continue'))
    await server.delta({ content: '```ts\nexport const pool = createPool(' })
    await expect.poll(code).toBe('export const pool = createPool(')
    chat.stop()
    await expect.poll(() => answer().textContent).toContain('Stopped by you')
    expect(code()).toBe('export const pool = createPool(')
    await userEvent.click(button('Continue'))
    await server.deltas(['export const pool = createPool()\n```\nDone.'])
    await server.end()
    await expect.poll(() => answer().textContent).toContain('Continued 2 times.')
    expect(code()).toBe('export const pool = createPool()')
    expect(server.requests).toHaveLength(2)
  })

  it('is not offered where there is nothing to go on from', () => {
    open([question, { ...cut, content: '', reasoning: 'Hm', finishReason: 'cancelled' }])
    expect(button('Retry')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  })

  it('R33 is offered with Retry for every answer that was lost, also where nothing had arrived', () => {
    open([question, { ...cut, content: '', reasoning: 'Hm', finishReason: 'incomplete' }])
    expect(button('Retry')).toBeVisible()
    expect(button('Continue')).toBeVisible()
  })
})
