import type { ContentPart } from '@antiphon/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePartCheck } from '../attachments/use-part-check.js'
import { useModels } from '../hooks/use-models.js'
import { useChat, type UseChat } from '../index.js'

const asked: string[] = []
const fetch: typeof globalThis.fetch = async (url) => {
  asked.push(String(url))
  return Response.json({
    data: [{ id: 'one' }],
    choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }],
  })
}

it('an endpoint that is a text is the base URL, in every render', async () => {
  let chat!: UseChat
  function Page({ endpoint }: { endpoint?: string }) {
    chat = useChat({ ...(endpoint !== undefined && { endpoint }), model: 'm', fetch })
    return null
  }
  const { rerender } = render(<Page endpoint="/api/v1" />)
  await act(() => chat.send('hi'))
  rerender(<Page endpoint="https://other.test/v1" />)
  await act(() => chat.send('hi'))
  expect(asked.splice(0)).toEqual([
    new URL('/api/v1/chat/completions', location.href).href,
    'https://other.test/v1/chat/completions',
  ])
  expect(chat.chat.getConfig().endpoint).toEqual({ baseUrl: 'https://other.test/v1' })
  rerender(<Page />)
  await expect(chat.send('hi')).rejects.toThrow('no `endpoint`')
})

it('so it is for the list of models and the check of attachments', async () => {
  const audio: ContentPart = { type: 'input_audio', input_audio: { data: '', format: 'wav' } }
  function Page() {
    const { data } = useModels('http://localhost:11434/v1', { fetch })
    const check = usePartCheck({ endpoint: 'http://localhost:11434/v1' })
    return <output>{`${data?.[0]?.id} ${check?.(audio)}`}</output>
  }
  render(<Page />, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  })
  expect(await screen.findByText('one Ollama')).toBeInTheDocument()
  expect(asked).toContain('http://localhost:11434/v1/models')
})
