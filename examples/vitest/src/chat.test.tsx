import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { Chat } from '@antiphon/ui'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

test('looks up the time and says it', async () => {
  const transport = scriptedTransport([
    callsAnswer([{ name: 'time', args: { city: 'Oslo' } }]),
    textAnswer('It is **nine** in Oslo.'),
  ])
  const time = {
    name: 'time',
    description: 'The time in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    execute: () => '09:00',
  }
  render(<Chat transport={transport} tools={[time]} />)

  await userEvent.type(screen.getByRole('textbox'), 'What time is it in Oslo?{Enter}')

  await screen.findByText('nine')
  expect(screen.getByRole('region', { name: 'Conversation' }).textContent).toContain('It is nine in Oslo.')
  expect(transport.requests).toHaveLength(2)
  expect(transport.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '09:00' })
})

test('says that the key was not accepted', async () => {
  const fetch = createEndpointFetch(createEndpoint({ speed: Infinity }))
  render(<Chat endpoint={{ baseUrl: SCRIPTED_BASE_URL }} model="error-401" fetch={fetch} />)

  await userEvent.type(screen.getByRole('textbox'), 'Hello{Enter}')

  await screen.findByText('The key was not accepted')
})
