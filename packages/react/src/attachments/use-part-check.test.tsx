import { createChat, type ContentPart, type EndpointConfig } from '@antiphon/core'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ChatProvider } from '../index.js'
import { usePartCheck } from './use-part-check.js'

const audio: ContentPart = { type: 'input_audio', input_audio: { data: '', format: 'wav' } }
const at = (profile: string): EndpointConfig => ({ baseUrl: 'http://models.test/v1', profile })

it('follows the endpoint of the chat, and renders for nothing else', async () => {
  const chat = createChat({ endpoint: at('openai'), model: 'm' })
  let renders = 0
  function Warning() {
    const check = usePartCheck()
    renders++
    return <output>{check ? (check(audio) ?? 'taken') : 'loading'}</output>
  }
  render(
    <ChatProvider chat={chat}>
      <Warning />
    </ChatProvider>,
    { reactStrictMode: false },
  )
  await screen.findByText('taken')
  act(() => chat.configure({ endpoint: at('ollama') }))
  await screen.findByText(/ollama/i)

  const before = renders
  act(() => chat.configure({ parameters: { temperature: 0 } }))
  act(() => chat.configure({ endpoint: chat.getConfig().endpoint, model: 'm' }))
  await act(() => vi.dynamicImportSettled())
  expect(renders).toBe(before)
})
