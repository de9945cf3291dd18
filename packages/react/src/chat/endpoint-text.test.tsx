import type { ContentPart } from '@antiphon/core'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePartCheck } from '../attachments/use-part-check.js'
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

it('so it is for the check of attachments', async () => {
  const audio: ContentPart = { type: 'input_audio', input_audio: { data: '', format: 'wav' } }
  function Page() {
    const check = usePartCheck({ endpoint: 'http://localhost:11434/v1' })
    return <output>{check?.(audio)}</output>
  }
  render(<Page />)
  expect(await screen.findByText('Ollama')).toBeInTheDocument()
})
