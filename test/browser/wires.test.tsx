/** Each wire from a page: over real HTTP, to another origin, with what its preflight has to allow. */
import type { EndpointConfig } from '@antiphon/core'
import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import { wires } from '@antiphon/wires'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, inject, it } from 'vitest'
import './support/chat-layout.css'

afterEach(cleanup)

const origin = inject('wiresOrigin')

function open(endpoint: EndpointConfig) {
  let chat!: ReturnType<typeof useChat>['chat']
  function App() {
    chat = useChat({ endpoint: { apiKey: 'secret-key', wires, ...endpoint }, model: 'greeting' }).chat
    return (
      <ChatProvider chat={chat}>
        <Chat style={{ height: 500 }} />
      </ChatProvider>
    )
  }
  render(<App />)
  return chat
}

const answer = (): string => screen.getAllByRole('article').at(-1)!.textContent ?? ''

it.each<EndpointConfig & { api: string }>([
  { api: 'chat', baseUrl: `${origin}/v1` },
  { api: 'responses', baseUrl: `${origin}/v1` },
  { api: 'messages', baseUrl: `${origin}/v1`, profile: 'anthropic' },
  { api: 'gemini', baseUrl: `${origin}/v1beta`, profile: 'gemini' },
  { api: 'ollama', baseUrl: `${origin}/api` },
])('an answer streams into a page on the wire $api', async (endpoint) => {
  expect(new URL(endpoint.baseUrl).origin).not.toBe(location.origin)
  const chat = open(endpoint)
  const sent = chat.send('Hello')
  // The rest is sent when the page shows the beginning.
  await expect.poll(answer).toContain('Good day!')
  expect(answer()).not.toContain('over real HTTP.')
  await fetch(`${origin}/seen`)
  await sent
  await expect.poll(answer).toContain('over real HTTP.')
  expect(chat.store.getMessages().at(-1)).toMatchObject({
    role: 'assistant',
    reasoning: 'Somebody says hello.',
    finishReason: 'stop',
  })
})

it('Anthropic refuses a page that does not send its header, and the card says so', async () => {
  const chat = open({ api: 'messages', baseUrl: `${origin}/v1`, profile: 'generic' })
  await chat.send('Hello')
  expect(chat.store.getMessages().at(-1)).toMatchObject({ isError: true, error: { kind: 'auth' } })
  await expect.poll(answer).toContain('anthropic-dangerous-direct-browser-access')
})
