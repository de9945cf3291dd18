// @vitest-environment node
import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Chat, Transcript } from '@antiphon/ui'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

const endpoint = { baseUrl: '/api/v1' }
const messages = [
  { role: 'user' as const, id: 'q', content: 'What is **this**?' },
  { role: 'assistant' as const, id: 'a', content: 'A *test*.', finishReason: 'stop' as const },
]

it.each([
  ['a transcript', () => <Transcript messages={messages} />],
  ['a chat of its own', () => <Chat endpoint={endpoint} messages={messages} />],
  [
    'a chat of a provider',
    () => (
      <ChatProvider chat={createChat({ endpoint, messages })}>
        <Chat />
      </ChatProvider>
    ),
  ],
])('%s is written on a server by React 18 without a warning', (_, page) => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const html = renderToString(page())
  expect(complaints.mock.calls).toEqual([])
  complaints.mockRestore()
  expect(html).toContain('<em>test</em>')
})
