import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SupportChat } from './support-chat'

configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

test('shows what the model answers', async () => {
  const transport = scriptedTransport([textAnswer('The shop opens at **nine**.')])
  render(<SupportChat transport={transport} />)

  await userEvent.type(screen.getByRole('textbox'), 'When do you open?{Enter}')

  expect((await screen.findByText('nine')).tagName).toBe('STRONG')
  expect(transport.requests[0]?.messages.at(-1)).toMatchObject({ role: 'user', content: 'When do you open?' })
})

test('says what went wrong', async () => {
  const fetch = createEndpointFetch(createEndpoint({ speed: Infinity }))
  render(<SupportChat endpoint={SCRIPTED_BASE_URL} model="error-401" fetch={fetch} />)

  await userEvent.type(screen.getByRole('textbox'), 'When do you open?{Enter}')

  expect(await screen.findByText('The key was not accepted')).toBeTruthy()
})
